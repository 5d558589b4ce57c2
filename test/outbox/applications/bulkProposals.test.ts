import { describe, expect, test } from 'vitest';
import {
  type BulkInput,
  createMany,
  listProposals,
  previewMany,
} from '../../../src/main/outbox/applications/bulkProposals.ts';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import { toFlat } from '../../../src/shared/application/application.ts';
import type { BulkChange } from '../../../src/shared/application/applicationDraft.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../src/shared/draft/fieldPath.ts';
import { readJournal } from '../../../src/shared/journal/journal.ts';
import { fullBibjson, issnOf, journalRecord } from '../../helpers/applicationRecords.ts';
import { applicationsWorld } from '../../helpers/applicationWorld.ts';
import { applicationDirectoryForFile } from '../../helpers/directoryForFile.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';

const world = applicationsWorld(6);
// It continues journal 1, and names its ISSN.
const next = { ...journalRecord(20), bibjson: fullBibjson(20, { pissn: issnOf(3) }) };
const directory = applicationDirectoryForFile({ world: { ...world, journals: [...world.journals, next] } });

const accountId = 'a';
const at = '2026-01-01T00:00:00.000Z';
const path = 'bibjson.preservation.service';
const changes: BulkChange[] = [{ path, how: 'add', value: 'Portico' }];
const fields = [{ path, before: ['CLOCKSS'], after: ['CLOCKSS', 'Portico'] }];
const inputFor = (...journalIds: string[]) => ({ accountId, journalIds, changesFor: () => changes });
/** As the directory had a journal before. */
const former = (number: number): DraftRecord =>
  setAt(journalRecord(number) as unknown as DraftRecord, 'bibjson.oa_start', 1999);

async function planOf(parts: Parameters<typeof previewMany>[0], input: BulkInput) {
  return confirmedByColleague(listProposals(input, await previewMany(parts, input)));
}

function open() {
  const opened = openStoredApplications(directory.directory['4.0']);
  const { parts, journals } = opened;
  const created: number[] = [];
  const changed: [number, boolean][] = [];
  return {
    ...opened,
    created,
    changed,
    preview: (...journalIds: string[]) => previewMany(parts, inputFor(...journalIds)),
    create: async (...journalIds: string[]) => {
      const done = await createMany(parts, await planOf(parts, inputFor(...journalIds)), {
        created: (id) => void created.push(id),
        changing: (id, change) => void changed.push([id, change()]),
      });
      return done.ids;
    },
    yearOf: (id: string) => getAt(journals.get(accountId, id)?.record, 'bibjson.oa_start'),
    paths: async () => (await directory.requests()).map(({ path }) => path),
  };
}

