/** Version 13: the values of each draft for the facets of the list, and the lists that users save. */
export const draftFacets = `
-- Written with the draft (store/drafts/draftWriter.ts): the values of each facet, one in each line. The row of a draft
-- whose values change is replaced by one with the next number. The recheck of the next start adds those of older drafts.
CREATE TABLE draft_facets (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  draft_id INTEGER NOT NULL UNIQUE REFERENCES drafts (id) ON DELETE CASCADE,
  -- JSON of a message, in a short form
  first_finding TEXT,
  finding TEXT NOT NULL,
  missing TEXT NOT NULL,
  year TEXT NOT NULL,
  issue TEXT NOT NULL,
  author TEXT NOT NULL,
  keyword TEXT NOT NULL,
  affiliation TEXT NOT NULL,
  host TEXT NOT NULL
) STRICT;
UPDATE accounts SET recheck_after = 0;
CREATE INDEX drafts_by_sent ON drafts (account_id, sent_at) WHERE sent_at IS NOT NULL;

CREATE TABLE draft_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- JSON of a filter (shared/draft/draft.ts draftFilterSchema)
  filter TEXT NOT NULL
) STRICT;
CREATE INDEX draft_lists_by_account ON draft_lists (account_id);
`;
