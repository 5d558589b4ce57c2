import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { ImportRow, ImportStatus } from '../../../shared/draft/importing.ts';
import type { Message } from '../../../shared/message.ts';
import type { TableMapping } from '../../../shared/tables/tableMapping.ts';
import type { Db } from '../database.ts';
import { draftKey } from '../drafts/draftKey.ts';
import { isRecordSql, readableRecord, storedJson } from '../storedJson.ts';
import { createUndoWriter, type UndoStep } from '../undo/undoWriter.ts';
import type { ImportCounts } from './importStore.ts';

/** A record of the file that matches an existing draft. */
export interface ImportChange {
  importId: number;
  position: number;
  file: string;
  index: number;
  line: number | null;
  draftId: number;
  draftVersion: number;
  outcome: Exclude<ImportRow['outcome'], 'new'>;
  shown: Pick<ImportRow, 'title' | 'journal' | 'year' | 'doi' | 'readiness' | 'errors' | 'warnings'>;
  changes: ImportRow['changes'];
  notes: readonly Message[];
  /** Codes of its findings, one in each line. */
  finding: string;
  /** The values to write; null leaves a value as it is. */
  record: DraftRecord | null;
}

/** A draft that a record of the file may match. */
export interface DraftMatch {
  id: number;
  version: number;
  hash: string;
  title: string;
  /** Names, separated by `; `. */
  authors: string;
  doiKey: string | null;
  urlKey: string | null;
  /** Its id at the directory. */
  remoteId: string | null;
  /** It was edited since its import. */
  isEdited: boolean;
  /** It was edited since its import, sent, or queued to be sent. */
  hasWork: boolean;
  /** Its place in the files of the same import, if the draft waits to be accepted with it. */
  stagedAt: { file: string; index: number } | null;
  isTrashed: boolean;
}

export interface WaitingChange {
  id: number;
  draftId: number;
  draftVersion: number;
  position: number;
  file: string;
  index: number;
  line: number | null;
  title: string;
  notes: readonly Message[];
  record: DraftRecord;
}

/** A hidden row for whose article somebody has added a draft after the preview. */
interface AddedSince {
  position: number;
  file: string;
  index: number;
  line: number | null;
  title: string;
}

export type ImportWriter = ReturnType<typeof createImportWriter>;

