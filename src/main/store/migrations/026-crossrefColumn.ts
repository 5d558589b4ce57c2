/** Version 26: a comparison shows what Crossref registered for the journal and year beside each article. */
export const crossrefColumn = `
-- Null until Crossref is asked: JSON of the state, the message, and how much was read.
ALTER TABLE reconciliations ADD COLUMN crossref TEXT;
CREATE TABLE rows_with_crossref (
  id INTEGER PRIMARY KEY,
  reconciliation_id INTEGER NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL CHECK (outcome IN ('missing-there', 'missing-here', 'different', 'same', 'crossref-only')),
  title TEXT NOT NULL,
  doi TEXT NOT NULL,
  draft_id INTEGER REFERENCES drafts (id) ON DELETE SET NULL,
  draft_version INTEGER,
  remote_id TEXT,
  differences TEXT NOT NULL DEFAULT '[]',
  aside INTEGER NOT NULL DEFAULT 0,
  keys TEXT NOT NULL DEFAULT '[]',
  record TEXT,
  -- the article as Crossref has it; null if Crossref does not have it, or was not asked
  crossref TEXT
) STRICT;
INSERT INTO rows_with_crossref SELECT *, NULL FROM reconciliation_rows;
DROP TABLE reconciliation_rows;
ALTER TABLE rows_with_crossref RENAME TO reconciliation_rows;
CREATE INDEX reconciliation_rows_by_outcome ON reconciliation_rows (reconciliation_id, outcome, aside, id);
CREATE INDEX reconciliation_rows_by_draft ON reconciliation_rows (draft_id) WHERE draft_id IS NOT NULL;
`;
