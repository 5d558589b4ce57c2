import { expect, test } from 'vitest';
import { restoreApplication } from '../../../src/main/outbox/applications/restoreApplication.ts';
import { confirmedByColleague } from '../../../src/main/platform/plans.ts';
import { createVersionStore } from '../../../src/main/store/drafts/versionStore.ts';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { setAt } from '../../../src/shared/draft/fieldPath.ts';
import { type Message, msg } from '../../../src/shared/message.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';

function open() {
  const opened = openStoredApplications();
  const { db, store, rules, clock } = opened;
  const versions = createVersionStore(db);
  const options = { store, versions, rules, clock };
  /** Keeps a record as an earlier version of an application; returns the version's id. */
  const keep = (recordId: number, record: DraftRecord, why: 'draft' | 'overwritten' = 'draft') => {
    const { accountId, title } = store.get(recordId);
    const at = '2025-01-01T00:00:00.000Z';
    const content = JSON.stringify(record);
    const about = {
      accountId,
      kind: 'application',
      recordId,
      remoteId: null,
      uploadId: null,
      title,
    } as const;
    versions.keep({ ...about, at, record, why, content });
    return versionsOf(recordId)[0]!.id;
  };
  const restore = (versionId: number, id: number) =>
    restoreApplication(options, confirmedByColleague({ versionId, id, hash: store.get(id).hash }));
  const versionsOf = (recordId: number) => {
    const { accountId, remoteId } = store.get(recordId);
    return versions.ofRecord({ accountId, kind: 'application', recordId, remoteId });
  };
  return { ...opened, versions, options, keep, restore, versionsOf };
}

test('an earlier version replaces the draft, whose content is kept as a version', () => {
  const { store, versions, keep, restore, versionsOf, addUpdate } = open();
  const id = addUpdate(1, { 'bibjson.oa_start': 2015 }, { remoteId: 'there', status: 'waiting' });
  const before = store.get(id);
  const earlier = { ...setAt(before.record, 'bibjson.oa_start', 2001), own: 1 };
  restore(keep(id, earlier), id);
  expect(store.get(id)).toMatchObject({ record: earlier, version: before.version + 1, changes: 1 });
  const kept = versionsOf(id)[0]!;
  expect(versions.get(kept.id)).toMatchObject({
    ...{ accountId: 'a', kind: 'application', why: 'draft', remoteId: 'there', recordId: id, uploadId: null },
    ...{ at: '2026-01-01T00:00:00.000Z', title: 'Journal of Tests 1', record: before.record },
  });
});

test('a version as the directory had it becomes a draft without the members that only the directory sets', () => {
  const { store, keep, restore, addUpdate } = open();
  const id = addUpdate(1);
  const { record } = store.get(id);
  const there = { ...setAt(record, 'bibjson.oa_start', 2001), id: 'there', created_date: '2025' };
  restore(keep(id, there, 'overwritten'), id);
  expect(store.get(id).record).toEqual(setAt(record, 'bibjson.oa_start', 2001));
});

test('a version with the content of the draft changes nothing and is not kept again', () => {
  const { store, keep, restore, versionsOf, addUpdate } = open();
  const id = addUpdate(1);
  const before = store.get(id);
  restore(keep(id, before.record), id);
  expect(store.get(id)).toEqual(before);
  expect(versionsOf(id)).toHaveLength(1);
});

test('a version is not restored in an application of another account, in the trash, or under way', () => {
  const { store, accountId, options, keep, restore, addAccount, addUpdate } = open();
  const isRefused = (id: number, problem: Message, version = keep(id, {})) => {
    const before = store.get(id);
    const refusal = expect.objectContaining({ code: 'state', problem });
    expect(() => restore(version, id)).toThrow(refusal);
    expect(store.get(id)).toEqual(before);
  };
  addAccount('b');
  const { base } = store.get(addUpdate(1));
  const foreign = store.create({
    ...{ accountId: 'b', base, baseAt: null, at: '2026-01-01T00:00:00.000Z' },
    derived: options.rules.derive('b', base!, base),
  }).id;
  isRefused(foreign, msg('versions.otherAccount'), keep(addUpdate(2), {}));
  const trashed = addUpdate(3);
  store.trash(accountId, [trashed], '2026-01-01T00:00:00.000Z');
  isRefused(trashed, msg('versions.left.trashed'));
  const what = msg('applicationLife.what.update');
  for (const sync of ['queued', 'sending', 'unsure'] as const)
    isRefused(addUpdate(4, {}, { sync }), msg('versions.underWay', { what }));
});
