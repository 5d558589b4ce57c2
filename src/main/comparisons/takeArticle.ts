import { articleKeys } from '../../shared/article/articleKeys.ts';
import type { ArticleContext } from '../../shared/article/articleRules.ts';
import { storedContentHash } from '../../shared/article/storedContent.ts';
import { takenArticle, takenOver } from '../../shared/article/takenArticle.ts';
import {
  type ArticleIdentity,
  articleDifferences,
  outcomeOf,
} from '../../shared/comparisons/compareArticles.ts';
import { takeDifference } from '../../shared/comparisons/takeDifference.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { readInstant } from '../../shared/instant.ts';
import { isoNow } from '../platform/clock.ts';
import type { ComparisonStore, TakenRow } from '../store/comparisons/comparisonStore.ts';
import type { DraftsToCompare, KnownDraft, Sent } from '../store/comparisons/draftsToCompare.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';

export interface TakeParts {
  drafts: DraftsToCompare;
  /** The facts about the account that the rules use. */
  context: (accountId: string) => ArticleContext;
  clock: { now(): number };
}

/**
 * Makes a sent draft of an article unless one has its id or DOI, or its address and neither another id nor another DOI. Call
 * in a transaction.
 */
export function takeArticle(
  parts: TakeParts,
  accountId: string,
  { remoteId, record, rowId = null }: { remoteId: string; record: DraftRecord; rowId?: number | null },
  undo: UndoStep,
): { draftId: number; isNew: boolean } {
  const known = draftLike(parts.drafts, accountId, { remoteId, record });
  if (known !== null) return { draftId: known, isNew: false };
  const draft = draftColumns(takenArticle(record), parts.context(accountId));
  const at = isoNow(parts);
  const draftId = parts.drafts.add({ accountId, draft, at }, sentOf(remoteId, record, at));
  undo.created({ source: 'drafts', id: draftId, comparisonRow: rowId });
  return { draftId, isNew: true };
}

/** The draft that `takeArticle` finds; null: none. */
export function draftLike(
  drafts: DraftsToCompare,
  accountId: string,
  { remoteId, record }: { remoteId: string; record: DraftRecord },
): number | null {
  return draftOf({ remoteId, ...articleKeys(record) }, drafts, accountId)?.id ?? null;
}

/**
 * Takes a row's article into a new draft, or over the differing one unless it was edited, sent or queued since.
 * Returns null if the row stays as it is. Call in a transaction.
 */
export function takeRow(
  parts: TakeParts & { store: ComparisonStore },
  accountId: string,
  row: TakenRow,
  undo: UndoStep,
): number | null {
  const { drafts, store } = parts;
  const { id, remoteId, record, comparison } = row;
  if (remoteId === null) return null;
  if (row.draftId === null) {
    const { draftId, isNew } = takeArticle(parts, accountId, { remoteId, record, rowId: id }, undo);
    const draft = drafts.read(draftId)!;
    const differences = isNew || !draft.record ? [] : articleDifferences(record, draft.record);
    const outcome = outcomeOf(differences);
    store.setRow(id, { outcome, draftId, draftVersion: draft.version, differences });
    return isNew ? draftId : null;
  }
  const before = drafts.read(row.draftId);
  if (!before?.record || row.draftVersion === null) return null;
  if (isOfAnotherRow(before.remoteId, row, store)) return null;
  const at = isoNow(parts);
  const draft = draftColumns(takenOver(before.record, record), parts.context(accountId));
  const change = { id: row.draftId, version: row.draftVersion, draft, at, comparison };
  const isTaken = undo.change({ source: 'drafts', id: row.draftId, comparisonRow: id }, 'changed', () =>
    drafts.writeOver(change, sentOf(remoteId, record, at)),
  );
  if (!isTaken) return null;
  store.setRow(id, {
    outcome: 'same',
    draftId: row.draftId,
    draftVersion: row.draftVersion + 1,
    differences: [],
  });
  return row.draftId;
}

/**
 * Takes one differing field of a row into its draft, under the same conditions. The draft counts as sent if nothing
 * differs any more. Returns false if the row stays as it is. Call in a transaction.
 */
export function takeField(
  parts: TakeParts & { store: ComparisonStore },
  accountId: string,
  row: TakenRow,
  { path, undo }: { path: string; undo: UndoStep },
): boolean {
  const { drafts, store } = parts;
  const { id, remoteId, record, draftId, draftVersion, comparison } = row;
  const before = draftId === null ? null : drafts.read(draftId);
  if (draftId === null || draftVersion === null || remoteId === null || !before?.record) return false;
  if (isOfAnotherRow(before.remoteId, row, store)) return false;
  const difference = articleDifferences(record, before.record).find((one) => one.path === path);
  if (!difference) return false;
  const draft = draftColumns(takeDifference(before.record, record, difference), parts.context(accountId));
  const differences = articleDifferences(record, draft.record);
  const outcome = outcomeOf(differences);
  const at = isoNow(parts);
  const change = { id: draftId, version: draftVersion, draft, at, comparison };
  const sent = outcome === 'same' ? sentOf(remoteId, record, at) : null;
  const isTaken = undo.change({ source: 'drafts', id: draftId, comparisonRow: id }, 'changed', () =>
    drafts.writeOver(change, sent),
  );
  if (isTaken) store.setRow(id, { outcome, draftId, draftVersion: draftVersion + 1, differences });
  return isTaken;
}

/**
 * The draft of an article. With the same DOI it may have another id, which the directory replaces now and then; the address
 * alone may be that of several articles.
 */
function draftOf(
  article: ArticleIdentity,
  drafts: DraftsToCompare,
  accountId: string,
): KnownDraft | undefined {
  const { remoteId, doi } = article;
  const alike = drafts.alike(accountId, article);
  return (
    alike.find((draft) => draft.remoteId === remoteId) ??
    alike.find((draft) => doi !== null && draft.doi === doi) ??
    alike.find((draft) => draft.remoteId === null && (draft.doi === null || doi === null))
  );
}

/** Returns true if the draft is another article's that the directory has as well: it did not just give it a new id. */
function isOfAnotherRow(
  draftRemoteId: string | null,
  { id, remoteId, comparison }: TakenRow,
  store: ComparisonStore,
): boolean {
  return (
    draftRemoteId !== null &&
    draftRemoteId !== remoteId &&
    store.hasOther(comparison, { rowId: id, remoteId: draftRemoteId })
  );
}

/** The directory has had it since its last change there. */
function sentOf(remoteId: string, record: DraftRecord, now: string): Sent {
  return { remoteId, content: storedContentHash(record), at: readInstant(record.last_updated) ?? now };
}
