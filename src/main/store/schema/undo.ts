/** What bulk changes replaced (store/undo). */
export const undo = `
CREATE TABLE undo_steps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- null: a change of what belongs to no account
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- the id of the import, comparison, matrix or search that it was about, and its name
  subject TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  -- 0: the change itself; 1: it was taken back; 2: it was done again, and so on
  turn INTEGER NOT NULL DEFAULT 0,
  -- the step that this one took back
  takes_back INTEGER,
  -- 'dropped': hidden while its entries are removed, because half of them cannot be undone
  state TEXT NOT NULL CHECK (state IN ('making', 'done', 'taking', 'taken', 'dropped')),
  total INTEGER NOT NULL DEFAULT 0,
  -- how many were taken back and how many stay as they are, with the titles of the first of these (JSON list)
  taken INTEGER NOT NULL DEFAULT 0,
  stayed INTEGER NOT NULL DEFAULT 0,
  stayed_names TEXT NOT NULL DEFAULT '[]',
  at TEXT NOT NULL,
  taken_at TEXT
) STRICT;

CREATE TABLE undo_entries (
  id INTEGER PRIMARY KEY,
  step_id INTEGER NOT NULL REFERENCES undo_steps (id) ON DELETE CASCADE,
  -- the table that the row is of, and its id there
  source TEXT NOT NULL,
  row_id ANY NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('created', 'changed', 'trashed', 'restored', 'removed')),
  -- the row before the change and after it: it is left as it is where it does not look like that any more
  was_version INTEGER,
  was_trashed_at TEXT,
  was_sent_at TEXT,
  version INTEGER,
  trashed_at TEXT,
  sent_at TEXT,
  -- the row of a comparison that changed with it
  comparison_row INTEGER,
  -- JSON: the columns as they were; of a draft, its record apart
  before TEXT,
  -- only the part of the record that the change replaced is stored (store/undo/keptRecord.ts): how many UTF-16 code units
  -- the record before the change and the one after it have in common at their start and end; null: "record" is complete
  same_start INTEGER,
  same_end INTEGER,
  -- the CRC-32 of the record after the change
  later_crc INTEGER,
  record TEXT
) STRICT;

CREATE UNIQUE INDEX undo_entries_by_row ON undo_entries (source, row_id, step_id);
CREATE INDEX undo_entries_in_order ON undo_entries (step_id, id);
`;
