import { isoNow } from '../platform/clock.ts';
import type { App } from '../services/createApp.ts';
import { inBatches } from '../store/inBatches.ts';
import type { Removable } from '../store/undo/undoSources.ts';
import type { NewStep, UndoStep } from '../store/undo/undoWriter.ts';

/**
 * Saves a record as part of the one undo step of a fixing mode. `save` uses one transaction, so one that fails leaves
 * nothing to finish.
 */
export function undoablyFixed<T extends object>(
  app: App,
  { accountId, fixing }: { accountId: string; fixing: number },
  save: (step: UndoStep) => T,
): T & { undoId: number | null } {
  const change = { accountId, kind: 'fix', subject: String(fixing) } as const;
  const { step, finish } = beginStep(app, change, { resumes: true });
  return { ...save(step), undoId: finish() };
}

/** Makes a bulk change as one undo step, even if it fails midway; null if nothing changed. */
export async function undoably<T extends object>(
  app: App,
  change: Omit<NewStep, 'at'>,
  work: (step: UndoStep) => Promise<T>,
): Promise<T & { undoId: number | null }> {
  const { step, finish } = beginStep(app, change);
  let done: T;
  try {
    done = await work(step);
  } catch (error) {
    finish();
    throw error;
  }
  return { ...done, undoId: finish() };
}

/** Stores rows that are about to be deleted, so that they can be restored. */
export function keepRemoved(
  { stores }: App,
  step: UndoStep,
  source: Removable,
  ids: readonly (number | string)[],
): Promise<void> {
  return inBatches(ids, (slice) =>
    stores.transaction(() => {
      for (const id of slice) step.change({ source, id }, 'removed', () => true);
    }),
  );
}

/** `resumes`: adds to the earlier step of the same kind and subject. */
function beginStep(
  { stores, clock, publish }: App,
  change: Omit<NewStep, 'at'>,
  options: { resumes?: boolean } = {},
) {
  const step = stores.undo.step({ ...change, at: isoNow({ clock }) }, options);
  const finish = (): number | null => {
    const undoId = step.finish();
    if (undoId !== null) publish('undo.changed', { accountId: change.accountId });
    return undoId;
  };
  return { step, finish };
}
