/**
 * Version 28: everything but the abstract is searched in its own table, so that a new title does not reindex the
 * abstract. Drafts that were indexed before have all of their text in `draft_search` until their text changes
 * (store/drafts/searchIndex.ts).
 */
export const summarySearch = `
CREATE VIRTUAL TABLE draft_summary_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
INSERT INTO draft_summary_search (draft_summary_search, rank)
VALUES ('automerge', 0), ('deletemerge', 0), ('crisismerge', 1000), ('usermerge', 16);
CREATE TRIGGER drafts_leave_summary_search AFTER DELETE ON drafts BEGIN
  DELETE FROM draft_summary_search WHERE rowid = old.id;
END;
`;
