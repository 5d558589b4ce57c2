/** Version 21: the tables that were imported, so that they can be returned with the problems of their rows. */
export const importFiles = `
-- a table of an import, compressed, in blocks
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
`;
