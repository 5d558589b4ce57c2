/** Imports, what their previews show, and how the columns of tables are read. */
export const imports = `
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON list of {name, size}, in the order of their bytes
  files TEXT NOT NULL DEFAULT '[]',
  format TEXT,
  state TEXT NOT NULL,
  size INTEGER NOT NULL,
  received INTEGER NOT NULL DEFAULT 0,
  bytes_read INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  problems INTEGER NOT NULL DEFAULT 0,
  readiness TEXT NOT NULL DEFAULT '{}',
  message TEXT NOT NULL DEFAULT '',
  created_at TEXT NOT NULL,
  -- JSON: how many of the records to be imported have each finding, by its code
  findings TEXT NOT NULL DEFAULT '{}',
  -- the format that was stated when the files were given; null: it is detected for each
  given_format TEXT,
  -- JSON: the mapping of its columns (shared/tables/tableMapping.ts), and who or what it is from
  mapping TEXT,
  mapped_by TEXT,
  -- JSON: what was chosen where records have several values, and what can be chosen (shared/draft/importChoices.ts)
  choices TEXT NOT NULL DEFAULT '{}',
  found TEXT NOT NULL DEFAULT '{}',
  -- JSON: the files whose encoding was guessed (shared/draft/importEncodings.ts); null until they have been looked at
  encodings TEXT
) STRICT;

CREATE TABLE import_problems (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  file TEXT NOT NULL DEFAULT '',
  place INTEGER,
  line INTEGER,
  message TEXT NOT NULL
) STRICT;

CREATE INDEX import_problems_by_import ON import_problems (import_id, id);

-- Changes that an import would make to drafts that exist; applied when it is accepted.
CREATE TABLE import_changes (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  -- running number within the import
  position INTEGER NOT NULL,
  place_file TEXT NOT NULL,
  place_index INTEGER NOT NULL,
  place_line INTEGER,
  draft_id INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('update', 'unchanged', 'twice-in-file')),
  -- the draft as the preview saw it: it is not written over where it was edited since
  draft_version INTEGER NOT NULL,
  -- what the preview shows of the record in the file; the record itself only where it is to be written
  title TEXT NOT NULL,
  journal TEXT NOT NULL,
  year TEXT NOT NULL,
  doi TEXT NOT NULL,
  readiness TEXT NOT NULL,
  errors INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  -- JSON list of {path, before, after}
  changes TEXT NOT NULL DEFAULT '[]',
  notes TEXT NOT NULL DEFAULT '[]',
  -- codes of the findings, one in each line, as in draft_facets
  finding TEXT NOT NULL DEFAULT '',
  record TEXT
) STRICT;

CREATE INDEX import_changes_by_import ON import_changes (import_id, position);
CREATE INDEX import_changes_by_draft ON import_changes (draft_id);
CREATE INDEX import_changes_in_preview ON import_changes
  (import_id, outcome <> 'update' OR readiness <> 'incomplete', position);

CREATE TABLE import_left_out (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_files (
  id INTEGER PRIMARY KEY,
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  -- its place among the files of the import
  file INTEGER NOT NULL,
  block INTEGER NOT NULL,
  format TEXT NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (import_id, file, block)
) STRICT;

-- The first rows of tables whose columns the user has to map, as JSON.
CREATE TABLE import_tables (
  import_id INTEGER PRIMARY KEY REFERENCES imports (id) ON DELETE CASCADE,
  samples TEXT NOT NULL
) STRICT;

CREATE TABLE table_mappings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  -- JSON, see shared/tables/tableMapping.ts
  mapping TEXT NOT NULL
) STRICT;
`;
