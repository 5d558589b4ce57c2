import { overStates } from '../../../shared/upload/overUploads.ts';
import { isOneOf } from '../columns.ts';
import type { Db } from '../database.ts';
import { syncFromHashes } from '../drafts/draftSync.ts';
import { confirmedOf } from '../uploads/uploadItemQueue.ts';

/** SQL: refused because it is not what somebody had confirmed; the person here confirmed it as it is. */
const isOfAnother = (record: string, confirmed: string) =>
  `json_extract(${record}.refusal, '$.code') IS 'changed-since-plan' AND ${confirmed} IS ${record}.hash`;

/** Dequeues records whose current content somebody else has sent, or tried to send; call it in a transaction. */
export function createSentElsewhere(db: Db) {
  const isOpen = `upload_id IN (SELECT id FROM uploads WHERE NOT ${isOneOf('state', overStates)})`;
  const settleItems = db.prepare<[string, number]>(
    `UPDATE upload_items SET state = 'done', updated_at = ?,
       remote_id = (SELECT remote_id FROM drafts WHERE id = upload_items.draft_id)
     WHERE draft_id = ? AND state = 'queued' AND ${isOpen}
       AND EXISTS (SELECT 1 FROM drafts d WHERE d.id = upload_items.draft_id AND d.sent_hash = d.hash)`,
  );
  const refuseItems = db.prepare<[string, number]>(
    `UPDATE upload_items SET state = 'refused', updated_at = ?,
       refusal = (SELECT refusal FROM drafts WHERE id = upload_items.draft_id)
     WHERE draft_id = ? AND state = 'queued' AND ${isOpen}
       AND EXISTS (SELECT 1 FROM drafts d WHERE d.id = upload_items.draft_id AND d.refusal_hash = d.hash
         AND NOT (${isOfAnother('d', confirmedOf('upload_items'))}))`,
  );
  const releaseDraft = db.prepare<[number]>(
    `UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ? AND sync = 'queued'
       AND NOT EXISTS (SELECT 1 FROM upload_items WHERE draft_id = drafts.id
         AND state IN ('queued', 'sending', 'accepted', 'unsure') AND ${isOpen})`,
  );
  const releaseApplication = db.prepare<[number]>(
    `UPDATE applications SET sync = ${syncFromHashes()}, attempts = 0 WHERE id = ? AND sync = 'queued'
       AND (sent_hash = hash
         OR refusal_hash = hash AND NOT (${isOfAnother('applications', 'confirmed_hash')}))`,
  );
  return {
    article(id: number, at: string): void {
      const settled = settleItems.run(at, id).changes + refuseItems.run(at, id).changes;
      if (settled > 0) releaseDraft.run(id);
    },
    application: (id: number) => void releaseApplication.run(id),
  };
}
