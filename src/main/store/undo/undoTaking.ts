import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import { createChecksVersion } from '../checkContext.ts';
import type { ComparisonStore } from '../comparisons/comparisonStore.ts';
import type { Db } from '../database.ts';
import { createDraftWriter } from '../drafts/draftWriter.ts';
import { storedJson } from '../storedJson.ts';
import { type KeptRecord, recordBefore } from './keptRecord.ts';
import type { Ahead } from './undoAhead.ts';
import { prepareApplicationRestoring, prepareDraftRestoring, preparePuttingBack } from './undoRestoring.ts';
import {
  type Columns,
  comparisonColumns,
  createUndoSources,
  hasVersions,
  isAsLeftIn,
  type KeptBefore,
  type RowState,
  type UndoSource,
  type UndoWhat,
} from './undoSources.ts';
import type { UndoStep } from './undoWriter.ts';

export interface UndoEntry extends RowState, KeptRecord {
  id: number;
  stepId: number;
  source: UndoSource;
  rowId: number | string;
  what: UndoWhat;
  wasVersion: number | null;
  wasTrashedAt: string | null;
  wasSentAt: string | null;
  comparisonRow: number | null;
  before: string | null;
}

/** The result for one row, with its title: undone, or left as it is because it was changed, sent or deleted since. */
export interface TakenEntry {
  isTaken: boolean;
  title: string;
}

/** The context of an undo; `again` records the data needed to redo the change. */
export interface Taking {
  again: UndoStep;
  /** ISO time. */
  at: string;
  context: (accountId: string) => ArticleContext;
  /** What a thread derived of drafts. */
  ahead: Ahead;
}

/** How many texts of restored drafts are indexed together. */
const textsAtOnce = 100;

/** Undoes rows in a transaction; a row that no longer looks as the change left it stays. */
export function prepareTaking(db: Db, comparisonStore: Pick<ComparisonStore, 'setRowAside'>) {
  const sql = prepare(db);
  const sources = createUndoSources(db);
  const drafts = createDraftWriter(db, { textsAtOnce });
  const restore = {
    drafts: prepareDraftRestoring(db, drafts),
    applications: prepareApplicationRestoring(db),
  };
  const putBack = preparePuttingBack(db);
  const checksVersion = createChecksVersion(db);

  /** Earlier steps, comparisons and previews identify the row by its state before this step, which it has again now. */
  function followVersion(entry: UndoEntry): void {
    const now = entry.wasVersion === null ? null : sources.state(entry.source, entry.rowId);
    if (!now) return;
    sql.follow.run({ ...entry, ...now });
    if (entry.source !== 'drafts' || now.version === entry.wasVersion) return;
    for (const follow of sql.followers) follow.run({ ...entry, version: now.version });
  }

  function takeVersioned(entry: VersionedEntry, { again, at, context, ahead }: Taking): TakenEntry {
    const { source, what } = entry;
    const id = Number(entry.rowId);
    const now = sql.now[source].get(id);
    if (!now) return { isTaken: false, title: '' };
    const { title } = now;
    const isTrashed = now.trashedAt !== null;
    const { columns = {}, left = {} } = readBefore(entry);
    const present = sources.beside(source, id).columns ?? {};
    const isAsLeft =
      now.version === entry.version &&
      now.trashedAt === entry.trashedAt &&
      now.sentAt === entry.sentAt &&
      isAsLeftIn(present, left);
    const row = { source, id, comparisonRow: entry.comparisonRow };
    const change = (to: Exclude<UndoWhat, 'created'>, run: () => boolean) => {
      const isTaken = again.change(row, to, run);
      if (isTaken) {
        restoreComparison(entry, id);
        followVersion(entry);
      }
      return { isTaken, title };
    };
    if (what === 'trashed') {
      if (!isTrashed) return { isTaken: true, title };
      if (now.trashedAt !== entry.trashedAt) return { isTaken: false, title };
      return change('restored', () => sql.fromTrash[source].run(id).changes > 0);
    }
    if (what !== 'changed' && isTrashed) return { isTaken: true, title };
    if (!isAsLeft || now.isUnderWay === 1) return { isTaken: false, title };
    if (what === 'changed') {
      const record = recordBefore(entry, sources.record(source, id));
      if (record === null) return { isTaken: false, title };
      const kept = { columns: { ...present, ...columns }, record };
      const derived = ahead.get(entry.id);
      const isOfNow =
        derived?.version === now.version &&
        derived.accountId === now.accountId &&
        derived.checks === checksVersion(now.accountId);
      const about = { at, context: () => context(now.accountId), ahead: isOfNow ? derived : null };
      const taken = change('changed', () => restore[source](id, kept, about));
      if (taken.isTaken && source === 'drafts' && isOfDirectory(left)) {
        reopenFindings(entry, now.accountId, present);
        sql.forgetSuccessor.run({ accountId: now.accountId, draftId: id });
      }
      return taken;
    }
    const taken = change('trashed', () => sql.toTrash[source].run(at, id).changes > 0);
    if (taken.isTaken && source === 'drafts') reopenFindings(entry, now.accountId, present);
    return taken;
  }

  /** What an action, or a take, decided about the draft's article is to be decided again. `left`: as the change left the draft. */
  function reopenFindings({ stepId, rowId, sentAt }: VersionedEntry, accountId: string, left: Columns): void {
    sql.reopen.run({ stepId, accountId, draftId: rowId, remoteId: left.remote_id ?? null, sentAt });
  }

  function restoreComparison(entry: UndoEntry, draftId: number): void {
    const { comparison } = readBefore(entry);
    if (entry.comparisonRow === null || !comparison) return;
    sql.comparison.run({ ...comparison, id: entry.comparisonRow, draftId });
  }

  function take(entry: UndoEntry, taking: Taking): TakenEntry {
    const { source, rowId } = entry;
    const versioned = asVersioned(entry);
    if (versioned) return takeVersioned(versioned, taking);
    const { columns = {} } = readBefore(entry);
    if (entry.what === 'removed')
      return { isTaken: putBack(source, columns), title: String(columns.name ?? '') };
    const isTaken = taking.again.change({ source, id: rowId }, 'changed', () =>
      comparisonStore.setRowAside(Number(rowId), columns.aside === 1),
    );
    return { isTaken, title: '' };
  }
  return {
    /** Call it in `indexTogether`. */
    take,
    indexTogether: drafts.indexTogether,
  };
}

