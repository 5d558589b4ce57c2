/** Applications are queued like articles, with how many values the person saw that the directory will ignore. */
export const queuedApplications = `
ALTER TABLE colophon.queue ADD COLUMN seen_ignored integer NOT NULL DEFAULT 0;
GRANT INSERT (seen_ignored) ON colophon.queue TO colophon_editors;
`;
