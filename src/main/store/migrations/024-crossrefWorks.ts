/** Version 24: works as Crossref described them, kept for a day (reference/sources.md 1). */
export const crossrefWorks = `
CREATE TABLE crossref_works (
  doi TEXT PRIMARY KEY,
  work TEXT NOT NULL,
  fetched_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
