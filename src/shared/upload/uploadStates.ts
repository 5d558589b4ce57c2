import { z } from 'zod';

/** States of one record in an upload (ARCHITECTURE.md, "The upload queue"). */
export const itemStateSchema = z.enum([
  'queued',
  'sending',
  'accepted',
  'unsure',
  'done',
  'refused',
  'failed',
]);
export type ItemState = z.infer<typeof itemStateSchema>;

export const uploadStateSchema = z.enum(['reading', 'ready', 'running', 'paused', 'done', 'cancelled']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** The allowed steps of an item; whatever is not here is a bug. */
export const itemSteps: Readonly<Record<ItemState, readonly ItemState[]>> = {
  queued: ['sending', 'refused'], // refused here: edited after queueing so that our own rules hold it back
  sending: ['done', 'accepted', 'queued', 'refused', 'unsure'],
  accepted: ['done', 'refused', 'queued', 'unsure'],
  unsure: ['done', 'queued', 'failed'],
  done: [],
  refused: ['queued'],
  failed: ['queued'],
};

/** The allowed steps of an upload. `done -> running` is a retry of refused or failed items. */
export const uploadSteps: Readonly<Record<UploadState, readonly UploadState[]>> = {
  reading: ['ready', 'cancelled'],
  ready: ['running', 'cancelled'],
  running: ['paused', 'done', 'cancelled'],
  paused: ['running', 'cancelled'],
  done: ['running'],
  cancelled: [],
};

/** Tells whether an item may go from one state to another. */
export function itemMayStep(from: ItemState, to: ItemState): boolean {
  return itemSteps[from].includes(to);
}

/** Tells whether an upload may go from one state to another. */
export function uploadMayStep(from: UploadState, to: UploadState): boolean {
  return uploadSteps[from].includes(to);
}
