/**
 * Version 12: for each draft the newest comparison of its account that had begun when it was sent, because a clock that
 * was changed does not tell which came first.
 */
export const sendOrder = `
ALTER TABLE drafts ADD COLUMN sent_after_comparison INTEGER NOT NULL DEFAULT 0;
UPDATE drafts SET sent_after_comparison = coalesce((SELECT max(r.id) FROM reconciliations AS r
    WHERE r.account_id = drafts.account_id AND r.started_at <= drafts.sent_at), 0)
  WHERE sent_at IS NOT NULL AND account_id IN (SELECT account_id FROM reconciliations);
`;
