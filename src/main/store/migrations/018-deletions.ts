/** Version 18: articles that were deleted from the directory, or are to be. */
export const deletions = `
CREATE TABLE deletions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  remote_id TEXT NOT NULL,
  -- no foreign keys: a deletion stays listed after its draft was purged, or its snapshot was removed for its age
  draft_id INTEGER,
  -- the snapshot in earlier_versions
  version_id INTEGER,
  title TEXT NOT NULL,
  -- 'gone': the directory did not have it any more
  state TEXT NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'deleting', 'unclear', 'deleted', 'gone', 'refused', 'cancelled')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- JSON: why it was not deleted
  message TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX deletions_by_account ON deletions (account_id, id);
CREATE UNIQUE INDEX deletions_open ON deletions (account_id, remote_id)
  WHERE state IN ('waiting', 'deleting', 'unclear');
CREATE INDEX deletions_by_draft ON deletions (draft_id) WHERE state IN ('deleted', 'gone');
`;
