import type { ImportFilter } from '../../../shared/draft/importing.ts';

/**
 * SQL of the records of a preview that match a filter: incomplete ones first, each part in the order of the file.
 * Parameters: `@id` of the import and `@finding`.
 */
export function previewPlaces({ show, finding }: ImportFilter): string {
  const { drafts, changes } = conditions[show];
  const withFinding = finding === undefined ? '' : ` AND ${hasLine}`;
  // The expressions in ORDER BY are those of two indexes, so that a page is read without sorting all records.
  return `SELECT readiness <> 'incomplete' rank, import_position place, drafts.id, 0 isChange, 1 isImported
    FROM drafts ${finding === undefined ? '' : 'JOIN draft_facets ON draft_id = drafts.id'}
    WHERE import_id = @id AND staged = 1 AND ${drafts}${withFinding}
    UNION ALL
    SELECT outcome <> 'update' OR readiness <> 'incomplete', position, id, 1, outcome = 'update'
    FROM import_changes WHERE import_id = @id AND ${changes}${withFinding}
    ORDER BY 1, 2`;
}

/** `finding` has one code in each line. */
const hasLine = 'instr(char(10) || finding || char(10), char(10) || @finding || char(10)) > 0';

const isUpdate = "outcome = 'update'";
const leftOut = (position: string) =>
  `${position} IN (SELECT position FROM import_left_out WHERE import_id = @id)`;

const conditions: Record<ImportFilter['show'], { drafts: string; changes: string }> = {
  all: { drafts: 'TRUE', changes: 'TRUE' },
  created: { drafts: 'TRUE', changes: 'FALSE' },
  updated: { drafts: 'FALSE', changes: isUpdate },
  unchanged: { drafts: 'FALSE', changes: "outcome = 'unchanged'" },
  twice: { drafts: 'FALSE', changes: "outcome = 'twice-in-file'" },
  ready: { drafts: "readiness <> 'incomplete'", changes: `${isUpdate} AND readiness <> 'incomplete'` },
  incomplete: { drafts: "readiness = 'incomplete'", changes: `${isUpdate} AND readiness = 'incomplete'` },
  leftOut: { drafts: leftOut('import_position'), changes: leftOut('import_changes.position') },
};
