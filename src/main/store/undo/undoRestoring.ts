import { type SearchTexts, searchTextsOf } from '../../../shared/article/article.ts';
import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Db } from '../database.ts';
import { type DerivedDraft, type DraftColumns, draftColumns } from '../drafts/draftColumns.ts';
import { syncFromHashes } from '../drafts/draftSync.ts';
import { type DraftWriter, derivedColumns } from '../drafts/draftWriter.ts';
import { changedTexts } from '../drafts/search/searchIndex.ts';
import { storedRecord } from '../storedJson.ts';
import { applicationExtras, type Columns, draftExtras, isRemovable, type UndoSource } from './undoSources.ts';

/** Restores a row's earlier content, with all of its columns, in the caller's transaction; returns true if the row existed. */
export type Restoring = (
  id: number,
  kept: { columns: Columns; record: string },
  now: { at: string; context: () => ArticleContext; ahead: DerivedAgain | null },
) => boolean;

/** What is stored of a draft beside its record, and its texts that search has to find anew. */
export type DerivedAgain = Pick<DerivedDraft, 'columns' | 'facets'> & { searchTexts: Partial<SearchTexts> };

/** `present`: the text of the record that `record` replaces. */
export function derivedAgain(record: DraftRecord, present: string, context: ArticleContext): DerivedAgain {
  const { columns, facets, searchTexts } = draftColumns(record, context);
  const before = storedRecord(present);
  if (before === null) return { columns, facets, searchTexts };
  return { columns, facets, searchTexts: changedTexts(searchTextsOf(before), searchTexts) };
}

/** Restores a draft's earlier content as a new version, so that windows with the replaced one open find out. */
export function prepareDraftRestoring(db: Db, writer: Pick<DraftWriter, 'update'>): Restoring {
  const read = db.prepare<[number], DraftColumns & Columns & { record: string }>(
    `SELECT ${derivedColumns}, ${draftExtras.join(', ')}, record FROM drafts WHERE id = ?`,
  );
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
  return (id, { columns, record: text }, { at, context, ahead }) => {
    const record = ahead ? null : storedRecord(text);
    if (!ahead && record === null) return false;
    const stored = read.get(id);
    if (!stored) return false;
    // Earlier steps are stored as differences from exactly this text.
    const draft = { ...(ahead ?? derivedAgain(record!, stored.record, context())), json: text };
    if (!writer.update({ id, draft, at, stored })) return false;
    // Most changes leave them as they are, and writing them would take as long as the record.
    if (draftExtras.every((name) => columns[name] === stored[name])) return true;
    extras.run({ ...columns, id });
    settle.run(id);
    return true;
  };
}

/** Restores an application's earlier content; its findings are counted by the next check. */
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

/**
 * Restores a deleted row without references to rows that are gone; false if the row exists again, or is none that Colophon
 * deletes.
 */
export function preparePuttingBack(db: Db): (source: UndoSource, kept: Columns) => boolean {
  const hasCheck = db.prepare<[unknown]>('SELECT 1 FROM compliance_checks WHERE id = ?');
  const hasDraft = db.prepare<[unknown]>('SELECT 1 FROM drafts WHERE id = ?');
  const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck();
  const statements = new Map<string, ReturnType<typeof db.prepare<unknown[]>>>();
  /** null: a backup from somebody else may name another table, or what is no column of it. */
  function insertOf(source: UndoSource, names: readonly string[]) {
    const list = names.map((name) => `"${name}"`).join(', ');
    const text = `INSERT OR IGNORE INTO ${source} (${list}) VALUES (${names.map(() => '?').join(', ')})`;
    const known = statements.get(text);
    if (known) return known;
    const own = isRemovable(source) ? columnsOf.all(source) : [];
    if (names.length === 0 || !names.every((name) => own.includes(name))) return null;
    const insert = db.prepare<unknown[]>(text);
    statements.set(text, insert);
    return insert;
  }
  return (source: UndoSource, kept: Columns): boolean => {
    const columns = { ...kept };
    if (columns.check_id != null && !hasCheck.get(columns.check_id)) columns.check_id = null;
    if (columns.draft_id != null && !hasDraft.get(columns.draft_id)) columns.draft_id = null;
    const insert = insertOf(source, Object.keys(columns));
    return insert !== null && insert.run(...Object.values(columns)).changes > 0;
  };
}
