import type { ImportFilter, ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import type { Db } from '../database.ts';
import { storedJson } from '../storedJson.ts';

type Range = { offset: number; limit: number };
type Place = { id: number; isChange: 0 | 1 };

/** Reads the preview of an import. Finding the records with a finding takes reading all records of the import. */
export function createPreviewReading(db: Db) {
  const rowAt = createRowReading(db);
  const count = (id: number, filter: ImportFilter) =>
    db
      .prepare<[object], number>(`SELECT count(*) FROM (${previewPlaces(filter)})`)
      .pluck()
      .get({ id, finding: filter.finding })!;
  return {
    /** The records of a preview that match a filter, incomplete ones first. */
    previewRows: (
      { id, findings }: Pick<ImportStatus, 'id' | 'findings'>,
      filter: ImportFilter,
      range: Range,
    ): { total: number; rows: ImportRow[] } => {
      const { finding } = filter;
      const places = db
        .prepare<[object], Place>(`${previewPlaces(filter)} LIMIT @limit OFFSET @offset`)
        .all({ id, finding, ...range });
      // They were counted while the file was read.
      const isCounted = filter.show === 'all' && finding !== undefined;
      return { total: isCounted ? (findings[finding] ?? 0) : count(id, filter), rows: places.map(rowAt) };
    },
    /** The positions of records that can be imported, in a part of a filtered preview. */
    previewPositions: (id: number, filter: ImportFilter, range: Range): number[] =>
      db
        .prepare<[object], number>(
          `SELECT place FROM (${previewPlaces(filter)} LIMIT @limit OFFSET @offset) WHERE isImported`,
        )
        .pluck()
        .all({ id, finding: filter.finding, ...range }),
  };
}

/** Reads the row of a record: a new draft, or a change to an existing one. */
export function createRowReading(db: Db): (place: Place) => ImportRow {
  const readDraft = db.prepare<[number], RowColumns>(
    `SELECT import_position position, place_file file, place_index "index", place_line line, title, journal, year, doi, readiness,
       errors, warnings, id draftId,
       CASE WHEN created_at < (SELECT created_at FROM imports WHERE id = import_id) THEN 'update' ELSE 'new' END outcome,
       '[]' changes, notes, (SELECT finding FROM draft_facets WHERE draft_id = drafts.id) findings,
       EXISTS (SELECT 1 FROM import_left_out o WHERE o.import_id = drafts.import_id AND position = import_position) isLeftOut
     FROM drafts WHERE id = ?`,
  );
  const readChange = db.prepare<[number], RowColumns>(
    `SELECT position, place_file file, place_index "index", place_line line, title, journal, year, doi, readiness, errors, warnings,
       draft_id draftId, outcome, changes, notes, finding findings,
       EXISTS (SELECT 1 FROM import_left_out o WHERE o.import_id = c.import_id AND o.position = c.position) isLeftOut
     FROM import_changes c WHERE id = ?`,
  );
  return ({ id, isChange }) => toRow((isChange ? readChange : readDraft).get(id)!);
}

type RowColumns = Omit<ImportRow, 'changes' | 'notes' | 'findings' | 'isLeftOut'> & {
  findings: string | null;
  changes: string;
  notes: string;
  isLeftOut: 0 | 1;
};

function toRow(row: RowColumns): ImportRow {
  return {
    ...row,
    changes: storedJson(row.changes),
    notes: storedJson(row.notes),
    findings: (row.findings ?? '').split('\n').filter((code) => code !== ''),
    isLeftOut: row.isLeftOut === 1,
  };
}

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

/** `finding` has one code per line. */
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