type VersionedEntry = UndoEntry & { source: 'drafts' | 'applications' };

function asVersioned(entry: UndoEntry): VersionedEntry | null {
  const { source } = entry;
  return hasVersions(source) ? { ...entry, source } : null;
}

/** The change decided which article there is the draft's, or took its content. */
function isOfDirectory(left: Columns): boolean {
  return 'remote_id' in left || 'taken_content' in left;
}

function readBefore({ before }: UndoEntry): KeptBefore {
  return before === null ? {} : (storedJson(before) as KeptBefore);
}

interface Now extends RowState {
  accountId: string;
  title: string;
  isUnderWay: 0 | 1;
}

function prepare(db: Db) {
  const now = (table: string, underWay: string, where: string) =>
    db.prepare<[number], Now>(
      `SELECT version, trashed_at trashedAt, sent_at sentAt, account_id accountId, title, sync IN (${underWay}) isUnderWay
       FROM ${table} WHERE id = ? ${where}`,
    );
  const toTrash = (table: string) =>
    db.prepare<[string, number]>(`UPDATE ${table} SET trashed_at = ? WHERE id = ?`);
  const fromTrash = (table: string) =>
    db.prepare<[number]>(`UPDATE ${table} SET trashed_at = NULL WHERE id = ?`);
  return {
    now: {
      drafts: now('drafts', `'queued'`, 'AND staged = 0'),
      applications: now('applications', `'queued', 'sending', 'unsure'`, ''),
    },
    toTrash: { drafts: toTrash('drafts'), applications: toTrash('applications') },
    fromTrash: { drafts: fromTrash('drafts'), applications: fromTrash('applications') },
    follow: db.prepare(
      `UPDATE undo_entries SET version = @version, trashed_at = @trashedAt, sent_at = @sentAt
       WHERE source = @source AND row_id = @rowId AND step_id < @stepId
         AND version = @wasVersion AND trashed_at IS @wasTrashedAt AND sent_at IS @wasSentAt`,
    ),
    followers: ['comparison_rows', 'import_changes'].map((table) =>
      db.prepare(
        `UPDATE ${table} SET draft_version = @version WHERE draft_id = @rowId AND draft_version = @wasVersion`,
      ),
    ),
    // The trigger `ledger_sent` decides as of when the draft counts as sent: for what is taken, its last change there; so it
    // does when the change is done again (odd turns are undone).
    reopen: db.prepare(
      `UPDATE OR IGNORE findings SET decision = NULL, decided_at = NULL, office_seq = 0
       WHERE account_id = @accountId AND ((kind = 'deleted' AND decision = 'adopted') OR (kind = 'changed' AND decision = 'taken'))
         AND remote_id IN (@remoteId, (SELECT remote_id FROM drafts WHERE id = @draftId))
         AND EXISTS (SELECT 1 FROM undo_steps WHERE id = @stepId AND turn % 2 = 0 AND (decided_at = @sentAt OR decided_at >= at))`,
    ),
    forgetSuccessor: db.prepare(
      `UPDATE ledger SET successor = NULL, office_seq = 0 WHERE account_id = @accountId AND successor IS NOT NULL
         AND remote_id = (SELECT remote_id FROM drafts WHERE id = @draftId)`,
    ),
    comparison: db.prepare(
      `UPDATE comparison_rows SET ${comparisonColumns.map((name) => `${name} = @${name}`).join(', ')}
       WHERE id = @id AND (draft_id IS NULL OR draft_id = @draftId)`,
    ),
  };
}
