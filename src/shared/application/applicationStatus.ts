import type { Dialect } from '../directory/account.ts';
import { dialects } from '../directory/dialects.ts';
import { type Message, msg } from '../message.ts';
import type { ApplicationStatus } from './applicationDraft.ts';

/** Maps the directory's status words (reference/directory-api.md 5.7). */
export function statusOf(word: string | null): ApplicationStatus {
  return word !== null && Object.hasOwn(statuses, word) ? statuses[word]! : 'other';
}

/** Returns true if the directory had the record and has it no more, so that it can only be created again. */
export function hasLeft(status: ApplicationStatus | null): status is 'withdrawn' | 'gone' {
  return status === 'withdrawn' || status === 'gone';
}

/** Returns whether the directory accepts changes in this state (null: it does not have the record yet), and if not, the reason. */
export function editability(
  status: ApplicationStatus | null,
  dialect: Dialect,
): { now: boolean; why: Message | null } {
  const words = dialects[dialect].editableStates;
  const isOpen =
    words === null
      ? status !== null && openUntilPickedUp.includes(status)
      : words.some((word) => statusOf(word) === status);
  return status === null || isOpen
    ? { now: true, why: null }
    : { now: false, why: msg(`updateRequest.closed.${status}`) };
}

const statuses: Record<string, ApplicationStatus> = {
  post_submission_review: 'checking',
  pending: 'waiting',
  update_request: 'waiting',
  'in progress': 'review',
  completed: 'review',
  'on hold': 'review',
  ready: 'review',
  revisions_required: 'revisions',
  accepted: 'accepted',
  rejected: 'rejected',
};

/** The specification has only one limit: an administrator has picked it up, as with a status that nobody knows. */
const openUntilPickedUp: readonly ApplicationStatus[] = ['checking', 'waiting', 'revisions'];
