import type { Comparison, ComparisonOutcome, ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { attempt } from '../../state/attempt.ts';
import { call } from '../../state/data/client.ts';
import { fetchAgain } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { showUndoable } from '../../state/records/undo.ts';
import { storeComparison } from './comparisonList.ts';
import { type ComparisonTab, comparisonTabs } from './comparisonText.ts';

/** The limits of one call: rows per page, and rows that an action may cover. */
const maxRows = 500;
const maxIds = 10_000;

/** The outcomes of a list's rows in the contract. */
export function rowsOf(tab: ComparisonTab): { outcomes: ComparisonOutcome[]; aside: boolean } {
  if (tab !== 'aside') return { outcomes: [tab], aside: false };
  return { outcomes: comparisonTabs.filter((one) => one !== 'aside'), aside: true };
}

/** Returns every row of a list, which has at most as many as a comparison. Throws an AppError. */
export async function fetchAllRows(
  id: number,
  tab: ComparisonTab,
  isEnough: (rows: readonly ComparisonRow[]) => boolean = () => false,
): Promise<ComparisonRow[]> {
  const all: ComparisonRow[] = [];
  for (;;) {
    const page = { ...rowsOf(tab), offset: all.length, limit: maxRows };
    const { total, rows } = await call('comparisons.rows', { id, ...page });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total || isEnough(all)) return all;
  }
}

/** Imports articles into drafts: these rows, or all of the outcome. Returns true if it succeeded. */
export function takeRows(id: number, outcome: ComparisonOutcome, rowIds?: number[]): Promise<boolean> {
  return attempt(async () => {
    let [taken, left] = [0, 0];
    const steps: (number | null)[] = [];
    for (const some of rowIds ? partsOf(rowIds) : [undefined]) {
      const done = await call('comparisons.take', { id, outcome, ...(some && { rowIds: some }) });
      taken += done.taken;
      left += done.left;
      steps.push(done.undoId);
    }
    await fetchAgain('comparisons.list');
    const done = t(`comparisons.taken.${outcome}`, { count: taken, n: formatNumber(taken) });
    const stay = left > 0 ? ` ${t('comparisons.left', { count: left, n: formatNumber(left) })}` : '';
    showUndoable(done + stay, ...steps);
  });
}

/** Takes one differing field from the directory into the draft. Returns true if nothing failed. */
export function takeField(
  id: number,
  rowId: number,
  { path, field }: { path: string; field: string },
): Promise<boolean> {
  return attempt(async () => {
    const { isTaken, undoId } = await call('comparisons.takeField', { id, rowId, path });
    await Promise.all([fetchAgain('comparisons.row'), fetchAgain('comparisons.versions')]);
    if (isTaken) showUndoable(t('comparisons.fieldTaken', { field }), undoId);
    else showDone(t('comparisons.fieldLeft'));
  });
}

/** Takes one part of an article from Crossref into the draft. Returns true if nothing failed. */
export function takeCrossref(
  id: number,
  rowId: number,
  { path, field }: { path: string; field: string },
): Promise<boolean> {
  return attempt(async () => {
    const { isTaken, undoId } = await call('comparisons.takeCrossref', { id, rowId, path });
    await Promise.all([fetchAgain('comparisons.row'), fetchAgain('comparisons.versions')]);
    if (isTaken) showUndoable(t('comparisons.crossref.fieldTaken', { field }), undoId);
    else showDone(t('comparisons.fieldLeft'));
  });
}

/** Sets rows aside, or restores them; either can be undone. Returns true if it succeeded. */
export function setAside(id: number, rowIds: number[], aside: boolean): Promise<boolean> {
  if (rowIds.length === 0) return Promise.resolve(true);
  return attempt(async () => {
    const steps: (number | null)[] = [];
    for (const some of partsOf(rowIds)) {
      const { run, undoId } = await call('comparisons.setAside', { id, rowIds: some, aside });
      storeComparison(run);
      steps.push(undoId);
    }
    const count = rowIds.length;
    const done = t(aside ? 'comparisons.setAside' : 'comparisons.putBack', { count, n: formatNumber(count) });
    showUndoable(done, ...steps);
  });
}

export function setAllAside(id: number, tab: ComparisonTab): Promise<boolean> {
  return attempt(async () => {
    const rows = await fetchAllRows(id, tab);
    await setAside(
      id,
      rows.map((row) => row.id),
      tab !== 'aside',
    );
  });
}

/** Opens the send plan for the drafts of these rows, or of a whole list. */
export function queueRows(
  { id, accountId }: Comparison,
  of: readonly ComparisonRow[] | ComparisonOutcome,
): Promise<boolean> {
  return attempt(async () => {
    const ids =
      typeof of === 'string'
        ? (await call('comparisons.draftIds', { id, outcomes: [of] })).draftIds
        : of.flatMap(({ draftId }) => (draftId === null ? [] : [draftId]));
    if (ids.length > 0) openDialog('sendPlan', { accountId, selection: { ids } });
    else showDone(t('watchScreen.noDrafts'));
  });
}

function partsOf(ids: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < ids.length; at += maxIds) parts.push(ids.slice(at, at + maxIds));
  return parts;
}
