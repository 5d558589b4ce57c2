/** Deletions at the directory, and the snapshots of what was overwritten or withdrawn there. */
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
  -- cancelled while its request was under way, so that no other request follows
  is_cancelled INTEGER NOT NULL DEFAULT 0,
  -- JSON: why it was not deleted
  message TEXT,
  at TEXT NOT NULL,
  -- the deletion's id in the office, and its state there; null: it is not there, or not known to be
  office_id TEXT,
  office_state TEXT,
  -- the colleague who queued it; null: oneself
  person TEXT,
  -- what the person saw of the article before confirming, as seenArticle.ts writes it; null: nothing
  seen TEXT
) STRICT;

CREATE INDEX deletions_by_account ON deletions (account_id, id);
CREATE UNIQUE INDEX deletions_open ON deletions (account_id, remote_id)
  WHERE state IN ('waiting', 'deleting', 'unclear');
CREATE INDEX deletions_by_draft ON deletions (draft_id) WHERE state IN ('deleted', 'gone');
CREATE UNIQUE INDEX deletions_in_office ON deletions (office_id) WHERE office_id IS NOT NULL;

CREATE TABLE earlier_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('article', 'application')),
  -- 'overwritten', 'withdrawn': the record as the directory had it; 'draft': the draft as it was before one was put back
  why TEXT NOT NULL CHECK (why IN ('overwritten', 'withdrawn', 'draft')),
  remote_id TEXT,
  -- the draft or application here; no foreign key: what was overwritten there outlives it
  record_id INTEGER NOT NULL,
  upload_id INTEGER,
  -- when it was last seen to be so
  at TEXT NOT NULL,
  title TEXT NOT NULL,
  -- hash of what can be sent of it: the same content is kept once
  content TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX earlier_versions_by_remote ON earlier_versions (account_id, kind, remote_id, at) WHERE remote_id IS NOT NULL;
CREATE INDEX earlier_versions_by_record ON earlier_versions (kind, record_id, at);
CREATE INDEX earlier_versions_by_age ON earlier_versions (at);
`;
