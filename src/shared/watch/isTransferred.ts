import type { Message } from '../message.ts';

/** Whether the directory has the journal of this finding, which is listed as withdrawn, under another account. */
export function isTransferred(finding: { reason: Message | null } | null): boolean {
  return finding?.reason?.key === 'watch.reason.journalTransferred';
}
