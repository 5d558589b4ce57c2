import { expect, test } from 'vitest';
import { createQueueStore } from '../../../src/main/store/office/queueStore.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';
import { article, openStores } from '../../helpers/storeParts.ts';

test('an application leaves the office’s queue when it is cancelled, also during its request', () => {
  const { db, store, addUpdate } = openStoredApplications();
  const ids = (['queued', 'sending', 'unsure'] as const).map((sync, at) =>
    addUpdate(at + 1, {}, { sync, confirmedOpenId: 'open1' }),
  );
  for (const id of ids)
    db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o${id}', 'application', 'a', ${id}, 1)`);
  const queue = createQueueStore(db);
  const names = ids.map((id) => `o${id}`);
  expect(queue.toAdd('a', 10)).toMatchObject([{ officeId: names[0], openId: 'open1' }]);
  queue.add(names);
  expect(queue.ownEnded(10)).toEqual([]);
  for (const id of ids) store.change(id, { isCancelled: true });
  expect(queue.ownEnded(10)).toEqual(names);
  queue.remove(names);
  expect(queue.toAdd('a', 10)).toEqual([]);
});

test('an article of a cancelled upload leaves the office’s queue during its request', () => {
  const { db, add } = openStores();
  const id = add(article());
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o', 'article', 'a', ${id}, 1);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'U', 'running', '2026');
    INSERT INTO upload_items (upload_id, draft_id, position, state, updated_at)
      VALUES (1, ${id}, 0, 'unsure', '2026')`);
  const queue = createQueueStore(db);
  queue.add(['o']);
  expect(queue.ownEnded(10)).toEqual([]);
  db.exec(`UPDATE uploads SET state = 'cancelled'`);
  expect(queue.ownEnded(10)).toEqual(['o']);
});

test('an article that its person removed while an upload was made of it does not count as one’s own', () => {
  const { db, add } = openStores();
  const id = add(article());
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o', 'article', 'a', ${id}, 1);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'U', 'running', '2026')`);
  const queue = createQueueStore(db);
  queue.offer(['o']);
  queue.giveUp(['o']);
  queue.setUpload(1, [id]);
  expect(queue.adoptedOf(['o'])).toEqual(['o']);
  expect(queue.adopted()).toEqual([{ officeId: 'o', uploadId: 1, applicationId: null }]);
});
