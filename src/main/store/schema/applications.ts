/** Applications and Update Requests. */
export const applications = `
CREATE TABLE applications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  version INTEGER NOT NULL DEFAULT 1,
  -- columns from here to hash are read out of the record when it is saved (store/applications/applicationColumns.ts)
  kind TEXT NOT NULL CHECK (kind IN ('new', 'update')),
  journal_id TEXT,
  title TEXT NOT NULL,
  pissn TEXT NOT NULL,
  eissn TEXT NOT NULL,
  search_text TEXT NOT NULL,
  readiness TEXT NOT NULL CHECK (readiness IN ('incomplete', 'warnings', 'ready')),
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  ignored INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  -- hash of what would be sent, and of what was sent last
  hash TEXT NOT NULL,
  sent_hash TEXT,
  sync TEXT NOT NULL DEFAULT 'never'
    CHECK (sync IN ('never', 'queued', 'sending', 'unsure', 'sent', 'changed', 'refused', 'failed')),
  status TEXT CHECK (status IN ('checking', 'waiting', 'review', 'revisions', 'accepted', 'rejected', 'gone', 'other')),
  status_at TEXT,
  checked_at TEXT,
  remote_id TEXT,
  -- sending: how often it was tried, not before when (milliseconds since 1970) it is due again, how many ignored values
  -- were seen before it was queued, and the request under way (applicationStore.ts, SendingAttempt)
  attempts INTEGER NOT NULL DEFAULT 0,
  due_ms INTEGER NOT NULL DEFAULT 0,
  seen_ignored INTEGER NOT NULL DEFAULT 0,
  attempt TEXT,
  -- reading back: when it is due (null: nothing to be read), and how often it was tried
  read_ms INTEGER,
  reads INTEGER NOT NULL DEFAULT 0,
  sent_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  trashed_at TEXT,
  -- the last refusal (shared/draft/draft.ts refusalSchema), the hash it was about, and whether the directory refused or we gave up
  refusal TEXT,
  refusal_hash TEXT,
  refusal_state TEXT CHECK (refusal_state IN ('refused', 'failed')),
  -- the journal as the directory had it (Update Requests), what was sent last, and what was then read back
  base TEXT,
  base_at TEXT,
  sent TEXT,
  stored TEXT,
  stored_at TEXT,
  -- of a restored backup: the directory may have it although the row does not say so
  may_be_sent INTEGER NOT NULL DEFAULT 0,
  -- null: being written; who is to go on with it is the name of a person in the office
  review TEXT CHECK (review IN ('review', 'approved')),
  assignee TEXT,
  -- the content that a person confirmed last, so that no other is sent
  confirmed_hash TEXT,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX applications_by_updated ON applications (account_id, updated_at);
CREATE INDEX applications_by_journal ON applications (account_id, journal_id) WHERE journal_id IS NOT NULL;
CREATE UNIQUE INDEX applications_by_remote ON applications (account_id, remote_id) WHERE remote_id IS NOT NULL;
CREATE INDEX applications_under_way ON applications (account_id, sync, due_ms);
CREATE INDEX applications_to_read ON applications (account_id, read_ms) WHERE read_ms IS NOT NULL;

CREATE TABLE application_events (
  id INTEGER PRIMARY KEY,
  application_id INTEGER NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT,
  text TEXT NOT NULL
) STRICT;

CREATE INDEX application_events_in_order ON application_events (application_id, id);
`;
