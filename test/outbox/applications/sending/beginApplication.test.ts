import { describe, expect, test } from 'vitest';
import {
  beginApplication,
  refreshBase,
} from '../../../../src/main/outbox/applications/sending/beginApplication.ts';
import {
  applicationFromJournal,
  blankApplication,
  toFlat,
} from '../../../../src/shared/application/application.ts';
import { setAt } from '../../../../src/shared/draft/fieldPath.ts';
import { readJournal } from '../../../../src/shared/journal/journal.ts';
import { journalRecord, newApplication } from '../../../helpers/applicationRecords.ts';
import { applicationDirectoryForFile } from '../../../helpers/directoryForFile.ts';
import { openStoredApplications } from '../../../helpers/storedApplications.ts';

const directory = applicationDirectoryForFile({ journals: 2 });

const accountId = 'a';
const open = () => openStoredApplications(directory.directory['4.0']);
const unasked = () => directory.fault({ kind: 'drop_before', match: { path: '/journals/' } });
const missing = 'applicationLife.problem.notInDirectory';
const event = (key: string) => [{ kind: 'created', message: { key: `applicationLife.event.${key}` } }];

describe('an application begins', () => {
  test('without a journal, as an empty record or the given one', async () => {
    const { parts, store, published } = open();
    const before = (await directory.requests()).length;
    const ids: number[] = [];
    for (const record of [undefined, newApplication()])
      ids.push(await beginApplication(parts, { accountId, journalId: null, ...(record && { record }) }));
    expect(ids.map((id) => store.get(id))).toMatchObject([
      { kind: 'new', base: null, baseAt: null, record: blankApplication('4.0') },
      { kind: 'new', base: null, baseAt: null, record: newApplication() },
    ]);
    expect(ids.map((id) => store.events(id))).toMatchObject(ids.map(() => event('createdNew')));
    expect(published.ids).toEqual(ids.map((id) => [id]));
    expect(await directory.requests()).toHaveLength(before);
  });

  test('with the journal as the directory has it now, which the call or the given record names', async () => {
    const { parts, store, keepJournal } = open();
    keepJournal({ ...journalRecord(1), bibjson: { ...journalRecord(1).bibjson, oa_start: 1999 } });
    const own = setAt(newApplication(), 'admin.current_journal', 'journal2');
    const begin = (journalId: string | null, record?: typeof own) =>
      beginApplication(parts, { accountId, journalId, ...(record && { record }) });
    const ids = [await begin('journal1'), await begin('journal1', own), await begin(null, own)];
    const [plain, moved, named] = ids.map((id) => store.get(id));
    const at = '2026-01-01T00:00:00.000Z';
    const base = { bibjson: { oa_start: 2012 } };
    expect(plain).toMatchObject({ kind: 'update', journalId: 'journal1', baseAt: at, base });
    expect(plain!.record).toEqual(applicationFromJournal(journalRecord(1)));
    expect(moved).toMatchObject({ journalId: 'journal1', base: { id: 'journal1' } });
    expect(moved!.record).toEqual(setAt(own, 'admin.current_journal', 'journal1'));
    expect(named).toMatchObject({ journalId: 'journal2', base: { id: 'journal2' }, record: own });
    expect(ids.map((id) => store.events(id))).toMatchObject(ids.map(() => event('createdFresh')));
  });

  test('with our copy of the journal if the directory cannot be asked', async () => {
    const { parts, store, manual, keepJournal } = open();
    keepJournal(journalRecord(1));
    await manual.advance(5_000);
    await unasked();
    const id = await beginApplication(parts, { accountId, journalId: 'journal1' });
    const date = '2026-01-01T00:00:00.000Z';
    expect(store.get(id)).toMatchObject({ baseAt: date, base: toFlat(journalRecord(1)) });
    expect(store.events(id)).toMatchObject([{ message: { params: { date } } }]);
  });

  test('not at all with a journal that is not in the directory, or that is unknown there and here', async () => {
    const { parts, store, journals, keepJournal } = open();
    const problemOf = (journalId: string, records = parts.journalRecords) =>
      beginApplication({ ...parts, journalRecords: records }, { accountId, journalId }).catch(
        (error: unknown) => error,
      );
    keepJournal({ ...journalRecord(9), id: 'removed' });
    expect(await problemOf('removed')).toMatchObject({
      code: 'not_found',
      ...{
        problem: { key: `${missing}.message` },
        why: { key: `${missing}.why` },
        fix: { key: `${missing}.fix` },
      },
    });
    keepJournal(journalRecord(1));
    const broken = new Error('broken');
    expect(await problemOf('journal1', { get: () => Promise.reject(broken) })).toBe(broken);
    await unasked();
    keepJournal({ ...journalRecord(8), id: 'withdrawn', admin: { in_doaj: false } });
    const listed = { ...readJournal(journalRecord(7))!, id: 'listed', record: null };
    journals.replaceAll(accountId, [listed], '2026');
    for (const id of ['withdrawn', 'listed', 'nowhere'])
      expect(await problemOf(id)).toMatchObject({ code: 'offline' });
    expect(store.ids(accountId)).toEqual([]);
  });
});

describe('the journal of a draft', () => {
  test('is fetched again without changing the draft', async () => {
    const { parts, store, manual, published, addUpdate } = open();
    const id = addUpdate(1);
    const before = store.get(id);
    const derived = parts.rules.derive(accountId, before.record, null);
    store.setBase(id, setAt(before.base!, 'bibjson.oa_start', 2015), '2025', derived);
    await manual.advance(5_000);
    await refreshBase(parts, id);
    expect(store.get(id)).toEqual({ ...before, baseAt: '2026-01-01T00:00:05.000Z', base: expect.anything() });
    expect(store.get(id)).toMatchObject({ changes: 1, base: { bibjson: { oa_start: 2012 } } });
    expect(published.ids).toEqual([[id]]);
  });

  test('is not asked for without one', async () => {
    const { parts, published, addNew } = open();
    const before = (await directory.requests()).length;
    await refreshBase(parts, addNew(900));
    expect(await directory.requests()).toHaveLength(before);
    expect(published.ids).toEqual([]);
  });

  test('that was withdrawn makes it an error, and the draft keeps the base that it had', async () => {
    const { parts, store, published, add, keepOwnJournals } = open();
    const base = toFlat({ ...journalRecord(9), id: 'removed' });
    const id = add(applicationFromJournal(base), base);
    keepOwnJournals([base]);
    const before = store.get(id);
    await expect(refreshBase(parts, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(store.get(id)).toMatchObject({ base, baseAt: before.baseAt, errors: before.errors + 1 });
    expect(published.ids).toEqual([[id]]);
  });
});
