import type { Db } from '../database.ts';

/** A record to export: that of a draft, or of a change to it that waits to be accepted. */
export interface ExportPlace {
  draftId: number;
  changeId: number | null;
}

/** Reads the records of exports one by one. */
export function createExportReading(db: Db) {
  const readDraft = db.prepare<[number], { title: string; record: string }>(
    'SELECT title, record FROM drafts WHERE id = ?',
  );
  const readChange = db.prepare<[number], { title: string; record: string }>(
    'SELECT title, record FROM import_changes WHERE id = ? AND record IS NOT NULL',
  );
  const readImport = db.prepare<{ id: number }, ExportPlace>(
    `SELECT draftId, changeId FROM (
       SELECT import_position position, id draftId, NULL changeId FROM drafts
       WHERE import_id = @id AND trashed_at IS NULL
       UNION ALL
       SELECT position, draft_id, CASE WHEN record IS NOT NULL THEN id END FROM import_changes WHERE import_id = @id)
     WHERE position NOT IN (SELECT position FROM import_left_out WHERE import_id = @id) ORDER BY position`,
  );
  const readUpload = db
    .prepare<[number], number>('SELECT draft_id FROM upload_items WHERE upload_id = ? ORDER BY position')
    .pluck();
  return {
    /** The records of an import as they are or will be, in the order of its files, each draft once. */
    importPlaces(id: number): ExportPlace[] {
      const places = new Map<number, ExportPlace>();
      for (const { draftId, changeId } of readImport.iterate({ id })) {
        const known = places.get(draftId);
        if (!known) places.set(draftId, { draftId, changeId });
        else known.changeId = changeId ?? known.changeId;
      }
      return [...places.values()];
    },
    uploadPlaces: (id: number): ExportPlace[] =>
      readUpload.all(id).map((draftId) => ({ draftId, changeId: null })),
    /** undefined: the draft is gone. */
    record: ({ draftId, changeId }: ExportPlace) =>
      (changeId === null ? undefined : readChange.get(changeId)) ?? readDraft.get(draftId),
  };
}

export type ExportReading = ReturnType<typeof createExportReading>;
