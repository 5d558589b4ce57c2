import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Message } from '../../../shared/message.ts';
import { type TableMapping, tableMappingSchema } from '../../../shared/tables/tableMapping.ts';
import type { Db } from '../database.ts';
import { draftKey } from '../drafts/draftKey.ts';
import { createImportFiles, type ImportTable } from '../imports/importFiles.ts';
import type { ImportFile } from '../imports/importStore.ts';
import { storedJson, storedRecord } from '../storedJson.ts';

/** The record of a row of an imported table. */
export interface RowRecord {
  draftId: number;
  /** The waiting change to the draft; null if the draft has the record. */
  changeId: number | null;
  /** Names the draft in the returned table. */
  key: string;
}

/** A table of an import, and the number of an upload's records that come from it. */
export interface KeptTable extends ImportTable {
  importId: number;
  name: string;
  records: number | null;
}

/** Reads the data of returned tables. */
export function createTableReading(db: Db) {
  const files = createImportFiles(db);
  const readFiles = db.prepare<[number], string>('SELECT files FROM imports WHERE id = ?').pluck();
  const readMapping = db.prepare<[number], string | null>('SELECT mapping FROM imports WHERE id = ?').pluck();
  const readEncoding = db
    .prepare<[{ id: number; file: number }], string | null>(
      `SELECT coalesce(choices ->> 'encoding', choices ->> ('$.encodings."' || CAST(@file AS INTEGER) || '"'),
         (SELECT value ->> 'encoding' FROM json_each(coalesce(encodings, '[]')) WHERE value ->> 'file' = @file))
       FROM imports WHERE id = @id`,
    )
    .pluck();
  const readRows = db.prepare<
    { id: number },
    {
      file: string;
      line: number | null;
      draftId: number;
      changeId: number | null;
      accountId: string;
      createdAt: string;
    }
  >(
    `SELECT d.place_file file, d.place_line line, d.id draftId, NULL changeId, d.account_id accountId, d.created_at createdAt
     FROM drafts d WHERE d.import_id = @id AND d.trashed_at IS NULL
     UNION ALL
     SELECT c.place_file, c.place_line, d.id, c.id, d.account_id, d.created_at
     FROM import_changes c JOIN drafts d ON d.id = c.draft_id
     WHERE c.import_id = @id AND c.outcome <> 'twice-in-file' AND d.trashed_at IS NULL`,
  );
  const readDraft = db.prepare<[number], RecordColumns>(
    'SELECT record, notes, version = origin_version isUnedited FROM drafts WHERE id = ?',
  );
  const readChange = db.prepare<[number], RecordColumns>(
    `SELECT coalesce(c.record, d.record) record, c.notes, 1 isUnedited
     FROM import_changes c JOIN drafts d ON d.id = c.draft_id WHERE c.id = ?`,
  );
  const readSources = db.prepare<{ id: number }, { importId: number; file: string; records: number }>(
    `SELECT import_id importId, place_file file, count(*) records FROM drafts
     WHERE import_id IS NOT NULL AND place_file IS NOT NULL AND id IN (
       SELECT draft_id FROM upload_items WHERE upload_id = @id
       UNION SELECT value ->> 'draftId' FROM uploads, json_each(left_out) WHERE uploads.id = @id)
     GROUP BY 1, 2 ORDER BY 1, 2`,
  );

  const tablesOf = (importId: number) => {
    const names = storedJson(readFiles.get(importId) ?? '[]') as ImportFile[];
    return files.list(importId).map((table) => ({ ...table, importId, name: names[table.file]!.name }));
  };
  return {
    /** The tables of an import that are kept. */
    importTables: (importId: number): KeptTable[] =>
      tablesOf(importId).map((table) => ({ ...table, records: null })),
    /** The tables that an upload's records come from. */
    uploadTables(uploadId: number): KeptTable[] {
      const sources = readSources.all({ id: uploadId });
      return [...new Set(sources.map(({ importId }) => importId))].flatMap((importId) =>
        tablesOf(importId).flatMap((table) => {
          const records = sources
            .filter((source) => source.importId === importId && isIn(source.file, table.name))
            .reduce((sum, source) => sum + source.records, 0);
          return records > 0 ? [{ ...table, records }] : [];
        }),
      );
    },
    blocks: files.blocks,
    /** The encoding in which a file of an import was read; null: the one that it shows. */
    encoding: (importId: number, file: number): string | null =>
      readEncoding.get({ id: importId, file })?.toLowerCase() ?? null,
    /** How the tables of an import were read; null: as their headings suggest. */
    mapping: (importId: number): TableMapping | null => {
      const text = readMapping.get(importId) ?? null;
      return text === null ? null : tableMappingSchema.parse(storedJson(text));
    },
    /** The records of an import's rows, by `rowPlace`. */
    rows(importId: number): Map<string, RowRecord> {
      const rows = new Map<string, RowRecord>();
      for (const { file, line, draftId, changeId, accountId, createdAt } of readRows.iterate({
        id: importId,
      }))
        rows.set(rowPlace(file, line), {
          draftId,
          changeId,
          key: draftKey({ id: draftId, accountId, createdAt }),
        });
      return rows;
    },
    /** The record, null if it cannot be read, with the import's notes unless it has been edited since; undefined if it is gone. */
    record({ draftId, changeId }: RowRecord): { record: DraftRecord | null; notes: Message[] } | undefined {
      const row = changeId === null ? readDraft.get(draftId) : readChange.get(changeId);
      return row && { record: storedRecord(row.record), notes: row.isUnedited ? storedJson(row.notes) : [] };
    },
  };
}

interface RecordColumns {
  record: string;
  notes: string;
  isUnedited: 0 | 1;
}

/** Where a record begins in the files of an import. */
export function rowPlace(file: string, line: number | null): string {
  return `${line}\n${file}`;
}

/** Returns true for a file, and for the sheets of a workbook. */
function isIn(place: string, name: string): boolean {
  return place === name || place.startsWith(`${name}/`);
}
