import type { ApplicationRow } from './applicationDraft.ts';
import { hasLeft } from './applicationStatus.ts';

/** The standings of an application in chronological order; lists sort by it. */
export const standings = [
  'draft',
  'refused',
  'failed',
  'unsure',
  'queued',
  'sending',
  'sent',
  'checking',
  'waiting',
  'review',
  'revisions',
  'accepted',
  'rejected',
  'withdrawn',
  'gone',
  'other',
] as const;
export type Standing = (typeof standings)[number];

export const standingGroups = [
  'drafts',
  'underWay',
  'problems',
  'sentBack',
  'waiting',
  'review',
  'accepted',
  'rejected',
] as const;
/** The filters of the status screen; every application is in exactly one of them. */
export type StandingGroup = (typeof standingGroups)[number];

type Row = Pick<ApplicationRow, 'sync' | 'status'> & Partial<Pick<ApplicationRow, 'retry'>>;

/** The most important fact about an application: a request that is in progress or failed, else the directory's last status. */
export function standingOf({ sync, status }: Row): Standing {
  if (sync === 'never') return status !== null && hasLeft(status) ? status : 'draft';
  if (sync !== 'sent' && sync !== 'changed') return sync;
  return status ?? (sync === 'sent' ? 'sent' : 'draft');
}

/** An additional remark: the draft was edited since it was sent or refused, or the directory's status of its version. */
export function standingNote(row: Row): 'changed' | 'retry' | Standing | null {
  if (row.retry) return 'retry';
  if (row.sync === 'changed') return 'changed';
  const standing = standingOf(row);
  return row.status !== null && standing !== row.status ? row.status : null;
}

/** The filter that includes an application. */
export function groupOf(row: Row): StandingGroup {
  return groups[standingOf(row)];
}

const groups: Record<Standing, StandingGroup> = {
  draft: 'drafts',
  queued: 'underWay',
  sending: 'underWay',
  unsure: 'underWay',
  refused: 'problems',
  failed: 'problems',
  sent: 'waiting',
  checking: 'waiting',
  waiting: 'waiting',
  other: 'waiting',
  review: 'review',
  revisions: 'sentBack',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'drafts',
  gone: 'rejected',
};
