import type { ArticleContext } from '../../shared/article/articleRules.ts';
import type { CallOutput, Handlers, Publish } from '../../shared/contract/contract.ts';
import type { UndoStep as ListedStep, UndoKind } from '../../shared/undo.ts';
import { isoNow } from '../platform/clock.ts';
import type { ComparisonStore } from '../store/comparisons/comparisonStore.ts';
import { inBatches } from '../store/inBatches.ts';
import type { UndoSource } from '../store/undo/undoSources.ts';
import type { UndoStore } from '../store/undo/undoStore.ts';
import type { UndoStep } from '../store/undo/undoWriter.ts';
import { undoably } from './undoably.ts';

/** Milliseconds between two events about an undo in progress. */
const publishEvery = 340;

/** The calls `undo.*`: the history of bulk changes, and undoing them. */
export function undoHandlers(parts: {
  undo: UndoStore;
  comparisonStore: Pick<ComparisonStore, 'find'>;
  context: (accountId: string) => ArticleContext;
  /** Checks restored applications against the journals as they are now. */
  recheckApplications: (accountId: string) => unknown;
  /** The step as windows show it; throws AppError `not_found` if there is none. */
  matrix: Handlers['matrix.get'];
  clock: { now(): number; monotonic(): number };
  publish: Publish;
}): Pick<Handlers, Extract<keyof Handlers, `undo.${string}`>> {
  const { undo, clock, publish } = parts;

  async function take(id: number): Promise<CallOutput<'undo.take'>> {
    const { accountId } = undo.get(id);
    let publishedAt = clock.monotonic();
    const onSlice = () => {
      if (clock.monotonic() - publishedAt < publishEvery) return;
      publishedAt = clock.monotonic();
      publish('undo.changed', { accountId });
    };
    try {
      const at = isoNow({ clock });
      const { step, againId } = await undo.take(id, { at, context: parts.context, onSlice });
      if (step.kind === 'removeMatrix' && step.taken > 0)
        publish('matrix.changed', await parts.matrix({ id: Number(step.subject) }));
      return { step, again: againId };
    } finally {
      publishChange(parts, undo.get(id));
    }
  }
  return { 'undo.list': ({ accountId }) => undo.list(accountId), 'undo.take': ({ id }) => take(id) };
}

/** Notifies every window of the changes. */
function publishChange(
  { publish, comparisonStore, recheckApplications }: Parameters<typeof undoHandlers>[0],
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
  if (kind === 'createMany') recheckApplications(accountId);
  const comparison = comparisonKinds.includes(kind) ? comparisonStore.find(Number(subject)) : null;
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

type Removals = Pick<Handlers, 'matrix.remove' | 'search.remove' | 'compliance.removeFunder'>;

/** The same calls, but they store what they delete, so that it can be restored. */
export function undoableRemovals(parts: {
  undo: UndoStore;
  handlers: Removals & Pick<Handlers, 'matrix.pause' | 'matrix.get' | 'matrix.cells' | 'compliance.funders'>;
  search: (id: number) => { accountId: string; name: string };
  transaction: <T>(work: () => T) => T;
  clock: { now(): number };
  publish: Publish;
}): Removals {
  const { handlers, transaction } = parts;
  const keep = (step: UndoStep, source: UndoSource, ids: readonly (number | string)[]) =>
    transaction(() => {
      for (const id of ids) step.change({ source, id }, 'removed', () => true);
    });
  return {
    'matrix.remove': async ({ id }) => {
      // A restored matrix waits for the user to continue it.
      const { name } = await handlers['matrix.pause']({ id });
      const cells = await handlers['matrix.cells']({ id });
      const about = { accountId: null, kind: 'removeMatrix' as const, subject: String(id), name };
      await undoably(parts, about, async (step) => {
        keep(step, 'matrices', [id]);
        await inBatches(cells, (slice) =>
          keep(
            step,
            'matrix_cells',
            slice.map((cell) => cell.id),
          ),
        );
        await handlers['matrix.remove']({ id });
        return {};
      });
      return null;
    },
    'search.remove': async ({ id }) => {
      const { accountId, name } = parts.search(id);
      // Recent searches have no name; they come and go by themselves.
      if (name === '') return handlers['search.remove']({ id });
      const about = { accountId, kind: 'removeSearch' as const, subject: String(id), name };
      await undoably(parts, about, async (step) => {
        keep(step, 'searches', [id]);
        await handlers['search.remove']({ id });
        return {};
      });
      return null;
    },
    'compliance.removeFunder': async ({ id }) => {
      const funders = await handlers['compliance.funders']({});
      const name = funders.find((funder) => funder.id === id)?.name ?? '';
      await undoably(parts, { accountId: null, kind: 'removeFunder', subject: id, name }, async (step) => {
        keep(step, 'funders', [id]);
        await handlers['compliance.removeFunder']({ id });
        return {};
      });
      return null;
    },
  };
}
