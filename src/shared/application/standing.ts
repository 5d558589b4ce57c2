import type { ApplicationRow } from './applicationDraft.ts';

/** Where an application can stand, in the order of its way; a list sorted by it keeps to that. */
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
  'gone',
  'other',
] as const;
/** Where an application stands, as one word for a badge (`requests.standing.<name>`). */
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

/** What matters most of an application: a request that is under way or went wrong, else what the directory last said. */
export function standingOf({ sync, status }: Row): Standing {
  if (sync === 'never') return status === 'gone' ? 'gone' : 'draft';
  if (sync !== 'sent' && sync !== 'changed') return sync;
  return status ?? (sync === 'sent' ? 'sent' : 'draft');
}

/** What is to be said beside it: that the draft was edited since, or since it was refused, or what the directory said of the version it has. */
export function standingNote(row: Row): 'changed' | 'retry' | Standing | null {
  if (row.retry) return 'retry';
  if (row.sync === 'changed') return 'changed';
  const standing = standingOf(row);
  return row.status !== null && standing !== row.status ? row.status : null;
}

/** The filter that an application is found under. */
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
  gone: 'rejected',
};
