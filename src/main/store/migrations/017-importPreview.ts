/** Version 17: the findings of an import, the order of its preview, and the unticked records. */
export const importPreview = `
-- JSON: how many of the records to be imported have each finding, by its code
ALTER TABLE imports ADD COLUMN findings TEXT NOT NULL DEFAULT '{}';
-- codes of the findings, one in each line, as in draft_facets
ALTER TABLE import_changes ADD COLUMN finding TEXT NOT NULL DEFAULT '';

-- records that will not be imported
CREATE TABLE import_left_out (
  import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (import_id, position)
) STRICT, WITHOUT ROWID;

-- the preview lists incomplete records first
CREATE INDEX drafts_in_preview ON drafts (import_id, readiness <> 'incomplete', import_position) WHERE staged = 1;
CREATE INDEX import_changes_in_preview ON import_changes
  (import_id, outcome <> 'update' OR readiness <> 'incomplete', position);
`;
