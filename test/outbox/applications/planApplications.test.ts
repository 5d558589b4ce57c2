import { describe, expect, test } from 'vitest';
import { ignoredOf, planApplications } from '../../../src/main/outbox/applications/planApplications.ts';
import { toFlat } from '../../../src/shared/application/application.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { removeAt, setAt } from '../../../src/shared/draft/fieldPath.ts';
import type { Finding } from '../../../src/shared/finding.ts';
import { msg } from '../../../src/shared/message.ts';
import { journalRecord, newApplication } from '../../helpers/applicationRecords.ts';
import { applicationDirectoryForFile } from '../../helpers/directoryForFile.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';

const directory = applicationDirectoryForFile({ journals: 3 });

const accountId = 'a';
const at = '2026-01-01T00:00:00.000Z';
const broken = { 'bibjson.oa_start': 99 };

function open() {
  const opened = openStoredApplications(directory.directory['4.0']);
  const { parts } = opened;
  return {
    ...opened,
    plan: (...ids: number[]) => planApplications(parts, { accountId, ids }),
    planLocally: (...ids: number[]) => planApplications(parts, { accountId, ids, isLocal: true }),
  };
}

describe('a plan without asking the directory', () => {
  test('has each application of the account once, with its findings and changes', async () => {
    const { store, rules, add, addAccount, addUpdate, planLocally } = open();
    const id = addUpdate(1, { ...broken, 'bibjson.title': 'Ignored', 'bibjson.keywords': ['a', 'b'] });
    const { record, base } = store.get(id);
    addAccount('b');
    const derived = rules.derive('b', record, base);
    const foreign = store.create({ accountId: 'b', derived, base, baseAt: at, at }).id;
    const fromFile = add(removeAt(record, 'admin.current_journal'), base);
    const unknown = add(record, null);
    const { plans, unasked } = await planLocally(id, foreign, id, 999, fromFile, unknown);
    expect(unasked).toBeNull();
    expect(plans.map((plan) => plan.id)).toEqual([id, fromFile, unknown]);
    expect(plans[0]).toMatchObject({
      ...{ title: 'Journal of Tests 1', kind: 'update', action: 'held-back', errors: 1 },
      warnings: derived.columns.warnings,
      ignored: [{ path: 'bibjson.title', proposed: 'Ignored', kept: 'Journal of Tests 1' }],
      changes: [
        { path: 'bibjson.oa_start', before: 2012, after: 99 },
        { path: 'bibjson.keywords', before: ['soil', 'water'], after: ['a', 'b'] },
      ],
      ...{ remoteChanges: null, open: null, replaced: [] },
    });
    expect(plans.slice(1)).toMatchObject([
      { kind: 'new', changes: [] },
      { kind: 'update', changes: [] },
    ]);
  });

  test('holds back what is about a withdrawn journal, or about the journal of an earlier one that goes', async () => {
    const { addNew, addUpdate, keepOwnJournals, planLocally } = open();
    keepOwnJournals([journalRecord(1), journalRecord(2, { inDirectory: false })]);
    const ids = [addUpdate(1, broken), addUpdate(1), addUpdate(1), addUpdate(2), addNew(900), addNew(910)];
    const { plans } = await planLocally(...ids);
    expect(plans.map(({ action }) => action)).toEqual([
      ...['held-back', 'create', 'held-back', 'held-back', 'create', 'create'],
    ]);
    expect([plans[2], plans[3]]).toMatchObject([
      { message: msg('applicationLife.plan.second') },
      { message: msg('applicationLife.plan.withdrawn') },
    ]);
  });

  test('counts the requests that sending takes and the seconds until they can have been sent', async () => {
    const { directory: access, addUpdate, planLocally } = open();
    const limiter = access.limiter(accountId);
    const [create, held] = [addUpdate(1), addUpdate(2, broken)];
    const update = addUpdate(3, {}, { remoteId: 'own', status: 'waiting', sync: 'settled' });
    expect(await planLocally(create, held, update)).toMatchObject({ requests: 5, seconds: 0 });
    limiter.hold(600_000);
    expect((await planLocally(create)).seconds).toBeGreaterThan(0);
    expect(await planLocally(held)).toMatchObject({ requests: 0, seconds: 0 });
  });

  test('lets other work run after every five', async () => {
    const { parts, rules, addUpdate } = open();
    const done: string[] = [];
    const derive: typeof rules.derive = (...given) => {
      if (done.push('derived') === 1) setImmediate(() => done.push('other work'));
      return rules.derive(...given);
    };
    const ids = Array.from({ length: 6 }, () => addUpdate(1));
    await planApplications({ ...parts, rules: { ...rules, derive } }, { accountId, ids, isLocal: true });
    expect(done.indexOf('other work')).toBe(5);
  });
});

