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
