import { createHash } from 'node:crypto';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import {
  type ImportChoices,
  type ImportFound,
  importChoicesSchema,
  importFoundSchema,
} from '../../../shared/draft/importChoices.ts';
import {
  type FileEncoding,
  type GuessedFile,
  guessedFilesSchema,
} from '../../../shared/draft/importEncodings.ts';
import type { ImportProblem, ImportRow, ImportStatus, MappedBy } from '../../../shared/draft/importing.ts';
import type { Message } from '../../../shared/message.ts';
import {
  type SavedMapping,
  type TableMapping,
  tableMappingSchema,
} from '../../../shared/tables/tableMapping.ts';
import { fail } from '../../platform/failures.ts';
import type { Db } from '../database.ts';
import { storedJson, storedRecord } from '../storedJson.ts';
import { messageColumn, readMessage } from '../storedMessage.ts';
import { withStorageErrors } from '../withStorageErrors.ts';
import { asWrite } from '../write.ts';
import { createRowReading } from './previewReading.ts';

export type ImportState = ImportStatus['state'];

/** The counts of an import that increase while it is read. */
export type ImportCounts = Pick<
  ImportStatus,
  'bytesRead' | 'read' | 'created' | 'updated' | 'unchanged' | 'problems' | 'readiness' | 'findings'
>;

export interface ImportFile {
  name: string;
  size: number;
}

export type ImportStore = ReturnType<typeof createImportStore>;

