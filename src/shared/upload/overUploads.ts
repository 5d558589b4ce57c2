import type { UploadState } from './uploadStates.ts';

/** The states of an upload that ended: it goes on only if a person retries some of it. */
export const overStates: readonly UploadState[] = ['done', 'cancelled'];

/** Returns true if an upload ended. */
export function isUploadOver({ state }: { state: UploadState }): boolean {
  return overStates.includes(state);
}
