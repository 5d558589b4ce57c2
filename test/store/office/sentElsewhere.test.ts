import { expect, test } from 'vitest';
import { createSentElsewhere } from '../../../src/main/store/office/sentElsewhere.ts';
import { openStoredApplications } from '../../helpers/storedApplications.ts';
import { article, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';

test.each([
  ['because somebody confirmed another content stays', 'changed-since-plan', null, 0, 'queued'],
  ['that was not confirmed as it is ends', 'changed-since-plan', 'another', 0, 'refused'],
  ['that was deleted from the directory since ends', 'changed-since-plan', null, 1, 'refused'],
  ['for another reason ends', 'errors', null, 0, 'refused'],
] as const)('a queued article that a colleague did not send %s', (_, code, confirmed, wasThere, state) => {
  const { db, add } = openStores();
  const id = add(article());
  db.prepare(
    `UPDATE drafts SET sync = 'queued', refusal = ?, refusal_hash = hash, refusal_state = 'refused' WHERE id = ?`,
  ).run(JSON.stringify({ code }), id);
  db.exec(`INSERT INTO uploads (id, account_id, name, state, created_at)
    VALUES (1, 'a', 'U', 'running', '2026')`);
  db.prepare(
    `INSERT INTO upload_items (upload_id, draft_id, position, state, confirmed_hash, was_there, updated_at)
     SELECT 1, id, 0, 'queued', coalesce(?, hash), ?, '2026' FROM drafts WHERE id = ?`,
  ).run(confirmed, wasThere, id);
  createSentElsewhere(db).article(id, at);
  expect(db.prepare('SELECT state FROM upload_items').pluck().get()).toBe(state);
  expect(db.prepare('SELECT sync FROM drafts').pluck().get()).toBe(state);
});

test.each([
  ['because somebody confirmed another content stays', 'changed-since-plan', null, 'queued'],
  ['that was not confirmed as it is ends', 'changed-since-plan', 'another', 'refused'],
  ['for another reason ends', 'held-back', null, 'refused'],
] as const)('a queued application that a colleague did not send %s', (_, code, confirmed, sync) => {
  const { db, store, addUpdate } = openStoredApplications();
  const id = addUpdate(1);
  store.change(id, { sync: 'queued', confirmedHash: confirmed ?? store.get(id).hash });
  db.prepare(
    `UPDATE applications SET refusal = ?, refusal_hash = hash, refusal_state = 'refused' WHERE id = ?`,
  ).run(JSON.stringify({ code }), id);
  createSentElsewhere(db).application(id);
  expect(store.get(id).sync).toBe(sync);
});