test('ignored values are those that the journal keeps, or else those that the rules found', () => {
  const base = toFlat(journalRecord(1));
  const record = setAt(newApplication(), 'bibjson.title', 'Other');
  const findings = [
    { severity: 'ignored', path: 'bibjson.title', more: 3 },
    { severity: 'ignored', path: 'bibjson.subject' },
    { severity: 'error', path: 'bibjson.eissn' },
  ] as Finding[];
  const found = [
    { path: 'bibjson.title', kept: null, proposed: 'Other', more: 3 },
    { path: 'bibjson.subject', kept: null, proposed: null },
  ];
  expect(ignoredOf({ kind: 'new', base: null, record }, findings, '4.0')).toStrictEqual(found);
  expect(ignoredOf({ kind: 'new', base, record }, findings, '4.0')).toStrictEqual(found);
  expect(ignoredOf({ kind: 'update', base: null, record }, findings, '4.0')).toStrictEqual(found);
  const ignored = ignoredOf({ kind: 'update', base, record }, findings, '4.0');
  expect(ignored).toContainEqual({ path: 'bibjson.title', kept: 'Journal of Tests 1', proposed: 'Other' });
});

describe('a plan of what the directory says', () => {
  /** An Update Request as we stored it, before somebody else changed its year. */
  const storedBefore = (record: DraftRecord) =>
    setAt({ ...record, last_updated: '2020-01-01T00:00:00Z' }, 'bibjson.oa_start', 2001);

  test('asks only about what may overwrite a record', async () => {
    const { store, addNew, addUpdate, plan, planLocally } = open();
    const count = async () => (await directory.requests()).length;
    const before = await count();
    const trashed = addUpdate(1);
    store.trash(accountId, [trashed], at);
    expect(await plan(addNew(900), trashed, addUpdate(2, broken))).toMatchObject({ unasked: null });
    await planLocally(addUpdate(1));
    expect(await count()).toBe(before);
    await plan(addNew(910, { remoteId: 'own', status: 'waiting' }));
    expect(await count()).toBeGreaterThan(before);
  });

  test('shows what an open request has that sending would replace, compared with the present journal', async () => {
    const { store, add, addUpdate, storeThere, plan, planLocally } = open();
    const theirs = await storeThere(addUpdate(1, { 'bibjson.oa_start': 2018 }));
    const id = addUpdate(1);
    const { record, base } = store.get(id);
    const older = add(record, setAt(base!, 'bibjson.oa_start', 1999));
    const unknown = add(record, null);
    const replaces = async (plans: ReturnType<typeof plan>) => (await plans).plans[0]!;
    expect(await replaces(plan(older))).toMatchObject({
      ...{ action: 'overwrite', open: { remoteId: theirs, status: 'waiting' } },
      replaced: [{ path: 'bibjson.oa_start', before: 2012, after: 2018 }],
    });
    expect((await replaces(planLocally(older))).replaced).toMatchObject([{ before: 1999, after: 2018 }]);
    expect(await replaces(planLocally(unknown))).toMatchObject({ action: 'overwrite', replaced: [] });
    await directory.setStatus(theirs, 'in progress');
    // The journal was changed since, which only matters if it is sent.
    expect(await replaces(plan(older))).toMatchObject({
      ...{ action: 'held-back', open: { status: 'review' }, replaced: [], remoteChanges: null },
    });
  });

  test('shows the open request of its own, and what others changed there and in the journal', async () => {
    const { store, rules, addUpdate, addNew, storeThere, plan, planLocally } = open();
    const id = addUpdate(1);
    const { record, base } = store.get(id);
    const remoteId = await storeThere(id);
    const known = { remoteId, status: 'waiting', statusAt: at, sentHash: 'former', sync: 'settled' } as const;
    store.change(id, { ...known, stored: storedBefore(record) });
    const there = (await plan(id)).plans[0]!;
    expect(there).toMatchObject({
      ...{ action: 'update', open: { remoteId, status: 'waiting', at }, replaced: [] },
      remoteChanges: { key: 'applicationLife.plan.requestChanged' },
    });
    const older = setAt(base!, 'bibjson.oa_start', 1999);
    store.setBase(id, older, at, rules.derive(accountId, record, older));
    expect((await plan(id)).plans[0]!.remoteChanges).toMatchObject({
      params: {
        list: [
          { key: 'applicationLife.plan.requestChanged' },
          { key: 'applicationLife.plan.journalChanged' },
        ],
      },
    });
    // Without a newer look, what is known of one that is gone does not count.
    store.change(id, { status: 'gone', sync: 'settled' });
    expect((await planLocally(id)).plans).toMatchObject([
      { action: 'create', open: null, remoteChanges: null },
    ]);
    const unread = addUpdate(2, {}, { remoteId: 'unread', sync: 'settled' });
    const plain = addNew(900, { ...known, remoteId: 'plain' });
    // Another application has taken over its record.
    const overwritten = addUpdate(3, {}, { ...known, remoteId: null });
    const { plans } = await planLocally(unread, plain, overwritten);
    expect(plans.map((one) => one.open)).toEqual([null, null, null]);
  });

  test('says why the directory could not be asked, and plans with what is known', async () => {
    const { parts, directory: access, addUpdate, plan } = open();
    const id = addUpdate(1);
    await directory.fault({ kind: 'status', status: 502, body: 'bad' });
    const { plans, unasked } = await plan(id);
    expect(unasked).not.toBeNull();
    expect(plans).toMatchObject([{ action: 'create', remoteChanges: null }]);
    const failing = { ...access.client(accountId), ask: () => Promise.reject(new Error('broken')) };
    const given = { ...parts, directory: { ...access, client: () => failing } };
    await expect(planApplications(given, { accountId, ids: [id] })).rejects.toThrow('broken');
  });
});
