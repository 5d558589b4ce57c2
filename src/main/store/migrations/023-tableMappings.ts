/** Version 23: how the tables of an import are read, the user's choices for it, and saved column mappings. */
export const tableMappings = `
-- the format that was stated when the files were given; NULL: it is detected for each
ALTER TABLE imports ADD COLUMN given_format TEXT;
-- JSON: the mapping of its columns (shared/tables/tableMapping.ts), and who or what it is from
ALTER TABLE imports ADD COLUMN mapping TEXT;
ALTER TABLE imports ADD COLUMN mapped_by TEXT;
-- JSON: what was chosen where records have several values, and what can be chosen (shared/draft/importChoices.ts)
ALTER TABLE imports ADD COLUMN choices TEXT NOT NULL DEFAULT '{}';
ALTER TABLE imports ADD COLUMN found TEXT NOT NULL DEFAULT '{}';

-- the first rows of tables whose columns the user has to map, as JSON
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
