/** Version 36: rows of the office that could not be read, for the person to see. */
export const officeUnreadable = `
CREATE TABLE office_unreadable (
  office_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`;
