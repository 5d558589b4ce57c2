/** What a data folder knows of its office: the database that several editors share. All empty until somebody joins one. */
export const office = `
CREATE TABLE office (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  -- the id of the office's own; another database at the same address is another office
  id TEXT NOT NULL,
  -- postgres://name@host/database, without the password, which only the keychain has
  address TEXT NOT NULL,
  -- 0: left; the rows below stay, so that rejoining finds what has changed since
  joined INTEGER NOT NULL
) STRICT;

CREATE TABLE office_accounts (
  office_id TEXT PRIMARY KEY,
  account_id TEXT UNIQUE REFERENCES accounts (id) ON DELETE SET NULL,
  -- the last change of its records that was fetched
  last_seq INTEGER NOT NULL DEFAULT 0,
  -- the last change of its deletions that was fetched
  last_deletion INTEGER NOT NULL DEFAULT 0,
  -- the last change of what is watched that was fetched
  last_watch INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- The version of each shared row that this data folder started from.
CREATE TABLE office_base (
  office_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('account', 'article', 'application')),
  account_id TEXT NOT NULL,
  -- accounts have text, drafts have numbers
  local_id ANY NOT NULL,
  -- 0: not in the office yet
  version INTEGER NOT NULL,
  -- JSON as the office has it; null while the local row is the same
  record TEXT,
  -- hash of what was sent, until the office has answered: what comes back with it is from here
  sent TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX office_base_by_row ON office_base (kind, local_id);

-- Rows that have to be sent to the office; a row that changes again gets a new number.
CREATE TABLE office_outbox (
  change INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  account_id TEXT NOT NULL,
  local_id ANY NOT NULL,
  UNIQUE (kind, local_id)
) STRICT;

-- Records that this data folder announced to its office before it sent them, until the office has their outcome.
CREATE TABLE office_in_flight (
  office_id TEXT PRIMARY KEY,
  -- the fencing token under which they were sent
  token INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Articles and applications that were queued here, and are in the office's queue, with what it has of them.
CREATE TABLE office_queued (
  office_id TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  open_id TEXT,
  seen_ignored INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Articles that somebody else queued, and that an upload here sends; null: none could be made of it. And applications.
CREATE TABLE office_adopted (
  office_id TEXT PRIMARY KEY,
  upload_id INTEGER REFERENCES uploads (id) ON DELETE CASCADE,
  -- of its entry in the office's queue: one about another content has another
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX office_adopted_by_upload ON office_adopted (upload_id);

-- Fields that somebody else changed, too: the office kept the value of the other person.
CREATE TABLE office_conflicts (
  id TEXT PRIMARY KEY,
  office_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- who saved the other value, and when by the clock of the office's database
  changed_by TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  -- JSON list of {path, base, mine, theirs, kept}
  fields TEXT NOT NULL,
  -- JSON of the row as it was here
  mine TEXT NOT NULL,
  -- 1: the history of the office has it, too
  recorded INTEGER NOT NULL DEFAULT 0,
  resolved INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX office_conflicts_by_row ON office_conflicts (office_id);
CREATE INDEX office_conflicts_to_record ON office_conflicts (recorded) WHERE recorded = 0;

-- Rows of the office that could not be read, for the person to see.
CREATE TABLE office_unreadable (office_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;