describe('a proposal', () => {
  test('is made once for each journal, and other work runs after every five', async () => {
    const { parts, keepOwnJournals, addUpdate, preview } = open();
    const journalIds = [1, 2, 3, 4, 5, 6].map((number) => `journal${number}`);
    keepOwnJournals(journalIds.map((_, index) => journalRecord(index + 1)));
    const draftId = addUpdate(2);
    const [plain, other] = await preview('journal1', 'journal2', 'journal1');
    expect(plain).toEqual({
      ...{ journalId: 'journal1', title: 'Journal of Tests 1', draftId: null, problem: null },
      ...{ changes: fields, proposed: [path], findings: [] },
    });
    expect(other).toMatchObject({
      draftId,
      proposed: [path],
      changes: [{ path: 'bibjson.oa_start' }, { path }],
    });
    const done: string[] = [];
    const changesFor = (id: string) => {
      if (done.push(id) === 1) setImmediate(() => done.push('other work'));
      return changes;
    };
    const proposals = await previewMany(parts, { accountId, journalIds, changesFor });
    expect(done.indexOf('other work')).toBe(5);
    expect(proposals.map(({ changes }) => changes.length)).toEqual([1, 2, 1, 1, 1, 1]);
  });

  test('says why there can be none', async () => {
    const { journals, keepJournal, addUpdate, preview, create, published, paths } = open();
    journals.replaceAll(accountId, [{ ...readJournal(journalRecord(30))!, record: null }], at);
    for (const number of [1, 2, 3, 4, 5, 6]) keepJournal(journalRecord(number));
    keepJournal(journalRecord(7, { inDirectory: false }));
    const drafts = [
      ...(['queued', 'sending', 'unsure'] as const).map((sync, index) => addUpdate(index + 1, {}, { sync })),
      addUpdate(4, {}, { remoteId: 'reviewed', status: 'review' }),
    ];
    const ids = ['nowhere', 'journal30', 'journal7', 'journal1', 'journal2', 'journal3', 'journal4'];
    const proposals = await preview(...ids);
    const none = { changes: [], proposed: [], findings: [] };
    const [unknown, withdrawn] = ['unknown', 'withdrawn'].map((why) => `applicationLife.many.${why}`);
    const underWay = 'applicationLife.many.underWay';
    const keys = [unknown, withdrawn, withdrawn, underWay, underWay, underWay, 'updateRequest.closed.review'];
    expect(proposals).toMatchObject(keys.map((key) => ({ ...none, problem: { key } })));
    expect(proposals.map(({ draftId }) => draftId)).toEqual([null, null, null, ...drafts]);
    expect(proposals.slice(0, 2).map(({ title }) => title)).toEqual(['', 'Journal of Tests 30']);
    expect(await create(...ids)).toEqual([]);
    expect(published.ids.flat()).toEqual([]);
    // Only unknown journals are asked for.
    expect((await paths()).filter((asked) => asked.includes('journal30'))).toEqual([]);
  });

  test('changes a draft that the directory does not hold back, and leaves decided ones alone', async () => {
    const { keepJournal, addUpdate, preview } = open();
    for (const number of [1, 2, 3, 4, 5]) keepJournal(journalRecord(number));
    const open_ = [
      addUpdate(1, {}, { remoteId: 'waits', status: 'waiting' }),
      addUpdate(2, {}, { remoteId: 'unread' }),
      addUpdate(3, {}, { remoteId: 'former', status: 'gone' }),
      // Another draft has taken over its record.
      addUpdate(4, {}, { status: 'review' }),
    ];
    addUpdate(5, {}, { remoteId: 'decided', status: 'accepted' });
    const proposals = await preview('journal1', 'journal2', 'journal3', 'journal4', 'journal5');
    expect(proposals.map(({ draftId }) => draftId)).toEqual([...open_, null]);
    expect(proposals).toMatchObject(proposals.map(() => ({ problem: null, changes: fields })));
  });
});

test('a proposal takes over what changed in the journal since its draft was made, but no field of the draft', async () => {
  const { keepJournal, addUpdate, preview } = open();
  addUpdate(1);
  const name = 'bibjson.institution.name';
  const since = setAt(former(1), name, 'Another Institute');
  keepJournal(since);
  const [proposal] = await preview('journal1');
  expect(proposal!.changes.map((change) => [change.path, change.before, change.after])).toEqual([
    ['bibjson.oa_start', 1999, 2015],
    [path, ['CLOCKSS'], ['CLOCKSS', 'Portico']],
  ]);
});

