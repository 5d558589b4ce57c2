import type { Publish } from '../../shared/contract/contract.ts';
import { isoNow } from '../platform/clock.ts';
import type { NewStep, UndoStep, UndoWriter } from '../store/undo/undoWriter.ts';

/** The context of a bulk change that can be undone. */
export interface UndoableParts {
  undo: UndoWriter;
  clock: { now(): number };
  publish: Publish;
}

/** Saves a record as part of the one undo step of a fixing mode. */
export function undoablyFixed<T extends object>(
  parts: UndoableParts,
  { accountId, fixing }: { accountId: string; fixing: number },
  save: (step: UndoStep) => T,
): Promise<T & { undoId: number | null }> {
  const change = { accountId, kind: 'fix', subject: String(fixing) } as const;
  return undoably(parts, change, async (step) => save(step), { resumes: true });
}

/** Makes a bulk change as one undo step, even if it fails midway; null if nothing changed. `resumes`: adds to the earlier step of the same kind and subject. */
export async function undoably<T extends object>(
  { undo, clock, publish }: UndoableParts,
  change: Omit<NewStep, 'at'>,
  work: (step: UndoStep) => Promise<T>,
  options: { resumes?: boolean } = {},
): Promise<T & { undoId: number | null }> {
  const step = undo.step({ ...change, at: isoNow({ clock }) }, options);
  const publishChange = (undoId: number | null) => {
    if (undoId !== null) publish('undo.changed', { accountId: change.accountId });
    return undoId;
  };
  let done: T;
  try {
    done = await work(step);
  } catch (error) {
    publishChange(step.finish());
    throw error;
  }
  return { ...done, undoId: publishChange(step.finish()) };
}