export function createImportWriter(db: Db) {
  const undo = createUndoWriter(db);
  const addNote = db.prepare<[string, number, number]>(
    `UPDATE import_changes SET notes = json_insert(notes, '$[#]', json(?)) WHERE import_id = ? AND position = ?`,
  );
  const setCounts = db.prepare(
    `UPDATE imports SET format = @format, bytes_read = @bytesRead, read = @read, created = @created, updated = @updated,
       unchanged = @unchanged, problems = @problems, readiness = @readiness, findings = @findings
     WHERE id = @id`,
  );
  const addChange = db.prepare(
    `INSERT INTO import_changes (import_id, position, place_file, place_index, place_line, draft_id, draft_version, outcome, title, journal,
       year, doi, readiness, errors, warnings, changes, notes, finding, record)
     VALUES (@importId, @position, @file, @index, @line, @draftId, @draftVersion, @outcome, @title, @journal, @year, @doi, @readiness,
       @errors, @warnings, @changes, @notes, @finding, @record)`,
  );
  const columns = `id, version, hash, title, authors, doi_key doiKey, url_key urlKey, remote_id remoteId, staged,
    version <> origin_version isEdited, version <> origin_version OR sync <> 'never' OR remote_id IS NOT NULL OR sent_at IS NOT NULL hasWork,
    place_file file, place_index place, trashed_at IS NOT NULL isTrashed`;
  const match = `${columns} FROM drafts`;
  const first = 'ORDER BY trashed_at IS NOT NULL, staged, id LIMIT 1';
  const byDoi = db.prepare<[string, string, number], MatchColumns>(
    `SELECT ${match} WHERE account_id = ? AND doi_key = ? AND (staged = 0 OR import_id = ?) ${first}`,
  );
  const byUrl = db.prepare<[string, string, number], MatchColumns>(
    `SELECT ${match} WHERE account_id = ? AND url_key = ? AND (staged = 0 OR import_id = ?) ${first}`,
  );
  const byPlace = db.prepare<[string, string, number], MatchColumns>(
    `SELECT ${match} WHERE account_id = ? AND place_file = ? AND place_index = ? AND staged = 0 AND trashed_at IS NULL
     ORDER BY id DESC LIMIT 1`,
  );
  // Of a title that many drafts have, a few are enough to know that it tells nothing.
  const byTitle = db.prepare<[string, string, string], MatchColumns>(
    `SELECT ${columns} FROM (SELECT * FROM drafts WHERE account_id = ? AND title_sort = ? AND staged = 0 LIMIT 50)
     WHERE place_file = ? AND trashed_at IS NULL`,
  );
  const otherWithTitle = db
    .prepare<[string, string, number], 1>(
      'SELECT 1 FROM drafts WHERE account_id = ? AND title_sort = ? AND staged = 0 AND id <> ? LIMIT 1',
    )
    .pluck();
  const byKey = db.prepare<[number, string], MatchColumns & { createdAt: string }>(
    `SELECT created_at createdAt, ${match} WHERE id = ? AND account_id = ? AND staged = 0`,
  );
  const mappingOf = db
    .prepare<[number], string | null>(
      'SELECT mapping FROM imports WHERE id = (SELECT import_id FROM drafts WHERE id = ?)',
    )
    .pluck();
  const draftOf = (accountId: string, key: string) => {
    const row = byKey.get(Number.parseInt(key, 10), accountId);
    return row && draftKey({ ...row, accountId }) === key ? toMatch(row) : null;
  };
  const hasPlaces = db.prepare<[string, string]>(
    'SELECT 1 FROM drafts WHERE account_id = ? AND place_file = ? AND staged = 0 LIMIT 1',
  );
  const allKeys = db
    .prepare<[string, string], string>(
      `SELECT doi_key FROM drafts WHERE account_id = ? AND doi_key IS NOT NULL
       UNION ALL SELECT url_key FROM drafts WHERE account_id = ? AND url_key IS NOT NULL`,
    )
    .pluck();
  const keysSince = db.prepare<[string, string], { doi: string | null; url: string | null }>(
    'SELECT doi_key doi, url_key url FROM drafts WHERE account_id = ? AND updated_at >= ? AND staged = 0',
  );
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  const record = db.prepare<[number], string>('SELECT record FROM drafts WHERE id = ?').pluck();
  const isReadable = db
    .prepare<[number], number>(`SELECT ${isRecordSql('record')} FROM drafts WHERE id = ?`)
    .pluck();
  const isOpen = db.prepare<[number]>('SELECT 1 FROM drafts WHERE id = ? AND trashed_at IS NULL');
  const rowsFrom = db
    .prepare<[number, number, number], number>(
      'SELECT import_position FROM drafts WHERE import_id = ? AND import_position >= ? ORDER BY import_position LIMIT 1 OFFSET ?',
    )
    .pluck();
  const inRange =
    'import_id = @id AND import_position >= @from AND import_position < coalesce(@to, 9e15) AND staged = 1';
  const unstage = db.prepare<[object]>(`UPDATE drafts SET staged = 0 WHERE ${inRange}`);
  const openWith = (key: 'doi_key' | 'url_key') =>
    `EXISTS (SELECT 1 FROM drafts other WHERE other.account_id = hidden.account_id AND other.${key} = hidden.${key}
       AND other.staged = 0 AND other.trashed_at IS NULL AND other.import_id IS NOT hidden.import_id)`;
  // A remark on its identity says that the user has imported it beside a known draft.
  const addedSince = db.prepare<[object], AddedSince>(
    `SELECT import_position position, place_file file, place_index "index", place_line line, title FROM drafts hidden
     WHERE ${inRange} AND (${openWith('doi_key')} OR ${openWith('url_key')})
       AND NOT EXISTS (SELECT 1 FROM json_each(notes) WHERE value ->> 'key' GLOB 'import.identity.*')`,
  );
  const nextChange = db.prepare<
    [number, number],
    Omit<WaitingChange, 'notes' | 'record'> & { notes: string; record: string }
  >(
    `SELECT id, draft_id draftId, draft_version draftVersion, position, place_file file, place_index "index", place_line line,
       title, notes, record
     FROM import_changes WHERE import_id = ? AND position >= ? AND record IS NOT NULL ORDER BY position LIMIT 1`,
  );
  const removeChange = db.prepare<[number]>('DELETE FROM import_changes WHERE id = ?');
  const leftOut = db
    .prepare<[number, number], number>('SELECT position FROM import_left_out WHERE import_id = ? LIMIT ?')
    .pluck();
  const leftOutDraft = db.prepare<[object], { readiness: string; finding: string }>(
    `SELECT readiness, coalesce(finding, '') finding FROM drafts LEFT JOIN draft_facets ON draft_id = drafts.id
     WHERE import_id = @id AND import_position = @position AND staged = 1`,
  );
  const leftOutChange = db.prepare<[object], { readiness: string; finding: string }>(
    'SELECT readiness, finding FROM import_changes WHERE import_id = @id AND position = @position',
  );
  const removeLeftOutDraft = db.prepare<[object]>(
    'DELETE FROM drafts WHERE import_id = @id AND import_position = @position AND staged = 1',
  );
  const removeLeftOutChange = db.prepare<[object]>(
    'DELETE FROM import_changes WHERE import_id = @id AND position = @position',
  );
  const tickAgain = db.prepare<[object]>(
    'DELETE FROM import_left_out WHERE import_id = @id AND position = @position',
  );
  const uncount = db.prepare<[object]>(
    `UPDATE imports SET read = read - 1, created = created - @created, updated = updated - (1 - @created),
       readiness = json_set(readiness, '$.' || @readiness, (readiness ->> @readiness) - 1),
       findings = (SELECT json_group_object(key, value - (instr(char(10) || @finding || char(10), char(10) || key || char(10)) > 0))
         FROM json_each(findings))
     WHERE id = @id`,
  );
  const leaveOut = db.prepare<[number, number]>('INSERT OR IGNORE INTO import_left_out VALUES (?, ?)');
  const removeProblems = db.prepare<[number]>('DELETE FROM import_problems WHERE import_id = ?');
  const removeStaged = db.prepare<[number, number]>(
    'DELETE FROM drafts WHERE id IN (SELECT id FROM drafts WHERE import_id = ? AND staged = 1 LIMIT ?)',
  );
  const removeChanges = db.prepare<[number, number]>(
    'DELETE FROM import_changes WHERE id IN (SELECT id FROM import_changes WHERE import_id = ? LIMIT ?)',
  );
  return {
    setCounts: (id: number, format: ImportFormat, counts: ImportCounts) =>
      void setCounts.run({
        ...counts,
        readiness: JSON.stringify(counts.readiness),
        findings: JSON.stringify(counts.findings),
        format,
        id,
      }),
    addChange: ({ shown, changes, notes, record: written, ...change }: ImportChange) =>
      void addChange.run({
        ...change,
        ...shown,
        changes: JSON.stringify(changes),
        notes: JSON.stringify(notes),
        record: written === null ? null : JSON.stringify(written),
      }),
    /** Drafts of the account with this DOI or address key, those outside the trash first. */
    byDoi: (accountId: string, key: string, importId: number) => toMatch(byDoi.get(accountId, key, importId)),
    byUrl: (accountId: string, key: string, importId: number) => toMatch(byUrl.get(accountId, key, importId)),
    byPlace: (accountId: string, file: string, index: number) => toMatch(byPlace.get(accountId, file, index)),
    /** Drafts from a file of this name whose title has this sort key. */
    byTitle: (accountId: string, titleSort: string, file: string) =>
      byTitle.all(accountId, titleSort, file).map((row) => toMatch(row)!),
    /** Returns true if a draft other than this one has a title with this sort key. */
    hasOtherWithTitle: (accountId: string, titleSort: string, id: number): boolean =>
      otherWithTitle.get(accountId, titleSort, id) !== undefined,
    /** The draft with a key that `draftKey` made. */
    byKey: draftOf,
    /** How the tables that this draft came from were read; null: as their headings suggest. */
    mappingOf: (accountId: string, key: string): TableMapping | null => {
      const draft = draftOf(accountId, key);
      return draft && (storedJson(mappingOf.get(draft.id) ?? 'null') as TableMapping | null);
    },
    /** Returns true if any draft came from a file of this name. */
    hasPlaces: (accountId: string, file: string) => hasPlaces.get(accountId, file) !== undefined,
    /** DOI and address keys of the drafts, each at least once; later calls return those written since. */
    allKeys: (accountId: string) => allKeys.iterate(accountId, accountId),
    keysSince: (accountId: string, at: string) =>
      keysSince.all(accountId, at).flatMap(({ doi, url }) => [doi, url].filter((key) => key !== null)),
    /** A number that changes when another connection has written. */
    dataVersion: () => dataVersion.get()!,
    /** Throws AppError `unreadable` if `isReadable` says so. */
    record: (id: number): DraftRecord => readableRecord(record.get(id)!, 'drafts.record'),
    isReadable: (id: number): boolean => isReadable.get(id) === 1,
    /** Returns true if there is such a draft outside the trash. */
    isOpen: (id: number) => isOpen.get(id) !== undefined,
    /** The undo step of the acceptance of an import: the one already started, or a new one. */
    undoStep: ({ id, accountId, name }: Pick<ImportStatus, 'id' | 'accountId' | 'name'>, at: string) =>
      undo.step({ accountId, kind: 'import', subject: String(id), name, at }, { resumes: true }),
    /** The place after the next `limit` rows from place `from`; null after the last ones. */
    placeAfter: (id: number, from: number, limit: number): number | null =>
      rowsFrom.get(id, from, limit) ?? null,
    /** The hidden rows from one place to another that were new at the preview, and are no longer. */
    addedSince: (id: number, from: number, to: number | null) => addedSince.all({ id, from, to }),
    /** Shows the hidden drafts from one place to another, and records them. */
    unstage: (id: number, from: number, to: number | null, step: UndoStep) => {
      step.showing(id, from, to);
      unstage.run({ id, from, to });
    },
    /** The next change to apply, from place `from` on. */
    nextChange: (id: number, from: number): WaitingChange | null => {
      const row = nextChange.get(id, from);
      return row ? { ...row, notes: storedJson(row.notes), record: storedJson(row.record) } : null;
    },
    /** Removes up to `limit` records that the user unticked, and stops counting them; returns how many there were. */
    removeLeftOut: (id: number, limit: number) => {
      const positions = leftOut.all(id, limit);
      for (const position of positions) {
        const row = { id, position };
        const draft = leftOutDraft.get(row);
        const removed = draft ?? leftOutChange.get(row);
        if (removed) uncount.run({ ...removed, id, created: draft ? 1 : 0 });
        removeLeftOutDraft.run(row);
        removeLeftOutChange.run(row);
        tickAgain.run(row);
      }
      return positions.length;
    },
    removeChange: (id: number) => void removeChange.run(id),
    /** Adds a note to a record that changes a draft. */
    addNote: (id: number, position: number, note: Message) =>
      void addNote.run(JSON.stringify(note), id, position),
    /** Unticks a record. */
    leaveOut: (id: number, position: number) => void leaveOut.run(id, position),
    removeProblems: (id: number) => void removeProblems.run(id),
    /** Removes up to `limit` hidden rows of the import; returns how many there were. */
    removeHidden: (id: number, limit: number) =>
      removeStaged.run(id, limit).changes + removeChanges.run(id, limit).changes,
  };
}

type MatchColumns = Omit<DraftMatch, 'stagedAt' | 'isTrashed' | 'isEdited' | 'hasWork'> & {
  staged: 0 | 1;
  isEdited: 0 | 1;
  hasWork: 0 | 1;
  file: string;
  place: number;
  isTrashed: 0 | 1;
};

function toMatch(row: MatchColumns | undefined): DraftMatch | null {
  if (!row) return null;
  const { staged, file, place, isTrashed, isEdited, hasWork, ...match } = row;
  return {
    ...match,
    stagedAt: staged ? { file, index: place } : null,
    isTrashed: isTrashed === 1,
    isEdited: isEdited === 1,
    hasWork: hasWork === 1,
  };
}
