import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { draftColumns } from '../drafts/draftColumns.ts';
import { syncFromHashes } from '../drafts/draftSync.ts';
import { createDraftWriter } from '../drafts/draftWriter.ts';
import { applicationExtras, type Columns, draftExtras, type UndoSource } from './undoSources.ts';

/** Writes a row's earlier content over it, in the caller's transaction; answers whether there was such a row. */
export type Restoring = (
  id: number,
  kept: { columns: Columns; record: string },
  now: { at: string; context: () => ArticleContext },
) => boolean;

/** Writes a draft's earlier content over it, as a new version: whoever has the replaced one open is told. */
export function prepareDraftRestoring(db: Db): Restoring {
  const writer = createDraftWriter(db);
  const extras = db.prepare(
    `UPDATE drafts SET ${draftExtras
      .map((name) =>
        name === 'import_id'
          ? 'import_id = (SELECT id FROM imports WHERE id = @import_id)'
          : `${name} = @${name}`,
      )
      .join(', ')} WHERE id = @id`,
  );
  const settle = db.prepare<[number]>(`UPDATE drafts SET sync = ${syncFromHashes()} WHERE id = ?`);
  return (id, { columns, record: text }, { at, context }) => {
    const record = JSON.parse(text) as DraftRecord;
    if (!writer.update({ id, draft: draftColumns(record, context()), at })) return false;
    extras.run({ ...columns, id });
    settle.run(id);
    return true;
  };
}

/** The same of an application; its findings are counted anew by whoever checks them. */
export function prepareApplicationRestoring(db: Db): Restoring {
  const write = db.prepare(
    `UPDATE applications SET record = @record, version = version + 1, updated_at = @at,
       ${applicationExtras.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  );
  const settle = db.prepare<[number]>(`UPDATE applications SET sync = ${syncFromHashes()} WHERE id = ?`);
  return (id, { columns, record }, { at }) => {
    write.run({ ...columns, record, at, id });
    settle.run(id);
    return true;
  };
}

/** Puts a removed row back; what it refers to and is gone itself is left out. Answers false where there is such a row again. */
export function preparePuttingBack(db: Db): (source: UndoSource, kept: Columns) => boolean {
  const hasCheck = db.prepare<[unknown]>('SELECT 1 FROM compliance_checks WHERE id = ?');
  const hasDraft = db.prepare<[unknown]>('SELECT 1 FROM drafts WHERE id = ?');
  const statements = new Map<string, ReturnType<typeof db.prepare<unknown[]>>>();
  return (source: UndoSource, kept: Columns): boolean => {
    const columns = { ...kept };
    if (columns.check_id != null && !hasCheck.get(columns.check_id)) columns.check_id = null;
    if (columns.draft_id != null && !hasDraft.get(columns.draft_id)) columns.draft_id = null;
    const names = Object.keys(columns).map((name) => `"${name}"`);
    const text = `INSERT OR IGNORE INTO ${source} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    const insert = statements.get(text) ?? db.prepare<unknown[]>(text);
    statements.set(text, insert);
    return insert.run(...Object.values(columns)).changes > 0;
  };
}
