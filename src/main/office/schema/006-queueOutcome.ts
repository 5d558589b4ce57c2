/**
 * The directory's last answer before an article was queued: a later one about the same content ends its queuing.
 */
export const queueOutcome = `
ALTER TABLE colophon.queue ADD COLUMN outcome_before text NOT NULL DEFAULT '';
GRANT INSERT (outcome_before) ON colophon.queue TO colophon_editors;
`;
