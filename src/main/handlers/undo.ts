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
      const isInThread = accountId !== null && total > fewRows && draftKinds.includes(kind);
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
  if (kind === 'removeFunder') publish('compliance.fundersChanged', {});
  if (kind === 'removeMapping') publish('imports.mappingsChanged', {});
  if (accountId === null) return;
  if (draftKinds.includes(kind)) publish('drafts.changed', { accountId, ids: null });
  if (kind === 'removeSearch') publish('search.changed', { accountId });
  if (kind === 'removeList') publish('drafts.listsChanged', { accountId });
  if (applicationKinds.includes(kind)) publish('applications.changed', { accountId, ids: null });
  if (kind === 'createMany') applications.recheck(accountId);
  const comparison = comparisonKinds.includes(kind) ? stores.comparisons.find(Number(subject)) : null;
  if (comparison) publish('comparisons.changed', comparison);
}

const draftKinds: readonly UndoKind[] = [
  'import',
  'trash',
  'restore',
  'take',
  'takeFromComparison',
  'putBackVersions',
  'editDrafts',
  'fix',
  'assign',
];
const applicationKinds: readonly UndoKind[] = [
  'trashApplications',
  'restoreApplications',
  'createMany',
  'fix',
];
const comparisonKinds: readonly UndoKind[] = [
  'takeFromComparison',
  'setAside',
  'putBack',
  'removeComparison',
];
