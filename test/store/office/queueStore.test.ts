import { expect, test } from 'vitest';
import { createQueueStore } from '../../../src/main/store/office/queueStore.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';
import { article, openStores } from '../../helpers/storeParts.ts';

/** What the office's queue has of a record of which no content was confirmed. */
const told = (officeId: string) => ({ officeId, content: '', openId: null, seenIgnored: 0 });

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
  queue.add(names.map(told));
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
  queue.add([told('o')]);
  expect(queue.ownEnded(10)).toEqual([]);
  db.exec(`UPDATE uploads SET state = 'cancelled'`);
  expect(queue.ownEnded(10)).toEqual(['o']);
});

test('an article whose offer was forgotten while an upload was made of it does not count as one’s own', () => {
  const { db, add } = openStores();
  const id = add(article());
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o', 'article', 'a', ${id}, 1);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'U', 'running', '2026')`);
  const queue = createQueueStore(db);
  const entry = { id: 'o', position: 5 };
  queue.offer([entry]);
  queue.forgetOffers();
  queue.setUpload(1, [{ draftId: id, position: 5 }]);
  expect(queue.adoptedOf(['o'])).toEqual([entry]);
  expect(queue.adopted('a')).toEqual([{ ...entry, uploadId: 1, applicationId: null }]);
  // Reading the queue of another account says nothing about it.
  expect(queue.adopted('b')).toEqual([]);
});

test('an article that is confirmed again with another content is added to the office’s queue again', () => {
  const { db, add } = openStores();
  const id = add(article());
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
      VALUES ('o', 'article', 'a', ${id}, 1);
    INSERT INTO uploads (id, account_id, name, state, created_at) VALUES (1, 'a', 'U', 'running', '2026');
    INSERT INTO upload_items (upload_id, draft_id, position, state, confirmed_hash, updated_at)
      VALUES (1, ${id}, 0, 'queued', 'h1', '2026')`);
  const queue = createQueueStore(db);
  for (const content of ['h1', 'h2']) {
    db.prepare('UPDATE upload_items SET confirmed_hash = ?').run(content);
    const found = queue.toAdd('a', 10);
    expect(found).toMatchObject([{ ...told('o'), content }]);
    queue.add(found);
    expect(queue.toAdd('a', 10)).toEqual([]);
    expect(queue.ownEnded(10)).toEqual([]);
  }
});

test('so is an application, also one of which the person has seen more ignored or replaced', () => {
  const { db, store, addUpdate } = openStoredApplications();
  const id = addUpdate(1, {}, { sync: 'queued' });
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
    VALUES ('o', 'application', 'a', ${id}, 1)`);
  const queue = createQueueStore(db);
  for (const change of [
    { confirmedHash: 'h1', confirmedOpenId: null, seenIgnored: 0 },
    { confirmedHash: 'h2', confirmedOpenId: null, seenIgnored: 0 },
    { confirmedHash: 'h2', confirmedOpenId: null, seenIgnored: 1 },
    { confirmedHash: 'h2', confirmedOpenId: 'open1', seenIgnored: 1 },
  ]) {
    store.change(id, change);
    const found = queue.toAdd('a', 10);
    const { confirmedHash: content, confirmedOpenId: openId, seenIgnored } = change;
    expect(found).toMatchObject([{ officeId: 'o', content, openId, seenIgnored }]);
    queue.add(found);
    expect(queue.toAdd('a', 10)).toEqual([]);
  }
});

test('what a colleague confirmed again is offered although the entry before was adopted', () => {
  const { db, add } = openStores();
  const id = add(article());
  db.exec(`INSERT INTO office_base (office_id, kind, account_id, local_id, version)
    VALUES ('o', 'article', 'a', ${id}, 1)`);
  const queue = createQueueStore(db);
  const entry = { id: 'o', position: 5, outcome: ' ' };
  queue.offer([entry]);
  expect(queue.offered(entry)).toBeNull();
  expect(queue.offered({ ...entry, position: 6 })).toMatchObject({ kind: 'article', localId: id, isOver: 0 });
});
