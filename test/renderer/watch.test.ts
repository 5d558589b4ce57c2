import { afterEach, expect, test } from 'vitest';
import { watchFigures } from '../../src/renderer/screens/Overview/figures.ts';
import { sidesOfFinding } from '../../src/renderer/screens/Watch/sidesOfFinding.ts';
import { summaryText } from '../../src/renderer/screens/Watch/summaryText.ts';
import { fieldsText, stateWords } from '../../src/renderer/screens/Watch/watchText.ts';
import { formatDateTime, formatDay } from '../../src/renderer/state/format.ts';
import type { CallOutput } from '../../src/shared/contract/contract.ts';
import { speak } from '../../src/shared/i18n/i18n.ts';
import { addLaterTexts } from '../../src/shared/i18n/laterTexts.ts';
import type { WatchState } from '../../src/shared/watch/watch.ts';

await addLaterTexts();

afterEach(() => speak('en'));

const none = { total: 0, open: 0, lines: [] };
const summary: CallOutput<'watch.summary'> = {
  from: '2026-11-21T10:00:00.000Z',
  to: '2026-11-28T10:00:00.000Z',
  present: 10_234,
  putRight: 1,
  kinds: [
    {
      kind: 'deleted',
      total: 3,
      open: 2,
      lines: [
        { title: 'Soil and sand', about: 'Soil Letters', day: '2026-11-23' },
        { title: '', about: 'Soil Letters', day: '2026-11-22' },
      ],
    },
    { kind: 'changed', ...none },
    { kind: 'withdrawn', ...none },
  ],
};

test('the summary names what was noticed, and says how many it does not name', () => {
  expect(summaryText(summary)).toBe(
    [
      `What the directory changed, ${formatDay(summary.from)} to ${formatDay(summary.to)}`,
      '10,234 articles at the directory',
      '1 put right',
      '',
      'Deleted at the directory: 3 (2 to decide)',
      `- Soil and sand · Soil Letters · ${formatDay('2026-11-23')}`,
      `- Untitled · Soil Letters · ${formatDay('2026-11-22')}`,
      '- and 1 more',
    ].join('\n'),
  );
});

test('the summary of a quiet week says so, in French too', async () => {
  const quiet = { ...summary, putRight: 0, kinds: [] };
  expect(summaryText(quiet)).toMatch(/\n\nNothing was noticed in this time\.$/);
  await speak('fr');
  expect(summaryText(quiet)).toMatch(/\n\nRien n’a été remarqué dans cette période\.$/);
});

const day = (at: string, present: number, deleted = 0, putRight = 0) => ({
  day: at,
  present,
  deleted,
  putRight,
});

test('the figures have each day while there are few, and then the last day of each month', () => {
  const few = [day('2026-11-01', 10), day('2026-11-02', 9, 1)];
  expect(watchFigures(few).map(({ rows }) => rows.map(({ key }) => key))).toEqual([
    ['2026-11-01', '2026-11-02'],
    ['2026-11-01', '2026-11-02'],
  ]);
  const two = [1, 2].flatMap((month) =>
    Array.from({ length: 20 }, (_, at) =>
      day(`2026-0${month}-${String(at + 1).padStart(2, '0')}`, month * 100 + at, at, at - 1),
    ),
  );
  const [present, deleted] = watchFigures(two);
  expect(present!.rows.map(({ key, cells }) => [key, ...cells.map(({ value }) => value)])).toEqual([
    ['2026-01-20', 119],
    ['2026-02-20', 219],
  ]);
  expect(deleted!.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [19, 18],
    [19, 18],
  ]);
});

const state: WatchState = {
  accountId: 'a',
  state: 'idle',
  progress: null,
  lookedAt: '',
  inventoryAt: '',
  nextAt: '2026-11-29T12:00:00.000Z',
  requests: 5,
  problem: null,
  present: 1,
  open: { deleted: 0, changed: 0, withdrawn: 0, journal: 0, former: 0, link: 0 },
};

test('how an account is watched is said in words', () => {
  expect(stateWords(state)).toBe('Colophon has not looked yet.');
  const lookedAt = '2026-11-28T12:00:00.000Z';
  const words = stateWords({ ...state, lookedAt });
  expect(words).toBe(
    `Last looked ${formatDateTime(lookedAt)} · 5 requests · 1 article at the directory · next look ${formatDateTime(state.nextAt)}`,
  );
});

test('the values of a journal are shown with the names of the form, those of an article as they are', () => {
  const [journal] = sidesOfFinding([{ path: 'bibjson.language', before: ['EN'], after: ['EN', 'FR'] }], true);
  expect([journal!.left, journal!.right]).toEqual(['English', 'English\nFrench']);
  const [article] = sidesOfFinding([{ path: 'bibjson.title', before: 'Soil', after: null }], false);
  expect([article!.left, article!.right]).toEqual(['Soil', undefined]);
});

test('parts of the same list are named once', () => {
  const differences = [0, 1].map((at) => ({ path: `bibjson.author[${at}].name`, before: 'A', after: 'B' }));
  expect(fieldsText([...differences, { path: 'bibjson.title', before: 'A', after: 'B' }])).toBe(
    'Authors, Title',
  );
});
