import { expect, test } from 'vitest';
import { createUploadStore } from '../../../src/main/store/uploads/uploadStore.ts';
import { itemMayStep } from '../../../src/shared/upload/uploadStates.ts';
import { article, openStores, planOf } from '../../helpers/storeParts.ts';

const at = '2026-02-01T00:00:00.000Z';

test('a step that is not in the table is refused', () => {
  const { db, add } = openStores();
  const store = createUploadStore(db);
  const draftId = add(article());
  const id = store.create({ accountId: 'a', name: 'U', at });
  store.addItems(
    id,
    [{ draftId, position: 1, title: '', place: null, doi: '', bytes: 1, plannedHash: '' }],
    at,
  );
  store.setState(id, 'ready', { at });
  const [item] = store.items(id, { states: [], offset: 0, limit: 9 }).items;
  store.step([item!.id], 'queued', { state: 'sending' }, at);
  store.step([item!.id], 'sending', { state: 'done' }, at);
  expect(itemMayStep('done', 'queued')).toBe(false);
  expect(() => store.step([item!.id], 'done', { state: 'queued' }, at)).toThrow('may not go');
  expect(() => store.setState(id, 'reading', { at })).toThrow('may not go');
});

test('items of an upload are counted and selected by an index alone', () => {
  const { db } = openStores();
  expect(
    planOf(
      db,
      'SELECT state, outcome, count(*) FROM upload_items WHERE upload_id = 1 GROUP BY state, outcome',
    ),
  ).toContain('COVERING INDEX upload_items_by_state');
  const queued = `SELECT id FROM upload_items WHERE upload_id = 1 AND state = 'queued' AND outcome IS NULL AND due_ms <= 5 ORDER BY position`;
  expect(planOf(db, queued)).not.toContain('TEMP B-TREE');
});
