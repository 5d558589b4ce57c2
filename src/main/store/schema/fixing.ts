/** The records that a user works through in fixing mode, in the order of the list they came from. */
export const fixing = `
CREATE TABLE fixings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- the upload whose refused and failed records these are
  upload_id INTEGER REFERENCES uploads (id) ON DELETE SET NULL,
  -- JSON list of the problems to fix, see shared/fixing/fixingAims.ts
  aims TEXT NOT NULL,
  -- JSON list of drafts, and the mark of each as one letter, see shared/fixing/fixing.ts
  record_ids TEXT NOT NULL,
  marks TEXT NOT NULL,
  place INTEGER NOT NULL,
  is_over INTEGER NOT NULL DEFAULT 0,
  started_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'article' CHECK (kind IN ('article', 'application'))
) STRICT;

CREATE INDEX fixings_by_account ON fixings (account_id, is_over);
CREATE INDEX fixings_by_upload ON fixings (upload_id) WHERE upload_id IS NOT NULL;
`;
