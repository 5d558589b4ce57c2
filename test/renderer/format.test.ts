import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import * as format from '../../src/renderer/state/format.ts';
import { dayWords, describe as describeMessage, displayName, speak, t } from '../../src/shared/i18n/i18n.ts';
import { msg } from '../../src/shared/message.ts';
import { oddity } from '../fuzz/hostile.ts';

beforeAll(() => speak('fr'));
afterEach(() => speak('en'));

const anything = fc.oneof(
  oddity,
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(Number.NaN),
    '2026-13-45',
  ),
  fc.date(),
  fc.string().map((text) => `2026-11-${text}`),
);

/** Every formatter for anything, however it came to be something else than its type says. */
const formatters = {
  ...format,
  dayWords,
  'a day in a message': (value: unknown) =>
    describeMessage(msg('overview.spoken.since', { day: value as string })),
  region: (value: unknown) => displayName('region', value as string, 'English name'),
  language: (value: unknown) => displayName('language', value as string, 'English name'),
  currency: (value: unknown) => displayName('currency', value as string, 'English name'),
} as Record<string, (value: unknown) => string>;

test.for(['en', 'fr'] as const)('no formatter throws, whatever it is given, in %s', async (language) => {
  await speak(language);
  for (const [name, run] of Object.entries(formatters))
    fc.assert(
      fc.property(anything, (value) => {
        expect(typeof run(value), name).toBe('string');
      }),
      { numRuns: 200 },
    );
});

describe('what is no time', () => {
  const times = ['formatDay', 'formatDateTime', 'formatRecent', 'formatMonthOf', 'dayWords'];
  it.each(times)('is an unknown date for %s', async (name) => {
    for (const value of [
      'garbage',
      '',
      '2026-13-45',
      '+275760-09-13T00:00:00.001Z',
      undefined,
      null,
      1e300,
      {},
    ])
      expect(formatters[name]!(value)).toBe('unknown date');
    await speak('fr');
    expect(formatters[name]!('garbage')).toBe('date inconnue');
  });

  it('is an unknown time where only the time is shown', () => {
    expect(format.formatTime('garbage')).toBe(t('common.unknownTime'));
  });

  it('is not shown as a number', () => {
    for (const show of [format.formatNumber, format.formatBytes, format.formatDecimal, format.formatPercent])
      expect(show(Number.NaN)).toBe('unknown');
  });
});

it('shows a date without a time as the same day everywhere', () => {
  expect(format.formatDay('2019-12-31')).toBe(format.formatDay(new Date(2019, 11, 31, 12).toISOString()));
});
