import { expect, test } from 'vitest';
import { createInFlightStore } from '../../../src/main/store/office/inFlightStore.ts';
import { account, article, openStores } from '../../helpers/storeParts.ts';

test('the outcome of what an account sent does not count as known because the account was removed', async () => {
  const { db, accountStore, add } = openStores();
  accountStore.insert({ ...account, id: 'b' });
  const sent = add(article());
  const others = add(article(), { accountId: 'b' });
  db.exec(`INSERT INTO office_accounts (office_id, account_id) VALUES ('oa', 'a'), ('ob', 'b');
    INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o1', 'article', 'a', ${sent}, 1), ('o2', 'article', 'b', ${others}, 1);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'U', 'running', '2026');
    INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
      VALUES (1, ${sent}, 0, 'unsure', '2026');
    INSERT INTO deletions (account_id, remote_id, title, state, at, office_id, office_state)
      VALUES ('a', 'there', 'On moths', 'unclear', '2026', 'd1', 'waiting')`);
  const store = createInFlightStore(db);
  store.add(['o1', 'o2', 'd1'], 7);
  const known = [{ officeId: 'o2', token: 7 }];
  expect(store.settled(10)).toEqual(known);
  await accountStore.remove('a');
  expect(store.settled(10)).toEqual(known);
  // The office's thread may have been asked for a permission before the removal.
  store.add(['o1'], 8);
  expect(store.settled(10)).toEqual(known);
});
