import { expect, test } from 'vitest';
import { createRequestStore } from '../../../src/main/store/uploads/requestStore.ts';
import { createUploadStore } from '../../../src/main/store/uploads/uploadStore.ts';
import { openStores, planOf } from '../../helpers/storeParts.ts';

const day = 24 * 3600 * 1000;
const now = Date.parse('2026-11-21T00:00:00Z');

function openRequests() {
  const { db } = openStores();
  const requests = createRequestStore(db);
  const uploads = createUploadStore(db);
  const begin = (age: number, uploadId: number | null = null) =>
    requests.begin({
      accountId: 'a',
      uploadId,
      at: new Date(now - age * day).toISOString(),
      method: 'GET',
      address: 'https://directory.example.org/api/v4/x',
      records: 0,
      bytes: 0,
    });
  const upload = () => uploads.create({ accountId: 'a', name: 'u', at: '2026-01-01T00:00:00.000Z' });
  const end = (id: number) => uploads.setState(id, 'cancelled', { at: '2026-01-01T00:00:00.000Z' });
  const left = () => db.prepare('SELECT id FROM requests ORDER BY id').pluck().all();
  return { db, requests, uploads, begin, upload, end, left };
}

test('requests older than 90 days are removed, later ones stay', async () => {
  const { requests, begin, left } = openRequests();
  begin(400);
  begin(91);
  const kept = [begin(89), begin(1)];
  expect(await requests.removeOld(now)).toBe(2);
  expect(left()).toEqual(kept);
  expect(await requests.removeOld(now)).toBe(0);
});

test('unfinished uploads keep their requests, as do those with undecided items', async () => {
  const { db, requests, uploads, begin, upload, end, left } = openRequests();
  const [running, over, unsure] = [upload(), upload(), upload()];
  const kept = [begin(200, running), begin(199, unsure)];
  const gone = begin(198, over);
  for (const id of [over, unsure]) {
    uploads.addItems(
      id,
      [{ draftId: 1, position: 1, title: '', place: null, doi: '', bytes: 1, plannedHash: '' }],
      '2026-01-01',
    );
    end(id);
  }
  db.prepare(`UPDATE upload_items SET state = 'done', request_id = ? WHERE upload_id = ?`).run(gone, over);
  db.prepare(`UPDATE upload_items SET state = 'unsure' WHERE upload_id = ?`).run(unsure);
  const item = db.prepare('SELECT id FROM upload_items WHERE upload_id = ?').pluck().get(over);
  db.prepare('INSERT INTO request_items (request_id, item_id) VALUES (?, ?)').run(gone, item);
  expect(await requests.removeOld(now)).toBe(1);
  expect(left()).toEqual(kept);
  expect(db.prepare('SELECT count(*) FROM request_items').pluck().get()).toBe(0);
  expect(uploads.items(over, { states: [], offset: 0, limit: 10 }).total).toBe(1);
});

test('thousands of requests are removed in slices, so that other work can run', async () => {
  const { db, requests, begin, left } = openRequests();
  db.transaction(() => {
    for (let at = 0; at < 1600; at++) begin(100);
  })();
  const kept = begin(0);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  expect(await requests.removeOld(now)).toBe(1600);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
  expect(left()).toEqual([kept]);
});

test('removing a request only reads its own items', () => {
  const { db } = openRequests();
  expect(planOf(db, 'DELETE FROM request_items WHERE request_id = ?')).toContain('request_items_by_request');
});
