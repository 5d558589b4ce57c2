/** Funders, and the answers of the compliance checker. */
export const compliance = `
-- What the person made of the funders that come along, and those they added.
CREATE TABLE funders (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  abbr TEXT NOT NULL,
  country TEXT NOT NULL,
  aliases TEXT NOT NULL DEFAULT '[]',
  favourite INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Language packs and funders' configurations, each text once however many answers need it.
CREATE TABLE checker_documents (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;

CREATE TABLE compliance_checks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issn TEXT NOT NULL,
  funder TEXT NOT NULL,
  -- empty: not affiliated
  ror TEXT NOT NULL,
  lang TEXT NOT NULL,
  -- the checker that answered: its address, or 'sandbox'
  source TEXT NOT NULL,
  at TEXT NOT NULL,
  changes TEXT NOT NULL DEFAULT '[]',
  pack TEXT NOT NULL REFERENCES checker_documents (hash),
  config TEXT NOT NULL REFERENCES checker_documents (hash),
  -- the pack in English where another language was asked for: what is the same in both was not translated
  english TEXT NOT NULL REFERENCES checker_documents (hash),
  answer TEXT NOT NULL
) STRICT;

CREATE INDEX compliance_checks_by_question ON compliance_checks (source, issn, funder, ror, id);
CREATE INDEX compliance_checks_by_pack ON compliance_checks (pack);
CREATE INDEX compliance_checks_by_config ON compliance_checks (config);
CREATE INDEX compliance_checks_by_english ON compliance_checks (english);

CREATE TABLE matrices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done')),
  message TEXT NOT NULL DEFAULT '',
  -- JSON lists of {issn, title}, {id, name}, {ror, name}
  journals TEXT NOT NULL,
  funders TEXT NOT NULL,
  organisations TEXT NOT NULL,
  lang TEXT NOT NULL,
  max_age INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;

CREATE TABLE matrix_cells (
  -- undo entries keep it, so no later row may get it again
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  matrix_id INTEGER NOT NULL REFERENCES matrices (id) ON DELETE CASCADE,
  -- places in the matrix's lists
  journal INTEGER NOT NULL,
  funder INTEGER NOT NULL,
  organisation INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'answered', 'failed')),
  check_id INTEGER REFERENCES compliance_checks (id),
  -- null: no answer, or one without a verdict
  compliant INTEGER,
  routes TEXT NOT NULL DEFAULT '[]',
  unknown TEXT NOT NULL DEFAULT '[]',
  changes TEXT NOT NULL DEFAULT '[]',
  at TEXT,
  message TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX matrix_cells_by_state ON matrix_cells (matrix_id, state, id);
CREATE INDEX matrix_cells_by_check ON matrix_cells (check_id) WHERE check_id IS NOT NULL;
`;
