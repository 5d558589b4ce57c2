import { expect, test } from 'vitest';
import { createOfficeTriggers } from '../../../src/main/store/office/officeTriggers.ts';
import {
  createSharedDeletionStore,
  type SharedDeletion,
} from '../../../src/main/store/office/sharedDeletionStore.ts';
import { article, openStores } from '../../helpers/storeParts.ts';

const deletion = (state: SharedDeletion['state']): SharedDeletion => ({
  seen: null,
  id: 'd1',
  remoteId: 'there',
  title: 'On moths',
  person: 'ben',
  state,
  message: null,
  at: '2026-03-01T00:00:00.000Z',
  seq: 1,
});

test.each([
  ['deleted', null, 1],
  ['gone', null, 1],
  ['refused', 'there', 0],
  ['waiting', 'there', 0],
] as const)('a colleague’s deletion that is %s leaves the article as %s here', (state, remoteId, changes) => {
  const { db, add, sync, draftStore } = openStores();
  const id = add(article());
  sync.setSent([
    {
      id,
      hash: 'h',
      content: null,
      doiKey: null,
      urlKey: null,
      remoteId: 'there',
      at: '2026-02-02T00:00:00.000Z',
    },
  ]);
  db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('o', 'a')`);
  createOfficeTriggers(db);
  createSharedDeletionStore(db).receive('a', [deletion(state)], 1);
  expect(draftStore.get(id)).toMatchObject({ remoteId });
  // The others get to know it from here, too.
  expect(db.prepare('SELECT count(*) FROM office_outbox').pluck().get()).toBe(changes);
});

test('a deletion that was cancelled during its request is not shared, but the office is told of one it has', () => {
  const { db } = openStores();
  db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('o', 'a');
    INSERT INTO deletions (account_id, remote_id, title, state, at, office_id, office_state, is_cancelled)
      VALUES ('a', 'there', 'Known', 'unclear', '2026', 'd1', 'waiting', 1),
        ('a', 'r2', 'Unknown', 'unclear', '2026', NULL, NULL, 1),
        ('a', 'r3', 'New', 'waiting', '2026', NULL, NULL, 0)`);
  const store = createSharedDeletionStore(db);
  expect(store.toAdd('a', 10)).toMatchObject([{ remoteId: 'r3' }]);
  expect(store.cancelled('a', 10)).toEqual(['d1']);
  expect(store.ended('a', 10)).toEqual([]);
  const state = (remoteId: string) =>
    db.prepare('SELECT state, person, is_cancelled FROM deletions WHERE remote_id = ?').raw().get(remoteId);
  // Its request was refused, and the office does not believe it.
  db.exec(`UPDATE deletions SET state = 'refused' WHERE office_id = 'd1'`);
  expect(store.overrule('a', [{ ...deletion('waiting'), person: null }])).toBe(0);
  expect(state('there')).toEqual(['refused', null, 1]);
  expect(store.cancelled('a', 10)).toEqual(['d1']);
  // A colleague wants the other one deleted.
  store.receive('a', [{ ...deletion('waiting'), id: 'd2', remoteId: 'r2' }], 2);
  expect(state('r2')).toEqual(['unclear', 'ben', 0]);
});
