import { z } from 'zod';
import { nextStates } from './outboxSteps.ts';

/** States of one record in an upload (`outboxSteps.ts`). */
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

/** Why an upload is paused, each with what ends the pause by itself: the connection, or a new key or address of the account. */
const pauseEnds = {
  person: null,
  offline: 'connection',
  // The directory does not accept the key, or there is none.
  key: 'account',
  // The directory retired the version of its API.
  version: 'account',
  // Anything else, such as a wrong address or a full disk.
  problem: 'account',
} as const satisfies Record<string, 'connection' | 'account' | null>;
export type PausedBy = keyof typeof pauseEnds;
export const pausedBySchema = z.enum(Object.keys(pauseEnds) as [PausedBy, ...PausedBy[]]);

/** What ends the pause of an upload by itself; null if it is not paused, or only a person continues it. */
export function pauseEndsWith(pausedBy: PausedBy | null): 'connection' | 'account' | null {
  return pausedBy === null ? null : pauseEnds[pausedBy];
}

/** The reasons for a pause that the connection ends. */
export const endedByConnection = pausedBySchema.options.filter((name) => pauseEnds[name] === 'connection');

/** The allowed transitions of an upload. `done -> running` is a retry of refused or failed items. */
export const uploadSteps: Readonly<Record<UploadState, readonly UploadState[]>> = {
  reading: ['ready', 'cancelled'],
  ready: ['running', 'cancelled'],
  running: ['paused', 'done', 'cancelled'],
  paused: ['running', 'cancelled'],
  done: ['running'],
  cancelled: [],
};

/** Returns true if the state table of the outbox allows an item to go from one state to another. */
export function itemMayStep(from: ItemState, to: ItemState): boolean {
  return nextStates('articles', from).includes(to);
}

/** Returns true if an upload may go from one state to another. */
export function uploadMayStep(from: UploadState, to: UploadState): boolean {
  return uploadSteps[from].includes(to);
}
