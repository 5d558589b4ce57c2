import type { CallOutput, Handlers } from '../../shared/contract/contract.ts';
import type { UndoStep as ListedStep, UndoKind } from '../../shared/undo.ts';
import { isoNow } from '../platform/clock.ts';
import { createReportTimer } from '../platform/runs.ts';
import type { App } from '../services/createApp.ts';
import type { UndoThread } from '../store/undo/undoAhead.ts';

/** The calls `undo.*`: the history of bulk changes, and undoing them. */
export function undoHandlers(app: App): Pick<Handlers, Extract<keyof Handlers, `undo.${string}`>> {
  const { clock, context, publish } = app;
  const { undo, matrices } = app.stores;

  async function take(id: number): Promise<CallOutput<'undo.take'>> {
    const { accountId, kind, total } = undo.get(id);
    const isDue = createReportTimer(clock);
    const onSlice = () => {
      if (isDue()) publish('undo.changed', { accountId });
    };
    try {
      const at = isoNow(app);
      const take = (thread?: UndoThread) =>
        undo.take(id, { at, context, onSlice, ...(thread && { thread }) });
      const isInThread = accountId !== null && total > fewRows && changes[kind].includes('drafts');
      const { step, againId } = await (isInThread ? app.edits.undoing({ id, accountId, at }, take) : take());
      if (step.kind === 'removeMatrix' && step.taken > 0)
        publish('matrix.changed', app.checker.runs.show(matrices.get(Number(step.subject))));
      return { step, again: againId };
    } finally {
      publishChange(app, undo.get(id));
    }
  }
  return {
    'undo.list': ({ accountId }) => undo.list(accountId),
    'undo.take': ({ id }) => take(id),
    'undo.stop': ({ id }) => {
      undo.stop(id);
      return null;
    },
  };
}

/** So many rows take less time than the start of a thread. */
const fewRows = 1_000;

/** Notifies every window of the changes. */
function publishChange(
  { publish, stores, applications }: App,
  { accountId, kind, subject }: ListedStep,
): void {
  publish('undo.changed', { accountId });
  const changed = changes[kind];
  if (changed.includes('funders')) publish('compliance.fundersChanged', {});
  if (changed.includes('mappings')) publish('imports.mappingsChanged', {});
  if (accountId === null) return;
  if (changed.includes('drafts')) publish('drafts.changed', { accountId, ids: null });
  if (changed.includes('watch')) publish('watch.changed', { accountId });
  if (changed.includes('searches')) publish('search.changed', { accountId });
  if (changed.includes('lists')) publish('drafts.listsChanged', { accountId });
  if (changed.includes('applications')) publish('applications.changed', { accountId, ids: null });
  if (kind === 'createMany') applications.recheck(accountId);
  const comparison = changed.includes('comparison') ? stores.comparisons.find(Number(subject)) : null;
  if (comparison) publish('comparisons.changed', comparison);
}

type Changed =
  | 'drafts'
  | 'applications'
  | 'comparison'
  | 'watch'
  | 'funders'
  | 'mappings'
  | 'matrices'
  | 'searches'
  | 'lists';

/** What a bulk change, and undoing it, changes. */
const changes: Record<UndoKind, readonly Changed[]> = {
  import: ['drafts'],
  trash: ['drafts'],
  restore: ['drafts'],
  take: ['drafts'],
  takeFromComparison: ['drafts', 'comparison'],
  putBackVersions: ['drafts'],
  editDrafts: ['drafts'],
  fix: ['drafts', 'applications'],
  assign: ['drafts'],
  copyDrafts: ['drafts'],
  putRight: ['drafts', 'watch'],
  trashApplications: ['applications'],
  restoreApplications: ['applications'],
  createMany: ['applications'],
  setAside: ['comparison'],
  putBack: ['comparison'],
  removeComparison: ['comparison'],
  removeFunder: ['funders'],
  removeMapping: ['mappings'],
  removeMatrix: ['matrices'],
  removeSearch: ['searches'],
  removeList: ['lists'],
};
