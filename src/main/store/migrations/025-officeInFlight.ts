/** Records that this data folder announced to its office before it sent them, until the office has their outcome. */
export const officeInFlight = `
CREATE TABLE office_in_flight (
  office_id TEXT PRIMARY KEY,
  -- the fencing token under which they were sent
  token INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
