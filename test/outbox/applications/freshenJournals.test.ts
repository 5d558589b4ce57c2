import { expect, test } from 'vitest';
import { freshenJournals } from '../../../src/main/outbox/applications/freshenJournals.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { getAt, setAt } from '../../../src/shared/draft/fieldPath.ts';
import { journalRecord } from '../../helpers/applicationRecords.ts';
import { applicationDirectoryForFile } from '../../helpers/directoryForFile.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';

// Journals 1 to 6 are in the directory, 7 is withdrawn.
const directory = applicationDirectoryForFile({ journals: 6 });

const accountId = 'a';
const at = '2026-01-01T00:00:00.000Z';
const hour = 3_600_000;
/** As the directory had a journal before. */
const former = (number: number): DraftRecord =>
  setAt(journalRecord(number) as unknown as DraftRecord, 'bibjson.oa_start', 1999);
const idOf = (number: number) => `journal${number}`;

function open() {
  const opened = openStoredApplications(directory.directory['4.0']);
  const { parts, journals } = opened;
  return {
    ...opened,
    freshen: (...numbers: number[]) => freshenJournals(parts, accountId, numbers.map(idOf)),
    yearOf: (number: number) => getAt(journals.get(accountId, idOf(number))?.record, 'bibjson.oa_start'),
    isThere: (number: number) => journals.get(accountId, idOf(number))!.journal.inDirectory,
    /** The requested paths, unescaped and without parameters. */
    asked: async () => {
      const paths = (await directory.requests()).map(({ path }) => decodeURIComponent(path));
      return paths.map((path) => path.replace(/^.*\/api\/(?:v\d\/)?/, '').replace(/\?.*$/, ''));
    },
  };
}

test('eighty journals are read in one request, and those of a request that fails keep their age', async () => {
  const { manual, journals, keepOwnJournals, freshen, yearOf, asked } = open();
  const all = Array.from({ length: 81 }, (_, index) => index + 1);
  keepOwnJournals(all.map(former));
  expect(await freshen(...all)).toBeNull();
  expect(await asked()).toEqual([]);
  await manual.advance(hour);
  await directory.fault({ kind: 'drop_before', match: { path: 'search/', nth: 2 } });
  expect(await freshen(...all)).toBe(at);
  const requests = await asked();
  expect(requests.map((path) => path.split(' OR ').length)).toEqual([80, 1]);
  expect([1, 6, 9, 81].map(yearOf)).toEqual([2012, 2012, 1999, 1999]);
  expect(journals.get(accountId, 'journal1')!.fetchedAt).toBe('2026-01-01T01:00:00.000Z');
  expect(journals.get(accountId, 'journal9')!.fetchedAt).toBe(at);
});

test('a journal that the search does not show is asked for alone, and known as withdrawn until it is back', async () => {
  const { manual, keepOwnJournals, freshen, isThere, asked } = open();
  keepOwnJournals([former(1), former(7)]);
  await manual.advance(hour);
  expect(await freshen(1, 7)).toBeNull();
  const search = 'search/journals/id.exact:';
  expect(await asked()).toEqual([`${search}("journal1" OR "journal7")`, 'journals/journal7']);
  expect([1, 7].map(isThere)).toEqual([true, false]);
  expect(await freshen(1, 7)).toBeNull();
  expect((await asked()).slice(2)).toEqual([`${search}"journal7"`]);
  await directory.staff('reinstate', { journal: 'journal7' });
  expect(await freshen(7)).toBeNull();
  expect(isThere(7)).toBe(true);
});

test('a journal that cannot be read in a list is asked for alone', async () => {
  const { manual, keepOwnJournals, freshen, yearOf } = open();
  keepOwnJournals([former(1)]);
  await manual.advance(hour);
  const odd = { total: 1, results: [{ id: 'journal1' }] };
  await directory.fault({ kind: 'status', status: 200, body: odd, match: { path: 'search/' } });
  expect(await freshen(1)).toBeNull();
  expect(yearOf(1)).toBe(2012);
  await manual.advance(hour);
  await directory.fault({ kind: 'status', status: 200, body: {}, match: { path: 'journals/journal1' } });
  expect(await freshen(1)).toBe('2026-01-01T01:00:00.000Z');
});
