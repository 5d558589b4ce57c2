import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/shared/draft/draft.ts';
import { literal } from '../../../src/shared/message.ts';
import { article, derive, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';
const refusal: Refusal = {
  path: '',
  code: 'refused',
  message: literal('Because.'),
  help: null,
  words: 'no',
  status: 400,
  reference: 'ab12',
  uploadId: 1,
  at,
};
const hash = derive(article()).columns.hash;
const sent = (id: number, remoteId: string | null) => ({
  ...{ id, hash, content: null, doiKey: 'd', urlKey: null, remoteId, at },
});

test('only an existing draft outside the trash and the queue can be queued', async () => {
  const { sync, add, draftStore } = openStores();
  const [free, trashed, staged] = [add(article()), add(article()), add(article(), { staged: true })];
  await draftStore.trash('a', { ids: [trashed] }, at);
  expect(sync.setQueued([free, trashed, staged, 4711, free])).toEqual([free]);
  expect(sync.setQueued([free])).toEqual([]);
});

test('a released draft returns to its state: never sent, sent, changed, refused or failed', () => {
  const { sync, add, draftStore } = openStores();
  const ids = ['never', 'sent', 'changed', 'refused', 'failed'].map(() => add(article()));
  const [, asSent, changed, refused, failed] = ids as [number, number, number, number, number];
  sync.setSent([sent(asSent, 'r'), { ...sent(changed, 'r'), hash: 'older' }]);
  sync.setRefused({ id: refused, refusal });
  sync.setFailed({ id: failed, refusal });
  const states = () => ids.map((id) => draftStore.get(id).sync);
  expect(states()).toEqual(['never', 'sent', 'changed', 'refused', 'failed']);
  expect(sync.setQueued(ids)).toEqual(ids);
  expect(new Set(states())).toEqual(new Set(['queued']));
  sync.releaseQueued(ids);
  expect(states()).toEqual(['never', 'sent', 'changed', 'refused', 'failed']);
});

test('an accepted draft loses its refusal and keeps its known directory id', () => {
  const { sync, add, draftStore } = openStores();
  const id = add(article());
  sync.setRefused({ id, refusal });
  sync.setSent([sent(id, 'r1')]);
  sync.setSent([sent(id, null)]);
  expect(draftStore.get(id)).toMatchObject({ sync: 'sent', remoteId: 'r1', refusal: null });
});

test('an id that is found later is that of the draft only if it was last stored with these keys', () => {
  const { sync, add, draftStore } = openStores();
  const id = add(article());
  sync.setSent([{ ...sent(id, null), content: 'c' }]);
  const found = { id, doiKey: 'd', urlKey: null, remoteId: 'r1' };
  sync.setFoundId({ ...found, doiKey: null });
  sync.setFoundId({ ...found, urlKey: 'u' });
  expect(draftStore.get(id).remoteId).toBeNull();
  sync.setFoundId(found);
  expect(draftStore.get(id).remoteId).toBe('r1');
});

test('a refusal of older content stays readable, but is not the state of the newer content', () => {
  const { sync, add, draftStore } = openStores();
  const id = add(article());
  sync.setQueued([id]);
  sync.setRefused({ id, refusal, hash: 'of-what-was-sent' });
  expect(draftStore.get(id)).toMatchObject({ sync: 'never', refusal });
});

test('a refused draft is ready to retry from an edit without errors until it is sent', () => {
  const { db, sync, add, draftStore } = openStores();
  const id = add(article());
  const listed = () => {
    const range = { offset: 0, limit: 10 };
    return draftStore.list('a', {}, { by: 'title', direction: 'asc' }, range).rows[0]?.retry;
  };
  const edit = (title: string) =>
    draftStore.save({ id, version: draftStore.get(id).version, draft: derive(article({ title })), at });
  expect(listed()).toBe(false);
  sync.setRefused({ id, refusal });
  expect(listed()).toBe(false);
  edit('Another title');
  expect(listed()).toBe(true);
  expect(draftStore.get(id).retry).toBe(true);
  db.prepare("UPDATE drafts SET readiness = 'incomplete' WHERE id = ?").run(id);
  expect(listed()).toBe(false);
  db.prepare("UPDATE drafts SET readiness = 'ready' WHERE id = ?").run(id);
  sync.setQueued([id]);
  expect(listed()).toBe(false);
  sync.setSent([sent(id, 'r1')]);
  expect(listed()).toBe(false);
});

test('an event inside a transaction is discarded when it rolls back', () => {
  const { db, sync, add, draftStore } = openStores();
  const id = add(article());
  const fail = db.transaction(() => {
    sync.setQueued([id]);
    sync.setSent([sent(id, 'r')]);
    throw new Error('rolled back');
  });
  expect(fail).toThrow('rolled back');
  expect(draftStore.get(id)).toMatchObject({ sync: 'never', remoteId: null });
});
