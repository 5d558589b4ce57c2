import type { Publish } from '../../shared/contract/contract.ts';
import { isoNow } from '../platform/clock.ts';
import type { NewStep, UndoStep, UndoWriter } from '../store/undo/undoWriter.ts';

/** The context of a bulk change that can be undone. */
export interface UndoableParts {
  undo: UndoWriter;
  clock: { now(): number };
  publish: Publish;
}

/**
 * Saves a record as part of the one undo step of a fixing mode. `save` uses one transaction, so one that fails leaves
 * nothing to finish.
 */
export function undoablyFixed<T extends object>(
  parts: UndoableParts,
  { accountId, fixing }: { accountId: string; fixing: number },
  save: (step: UndoStep) => T,
): T & { undoId: number | null } {
  const change = { accountId, kind: 'fix', subject: String(fixing) } as const;
  const { step, finish } = beginStep(parts, change, { resumes: true });
  return { ...save(step), undoId: finish() };
}

/** Makes a bulk change as one undo step, even if it fails midway; null if nothing changed. */
export async function undoably<T extends object>(
  parts: UndoableParts,
  change: Omit<NewStep, 'at'>,
  work: (step: UndoStep) => Promise<T>,
): Promise<T & { undoId: number | null }> {
  const { step, finish } = beginStep(parts, change);
  let done: T;
  try {
    done = await work(step);
  } catch (error) {
    finish();
    throw error;
  }
  return { ...done, undoId: finish() };
}

/** `resumes`: adds to the earlier step of the same kind and subject. */
function beginStep(
  { undo, clock, publish }: UndoableParts,
  change: Omit<NewStep, 'at'>,
  options: { resumes?: boolean } = {},
) {
  const step = undo.step({ ...change, at: isoNow({ clock }) }, options);
  const finish = (): number | null => {
    const undoId = step.finish();
    if (undoId !== null) publish('undo.changed', { accountId: change.accountId });
    return undoId;
  };
  return { step, finish };
}
