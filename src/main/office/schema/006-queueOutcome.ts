/** What the directory had answered when an article was queued: a later answer about the same content ends its queuing. */
export const queueOutcome = `
ALTER TABLE colophon.queue ADD COLUMN outcome_before text NOT NULL DEFAULT '';
GRANT INSERT (outcome_before) ON colophon.queue TO colophon_editors;
`;