export function createImportStore(db: Db) {
  const read = db.prepare<[number], ImportColumns>(`SELECT ${columns} FROM imports WHERE id = ?`);
  const readAll = db.prepare<[string], ImportColumns>(
    `SELECT ${columns} FROM imports WHERE account_id = ? ORDER BY id DESC`,
  );
  const readIn = db.prepare<[string], ImportColumns>(
    `SELECT ${columns} FROM imports WHERE state IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  const readFiles = db.prepare<[number], { files: string; format: ImportFormat | null }>(
    'SELECT files, given_format format FROM imports WHERE id = ?',
  );
  const insert = db.prepare(
    `INSERT INTO imports (account_id, name, files, size, format, given_format, mapping, mapped_by, choices, state, created_at)
     VALUES (@accountId, @name, @files, @size, @format, @format, @mapping, @mappedBy, @choices, 'receiving', @at)`,
  );
  const readMapping = db.prepare<[number], string | null>('SELECT mapping FROM imports WHERE id = ?').pluck();
  const writeMapping = db.prepare<[string | null, string | null, number]>(
    'UPDATE imports SET mapping = ?, mapped_by = ? WHERE id = ?',
  );
  const readEarlier = db.prepare<[string, number], { name: string; mapping: string }>(
    `SELECT name, mapping FROM imports WHERE account_id = ? AND id <> ? AND mapping IS NOT NULL
       AND mapped_by ->> 'by' IN ('user', 'earlier') AND state IN ('preview', 'accepting', 'accepted') ORDER BY id DESC LIMIT 50`,
  );
  const readChoicesOf = db
    .prepare<[string, number, string], string>(
      `SELECT choices FROM imports WHERE account_id = ? AND id <> ? AND mapping = ?
         AND state IN ('preview', 'accepting', 'accepted') ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const readSamples = db
    .prepare<[number], string>('SELECT samples FROM import_tables WHERE import_id = ?')
    .pluck();
  const writeSamples = db.prepare<[number, string]>('INSERT OR REPLACE INTO import_tables VALUES (?, ?)');
  const dropSamples = db.prepare<[number]>('DELETE FROM import_tables WHERE import_id = ?');
  const setFormat = db.prepare<[ImportFormat, number]>('UPDATE imports SET format = ? WHERE id = ?');
  const setChoices = db.prepare<[string, number]>('UPDATE imports SET choices = ? WHERE id = ?');
  const setFound = db.prepare<[string, number]>('UPDATE imports SET found = ? WHERE id = ?');
  const encodingsOf = db
    .prepare<[number], string | null>('SELECT encodings FROM imports WHERE id = ?')
    .pluck();
  const writeEncodings = db.prepare<[string, number]>('UPDATE imports SET encodings = ? WHERE id = ?');
  const forgetTicks = db.prepare<[number]>('DELETE FROM import_left_out WHERE import_id = ?');
  const move = db.prepare<[string, string, number, string]>(
    'UPDATE imports SET state = ?, message = ? WHERE id = ? AND state IN (SELECT value FROM json_each(?))',
  );
  const receive = db.prepare<[number, number]>('UPDATE imports SET received = ? WHERE id = ?');
  // Merges two ordered halves; the full rows are read for one page only.
  const readPlaces = db.prepare<
    [number, number, number, number],
    { place: number; id: number; isChange: 0 | 1 }
  >(
    `SELECT import_position place, id, 0 isChange FROM drafts WHERE import_id = ?
     UNION ALL
     SELECT position, id, 1 FROM import_changes WHERE import_id = ?
     ORDER BY 1 LIMIT ? OFFSET ?`,
  );
  const countDrafts = db.prepare<[number], number>('SELECT count(*) FROM drafts WHERE import_id = ?').pluck();
  const countChanges = db
    .prepare<[number], number>('SELECT count(*) FROM import_changes WHERE import_id = ?')
    .pluck();
  const rowAt = createRowReading(db);
  const readPlace = db.prepare<[object], { place: number; id: number; isChange: 0 | 1 }>(
    `SELECT @position place, id, 0 isChange FROM drafts WHERE import_id = @id AND import_position = @position
     UNION ALL SELECT @position, id, 1 FROM import_changes WHERE import_id = @id AND position = @position`,
  );
  const draftRecord = db.prepare<[number], string>('SELECT record FROM drafts WHERE id = ?').pluck();
  const changeRecord = db
    .prepare<[number], string | null>('SELECT record FROM import_changes WHERE id = ?')
    .pluck();
  const countInLine = db
    .prepare<[object], number>(
      `SELECT (SELECT count(*) FROM drafts WHERE import_id = @id AND place_line = @line AND place_index < @index AND place_file = @file)
         + (SELECT count(*) FROM import_changes WHERE import_id = @id AND place_line = @line AND place_index < @index AND place_file = @file)
         + (SELECT count(*) FROM import_problems WHERE import_id = @id AND line = @line AND place < @index AND file = @file
             AND place NOT IN (SELECT place_index FROM import_changes WHERE import_id = @id AND place_file = @file))`,
    )
    .pluck();
  const leaveOut = db.prepare<[number, number]>('INSERT OR IGNORE INTO import_left_out VALUES (?, ?)');
  const takeIn = db.prepare<[number, number]>(
    'DELETE FROM import_left_out WHERE import_id = ? AND position = ?',
  );
  const countProblems = db
    .prepare<[number], number>('SELECT count(*) FROM import_problems WHERE import_id = ?')
    .pluck();
  const readProblems = db.prepare<
    [number, number, number],
    Omit<ImportProblem, 'message'> & { message: string }
  >(
    `SELECT file, place "index", line, message FROM import_problems WHERE import_id = ? ORDER BY id LIMIT ? OFFSET ?`,
  );
  const shown = db.prepare<[number]>('SELECT 1 FROM drafts WHERE import_id = ? AND staged = 0 LIMIT 1');
  const addProblem = db.prepare(
    'INSERT INTO import_problems (import_id, file, place, line, message) VALUES (@id, @file, @index, @line, @message)',
  );
  const countProblem = db.prepare<[number]>('UPDATE imports SET problems = problems + 1 WHERE id = ?');
  const remains = db
    .prepare<[], number>(
      `SELECT id FROM imports i WHERE state IN ('cancelled', 'failed')
         AND (EXISTS (SELECT 1 FROM drafts WHERE import_id = i.id AND staged = 1)
           OR EXISTS (SELECT 1 FROM import_changes WHERE import_id = i.id)
           OR EXISTS (SELECT 1 FROM import_files WHERE import_id = i.id))`,
    )
    .pluck();

  /** Throws AppError `not_found` if there is none. */
  function get(id: number): ImportStatus {
    const row = read.get(id);
    if (row) return toStatus(row);
    throw fail('import.gone');
  }

  return withStorageErrors({
    create: ({
      files,
      mapping = null,
      mappedBy = null,
      choices,
      ...given
    }: {
      accountId: string;
      name: string;
      size: number;
      /** In the order of their bytes; if empty, one file of that name and size. */
      files?: readonly ImportFile[];
      format: ImportFormat | null;
      mapping?: TableMapping | null;
      /** Null: the user is asked how the tables are mapped, unless they are recognised. */
      mappedBy?: MappedBy | null;
      choices?: ImportChoices;
      at: string;
    }) => {
      const list = JSON.stringify(files ?? [{ name: given.name, size: given.size }]);
      const mapped = {
        mapping: jsonColumn(mapping),
        mappedBy: jsonColumn(mappedBy),
        choices: JSON.stringify(choices ?? {}),
      };
      return get(Number(insert.run({ ...given, ...mapped, files: list }).lastInsertRowid));
    },
    /** How its tables are read, or null: as their headings suggest. While they are being mapped, the mapping so far. */
    mapping: (id: number): TableMapping | null => {
      const text = readMapping.get(id) ?? null;
      return text === null ? null : tableMappingSchema.parse(storedJson(text));
    },
    setMapping: (id: number, mapping: TableMapping | null, mappedBy: MappedBy | null) =>
      void writeMapping.run(jsonColumn(mapping), jsonColumn(mappedBy), id),
    /**
     * The mappings by which the user read tables in other imports of an account, the latest first, under the names of
     * these imports.
     */
    earlierMappings: (accountId: string, id: number): SavedMapping[] =>
      readEarlier.all(accountId, id).flatMap(({ name, mapping }) => {
        const read = tableMappingSchema.safeParse(storedJson(mapping));
        return read.success ? [{ id: earlierId, name, mapping: read.data }] : [];
      }),
    /** What the user chose for the records of the latest other import whose tables were mapped so; null if there is none. */
    earlierChoices: (accountId: string, id: number, mapping: TableMapping): AnsweredChoices | null => {
      const text = readChoicesOf.get(accountId, id, JSON.stringify(mapping));
      if (text === undefined) return null;
      return answersIn(readChoices(text));
    },
    /** JSON of the beginning of its tables, if the user has been asked to map them. */
    samples: (id: number): string | null => readSamples.get(id) ?? null,
    setSamples: (id: number, samples: string, format: ImportFormat) => {
      writeSamples.run(id, samples);
      setFormat.run(format, id);
    },
    dropSamples: (id: number) => void dropSamples.run(id),
    setChoices: (id: number, choices: ImportChoices) => void setChoices.run(JSON.stringify(choices), id),
    /** The choices offered by the records; with it, the user's ticks survive another reading. */
    setFound: (id: number, found: ImportFound) => void setFound.run(JSON.stringify(found), id),
    /** Ticks all records, as before the first reading. */
    forgetTicks: (id: number) => {
      forgetTicks.run(id);
      setFound.run('{}', id);
    },
    /** The files whose encoding was guessed; null until they have been looked at. */
    encodings: (id: number): GuessedFile[] | null => readGuessed(encodingsOf.get(id) ?? null),
    setEncodings: (id: number, files: readonly GuessedFile[]) =>
      void writeEncodings.run(JSON.stringify(files), id),
    /** The files of an import, in the order of their bytes, and their format if it was stated. */
    files: (id: number): { files: ImportFile[]; format: ImportFormat | null } => {
      const { files = '[]', format = null } = readFiles.get(id) ?? {};
      return { files: storedJson(files), format };
    },
    get,
    /** Newest first; at most a hundred finished ones. */
    list: (accountId: string) => {
      let over = 0;
      return readAll
        .all(accountId)
        .map(toStatus)
        .filter(({ state }) => !isOver(state) || ++over <= 100);
    },
    /** Imports in these states, of all accounts. */
    inStates: (states: readonly ImportState[]) => readIn.all(JSON.stringify(states)).map(toStatus),
    /** Changes the state of an import if it is in one of the states `from`; returns true if it was. */
    move: (id: number, from: readonly ImportState[], to: ImportState, message: Message | null = null) =>
      move.run(to, messageColumn(message), id, JSON.stringify(from)).changes > 0,
    setReceived: (id: number, received: number) => void receive.run(received, id),
    /** New and matching records of the import, in the order of the file. */
    rows: (id: number, { offset, limit }: { offset: number; limit: number }) => ({
      total: countDrafts.get(id)! + countChanges.get(id)!,
      rows: readPlaces.all(id, id, limit, offset).map(rowAt),
    }),
    /** The record at a position, as it will be written; null if nothing is written. */
    recordAt: (id: number, position: number): { row: ImportRow; record: DraftRecord | null } | null => {
      const at = readPlace.get({ id, position });
      if (!at) return null;
      const text = (at.isChange ? changeRecord : draftRecord).get(at.id);
      return { row: rowAt(at), record: storedRecord(text ?? null) };
    },
    /** The place of a record in its file, as far as other records tell where it begins and ends. */
    placeOf: (id: number, position: number) => {
      const [at, next] = [position, position + 1].map((one) => readPlace.get({ id, position: one }));
      if (!at) return null;
      const { file, index, line } = rowAt(at);
      const following = next && rowAt(next);
      return {
        ...{ file, index, line },
        rank: line === null ? 0 : countInLine.get({ id, file, index, line })!,
        nextLine: following && following.file === file ? following.line : null,
      };
    },
    /** Ticks or unticks the records at these positions, as `DraftLists.previewPositions` returns them. */
    tick: asWrite(db, (id: number, positions: readonly number[], isTicked: boolean) => {
      for (const position of positions) (isTicked ? takeIn : leaveOut).run(id, position);
    }),
    problems: (id: number, { offset, limit }: { offset: number; limit: number }) => ({
      total: countProblems.get(id)!,
      problems: readProblems
        .all(id, limit, offset)
        .map((problem) => ({ ...problem, message: readMessage(problem.message)! })),
    }),
    addProblem: (id: number, problem: ImportProblem) => {
      addProblem.run({ ...problem, message: messageColumn(problem.message), id });
      countProblem.run(id);
    },
    /** Finished imports that still have hidden rows to be removed. */
    withRemains: () => remains.all(),
    /** Returns true if records of the import are drafts, or have changed drafts. */
    hasShown: (id: number) => shown.get(id) !== undefined,
  });
}

export function answersIn({
  language,
  date,
  affiliation,
  journal,
  nameOrder,
}: ImportChoices): AnsweredChoices {
  return { language, date, affiliation, journal, nameOrder };
}

/** Choices about what records have, which hold for the next table of the same kind. */
type AnsweredChoices = Pick<ImportChoices, 'language' | 'date' | 'affiliation' | 'journal' | 'nameOrder'>;

/** Instead of the id of a saved mapping: the user chose it in an earlier import. */
export const earlierId = 0;

export function isOver(state: ImportState): boolean {
  return state === 'accepted' || state === 'cancelled' || state === 'failed';
}

const columns = `id, account_id accountId, name, json_array_length(files) files, format, state, size, received, bytes_read bytesRead, read, created,
  updated, unchanged, problems, readiness, findings, mapped_by mappedBy, choices, found, encodings, message, created_at createdAt,
  mapping, (SELECT json_array(count(*), total(position), total(position * position)) FROM import_left_out
    WHERE import_id = imports.id) ticks`;

type ImportColumns = Omit<
  ImportStatus,
  'readiness' | 'findings' | 'mappedBy' | 'choices' | 'found' | 'encodings' | 'message' | 'leftOut' | 'shown'
> & {
  mapping: string | null;
  /** The number of records that are left out, and two sums that tell which: JSON. */
  ticks: string;
  choices: string;
  found: string;
  encodings: string | null;
  readiness: string;
  findings: string;
  mappedBy: string | null;
  message: string;
};

function readChoices(text: string): ImportStatus['choices'] {
  return importChoicesSchema.safeParse(storedJson(text)).data as ImportStatus['choices'];
}

/** Null if they are not known yet, or unreadable. */
function readGuessed(text: string | null): GuessedFile[] | null {
  return guessedFilesSchema.safeParse(storedJson(text ?? 'null')).data ?? null;
}

/** The guessed encodings, replaced by those that the user chose. */
function readEncodings(text: string | null, choices: ImportChoices | undefined): FileEncoding[] {
  return (readGuessed(text) ?? []).map(({ candidates: _, ...file }) => {
    const chosen = choices?.encoding ?? choices?.encodings[file.file];
    return chosen === undefined ? file : { ...file, encoding: chosen, by: 'user' as const };
  });
}

function toStatus({ mapping, ticks, ...row }: ImportColumns): ImportStatus {
  const { read, created, updated, unchanged, problems, choices } = row;
  const shown = JSON.stringify([read, created, updated, unchanged, problems, choices, mapping, ticks]);
  return {
    ...row,
    leftOut: storedJson<number[] | undefined>(ticks)?.[0] ?? 0,
    shown: createHash('sha256').update(shown).digest('hex'),
    message: readMessage(row.message),
    readiness: {
      incomplete: 0,
      warnings: 0,
      ready: 0,
      ...storedJson<Partial<ImportStatus['readiness']>>(row.readiness),
    },
    findings: storedJson(row.findings),
    mappedBy: row.mappedBy === null ? null : storedJson(row.mappedBy),
    choices: readChoices(row.choices),
    encodings: readEncodings(row.encodings, readChoices(row.choices)),
    found:
      row.found === '{}'
        ? null
        : (importFoundSchema.safeParse(storedJson(row.found)).data as ImportStatus['found']),
  };
}

function jsonColumn(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
