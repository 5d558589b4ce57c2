/** Version 4: the directory's records before they were overwritten or withdrawn. */
export const earlierVersions = `
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

-- Whether an item overwrites, as far as is known: 'no'; 'wanted': the record that is there is to be kept first; 'kept';
-- 'nothing': none was there; 'left': the person wanted none kept. When and for which content of the draft it was looked for.
ALTER TABLE upload_items ADD COLUMN keeping TEXT NOT NULL DEFAULT 'no'
  CHECK (keeping IN ('no', 'wanted', 'kept', 'nothing', 'left'));
ALTER TABLE upload_items ADD COLUMN kept_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE upload_items ADD COLUMN kept_hash TEXT;
-- no foreign key: a version may be removed for its age
ALTER TABLE upload_items ADD COLUMN version_id INTEGER;
CREATE INDEX upload_items_to_keep ON upload_items (upload_id) WHERE state = 'queued' AND keeping IN ('wanted', 'kept', 'nothing');
CREATE INDEX upload_items_with_version ON upload_items (upload_id, position) WHERE version_id IS NOT NULL;
UPDATE upload_items SET keeping = 'wanted'
  WHERE state = 'queued' AND draft_id IN (SELECT id FROM drafts WHERE sent_hash IS NOT NULL);

-- Drafts whose DOI or full-text address is another since they were sent.
CREATE INDEX drafts_by_former_doi ON drafts (account_id, sent_doi_key)
  WHERE sent_doi_key IS NOT NULL AND sent_doi_key IS NOT doi_key;
CREATE INDEX drafts_by_former_url ON drafts (account_id, sent_url_key)
  WHERE sent_url_key IS NOT NULL AND sent_url_key IS NOT url_key;
`;
