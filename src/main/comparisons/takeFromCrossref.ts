import { articleKeys, mayBeOne } from '../../shared/article/articleKeys.ts';
import { articleToWire } from '../../shared/article/articleWire.ts';
import { articleDifferences, outcomeOf } from '../../shared/comparisons/compareArticles.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { takeParts } from '../../shared/draft/takeParts.ts';
import { sameJson } from '../../shared/sameJson.ts';
import { isoNow } from '../platform/clock.ts';
import type { ComparisonStore, WholeRow } from '../store/comparisons/comparisonStore.ts';
import { draftColumns } from '../store/drafts/draftColumns.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';
import type { TakeParts } from './takeArticle.ts';

/** Takes values from Crossref into drafts. */
export interface TakeCrossrefParts extends TakeParts {
  store: Pick<ComparisonStore, 'setRow'>;
  /** The draft with everything that Crossref has. */
  propose: (draft: DraftRecord, crossref: DraftRecord) => DraftRecord;
}

/**
 * Creates a draft of an article that only Crossref has; null if it already has a draft or may not get one. Call in a
 * transaction.
 */
export function takeCrossrefArticle(
  parts: TakeCrossrefParts,
  accountId: string,
  { id, crossref, outcome }: WholeRow,
  undo: UndoStep,
): number | null {
  if (crossref === null || outcome !== 'crossref-only') return null;
  const keys = articleKeys(crossref);
  const alike = parts.drafts.alike(accountId, { remoteId: null, ...keys });
  if (alike.some(({ doi }) => mayBeOne(doi, keys.doi))) return null;
  const draft = draftColumns(crossref, parts.context(accountId));
  const draftId = parts.drafts.addUnsent({ accountId, draft, at: isoNow(parts) });
  undo.created({ source: 'drafts', id: draftId, comparisonRow: id });
  const { version } = parts.drafts.read(draftId)!;
  parts.store.setRow(id, { outcome: 'missing-there', draftId, draftVersion: version, differences: [] });
  return draftId;
}

/**
 * Takes one part of an article from Crossref into the row’s draft, unless the draft was edited, sent or queued since.
 * Returns false if the row stays as it is. Call in a transaction.
 */
export function takeCrossrefField(
  parts: TakeCrossrefParts,
  accountId: string,
  row: WholeRow,
  { path, undo }: { path: string; undo: UndoStep },
): boolean {
  const { drafts, store, propose } = parts;
  const { id, draftId, draftVersion, crossref, comparison } = row;
  const before = draftId === null ? null : drafts.read(draftId);
  if (draftId === null || draftVersion === null || crossref === null || !before?.record) return false;
  const taken = takeParts(before.record, propose(before.record, crossref), [path]);
  if (sameJson(taken, before.record)) return false;
  const draft = draftColumns(taken, parts.context(accountId));
  const change = { id: draftId, version: draftVersion, draft, at: isoNow(parts), comparison };
  const isTaken = undo.change({ source: 'drafts', id: draftId, comparisonRow: id }, 'changed', () =>
    drafts.writeOver(change, null),
  );
  if (isTaken)
    store.setRow(id, { ...stateAfter(row, before.record, taken), draftId, draftVersion: draftVersion + 1 });
  return isTaken;
}

/** A row without the directory’s record counts as having the draft’s values at the directory. */
function stateAfter(row: WholeRow, before: DraftRecord, taken: DraftRecord) {
  if (row.remoteId === null || row.outcome === 'missing-there')
    return { outcome: row.outcome, differences: [] };
  const record = row.record ?? articleToWire(before);
  const differences = articleDifferences(record, taken);
  return { outcome: outcomeOf(differences), differences, record: JSON.stringify(record) };
}