describe('the journals of a bulk change', () => {
  test('are asked for together once their copies are older than a quarter of an hour', async () => {
    const { journals, manual, published, keepOwnJournals, keepJournal, preview, yearOf, paths } = open();
    const plain = removeAt(former(3), 'bibjson.eissn');
    const nameless = removeAt(removeAt(former(4), 'bibjson.eissn'), 'bibjson.pissn');
    const withdrawn = { ...former(7), admin: { in_doaj: false } };
    const renamed = setAt(former(2), 'bibjson.title', 'Former title');
    keepOwnJournals([former(1), renamed, plain, nameless, withdrawn]);
    const old = ['journal1', 'journal2', 'journal3', 'journal4', 'journal7'];
    const asked = (await paths()).length;
    await manual.advance(15 * 60_000);
    keepJournal(former(5));
    await preview(...old);
    expect((await paths()).length).toBe(asked);
    await manual.advance(1);
    await preview(...old, 'journal5');
    const query = (await paths()).slice(asked).map(decodeURIComponent);
    expect(query).toHaveLength(1);
    // By id, since the directory may have changed their ISSNs.
    expect(query[0]).toContain(`id.exact:(${old.map((id) => `"${id}"`).join(' OR ')})`);
    expect(old.map(yearOf)).toEqual([2012, 2012, 2012, 2012, 1999]);
    expect(yearOf('journal5')).toBe(1999);
    expect(journals.get(accountId, 'journal1')).toMatchObject({ fetchedAt: '2026-01-01T00:15:00.001Z' });
    // Another journal with one of these ISSNs was not asked for.
    expect(journals.get(accountId, 'journal20')).toBeNull();
    // The rules see another title, other ISSNs, and another start of open access.
    expect(published.journals).toBe(4);
  });

  test('are fetched if they are unknown, whatever else is', async () => {
    const { preview } = open();
    const proposals = await preview('nowhere', 'journal1');
    expect(proposals.map(({ problem, changes }) => [problem?.key, changes.length])).toEqual([
      ['applicationLife.many.unknown', 0],
      [undefined, 1],
    ]);
  });

  test('are used as they are if the directory cannot be asked, or gives another answer', async () => {
    const { parts, manual, published, keepJournal, preview, yearOf, paths } = open();
    keepJournal(former(1));
    await manual.advance(3_600_000);
    for (const fault of [{ kind: 'status', status: 502, body: 'bad' }, { kind: 'drop_before' }]) {
      await directory.fault(fault);
      const asked = (await paths()).length;
      const proposals = await preview('nowhere', 'elsewhere', 'journal1');
      expect(proposals).toMatchObject([{ changes: [] }, { changes: [] }, { proposed: [path] }]);
      // Each further request would have to wait for its time limit.
      expect(await paths()).toHaveLength(asked + 1);
      await directory.clearFaults();
    }
    const odd = { total: 1, results: [{ id: 'journal1' }] };
    await directory.fault({ kind: 'status', status: 200, body: odd, match: { path: 'journals/' } });
    expect(await preview('journal1')).toMatchObject([{ proposed: [path] }]);
    expect(yearOf('journal1')).toBe(1999);
    expect(published.journals).toBe(0);
    const broken = new Error('broken');
    const given = { ...parts, journalRecords: { get: () => Promise.reject(broken) } };
    await expect(previewMany(given, inputFor('nowhere'))).rejects.toBe(broken);
  });
});

describe('a bulk change', () => {
  test('makes a draft of each journal, or changes the one there is, with the present journal', async () => {
    const { store, published, keys, addUpdate, keepJournal, created, changed, create } = open();
    for (const number of [1, 2, 3]) keepJournal(journalRecord(number));
    const draft = addUpdate(2);
    const older = { ...store.get(draft) };
    store.setBase(draft, toFlat(former(2)), '2025', {
      record: older.record,
      columns: { ...older, searchText: '' },
      findings: [],
    });
    const same = addUpdate(3, { [path]: ['CLOCKSS', 'Portico'] });
    const { version } = store.get(draft);
    const ids = await create('journal1', 'journal2', 'journal3');
    expect(ids).toEqual([created[0], draft]);
    expect(published.ids).toEqual([ids]);
    expect(changed).toEqual([[draft, true]]);
    expect(store.get(created[0]!)).toMatchObject({
      ...{ accountId, journalId: 'journal1', changes: 1, baseAt: at, base: { id: 'journal1' } },
      record: { bibjson: { preservation: { service: ['CLOCKSS', 'Portico'] } } },
    });
    expect(store.events(created[0]!)).toMatchObject([
      { kind: 'created', at, message: { key: 'applicationLife.event.createdMany' } },
    ]);
    expect(keys(draft)).toEqual([]);
    expect(store.get(draft)).toMatchObject({
      ...{ version: version + 1, changes: 2, updatedAt: at, baseAt: at },
      ...{ base: { bibjson: { oa_start: 2012 } }, record: { bibjson: { oa_start: 2015 } } },
    });
    expect(store.get(same).version).toBe(1);
  });

  test('that fails is reported as far as it was made, five at a time', async () => {
    const { parts, store, published, keepJournal } = open();
    for (const number of [1, 2, 3, 4, 5, 6]) keepJournal(journalRecord(number));
    const made: number[] = [];
    const notes = {
      created: (id: number) => {
        if (made.push(id) === 6) throw new Error('broken');
      },
      changing: () => undefined,
    };
    const ids = [1, 2, 3, 4, 5, 6].map((number) => `journal${number}`);
    const plan = await planOf(parts, inputFor(...ids));
    await expect(createMany(parts, plan, notes)).rejects.toThrow('broken');
    expect(store.ids(accountId)).toEqual(made.slice(0, 5));
    expect(published.ids).toEqual([made.slice(0, 5)]);
  });
});
