/** Results of link checks. */
export const links = `
CREATE TABLE link_checks (
  address TEXT PRIMARY KEY,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  last_address TEXT NOT NULL,
  content_type TEXT NOT NULL,
  checked_at TEXT NOT NULL,
  failing_since TEXT
) STRICT, WITHOUT ROWID;
`;
