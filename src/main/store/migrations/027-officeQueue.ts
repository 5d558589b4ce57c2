/** The share of this data folder in the queue of its office. */
export const officeQueue = `
-- Articles that were queued here, and are in the office's queue.
CREATE TABLE office_queued (office_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Articles that somebody else queued, and that an upload here sends; null: none could be made of it.
CREATE TABLE office_adopted (
  office_id TEXT PRIMARY KEY,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX office_adopted_by_upload ON office_adopted (upload_id);
`;
