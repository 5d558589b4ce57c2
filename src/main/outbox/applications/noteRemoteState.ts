import { applicationToWire, toFlat } from '../../../shared/application/application.ts';
import type { ApplicationStatus, ApplicationSync } from '../../../shared/application/applicationDraft.ts';
import { statusOf, storedDifferences } from '../../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { ApplicationChange, StoredApplication } from '../../store/applications/applicationRows.ts';
import { notAsSent, toVerify } from '../../store/claims.ts';
import type { ApplicationDeps } from './applicationDeps.ts';
import { isSameContent } from './sameContent.ts';
import { whatOf } from './stepAfter.ts';

/** An application as it was read: the record with the directory's word for its state, or gone. */
export type Seen = { kind: 'found'; record: DraftRecord; word: string | null } | { kind: 'gone' };

/** In these states nobody at the directory changes it any more. */
export const settledStatuses: readonly ApplicationStatus[] = ['accepted', 'rejected', 'gone'];

/** Dependencies of the functions below. */
export type NoteDeps = Pick<ApplicationDeps, 'store' | 'account' | 'clock' | 'publish'>;

/**
 * Writes down what the directory has of an application: its record, whether it is as it was sent, and its state, with a
 * line in the timeline for everything that is new. Returns true if the state changed. `isFollowing`: it was noticed by
 * looking after it, so that a change of a state that was known is told to the person.
 */
export function noteRemoteState(
  deps: NoteDeps,
  row: StoredApplication,
  seen: Seen,
  { isFollowing }: { isFollowing: boolean },
): boolean {
  const at = isoNow(deps);
  if (seen.kind === 'gone') return noteStatus(deps, row, 'gone', null, { at, isFollowing });
  const { record, word } = seen;
  deps.store.transaction(() => {
    deps.store.change(row.id, {
      stored: record,
      storedAt: at,
      checkedAt: at,
      ...verified(deps, row, record),
    });
    const isFirst = row.stored === null && row.sent !== null;
    if (isFirst)
      deps.store.addEvent(row.id, { at, kind: 'read-back', message: readBackMessage(row, record) });
  });
  return noteStatus(deps, row, statusOf(word), word, { at, isFollowing });
}

/** An application of a restored backup is sent again where the directory has it as it is here, else it is changed. */
function verified(
  { account }: Pick<ApplicationDeps, 'account'>,
  row: StoredApplication,
  record: DraftRecord,
): ApplicationChange {
  if (row.sentHash !== toVerify) return {};
  const sync = underWay.includes(row.sync) ? row.sync : 'settled';
  const body = applicationToWire(row.record, account(row.accountId).dialect);
  if (!isSameContent(body, record, row.kind)) return { sentHash: notAsSent, sync };
  return { sentHash: row.hash, sent: toFlat(body), sync };
}

/** Writes down a state alone, as a search hit tells it. */
export function noteStatus(
  deps: Pick<ApplicationDeps, 'store' | 'publish'>,
  row: Pick<StoredApplication, 'id' | 'accountId' | 'kind' | 'title' | 'status' | 'sync'>,
  status: ApplicationStatus,
  word: string | null,
  { at, isFollowing }: { at: string; isFollowing: boolean },
): boolean {
  if (row.status === status) {
    deps.store.change(row.id, { checkedAt: at });
    return false;
  }
  const message = statusMessage(status, row, word);
  const change: ApplicationChange = { status, statusAt: at, checkedAt: at };
  if (status === 'gone') {
    // A record that is gone can only be sent as new; while a request is in flight its answer decides.
    const { sync, ...rest } = goneChange;
    Object.assign(change, underWay.includes(row.sync) ? rest : { ...rest, sync });
  }
  deps.store.transaction(() => {
    deps.store.change(row.id, change);
    deps.store.addEvent(row.id, { at, kind: status === 'gone' ? 'gone' : 'status', status, message });
  });
  // Automatic checks are no news, neither that they run nor that they are over.
  const isOfChecks = status === 'checking' || (row.status === 'checking' && status === 'waiting');
  const isNews = row.status !== null && !isOfChecks;
  if (isFollowing && isNews) {
    const { id, accountId, title } = row;
    deps.publish('application.status', { id, accountId, title, status, message: newsMessage(status, row) });
  }
  return true;
}

/** States in which the queue has an application. */
export const underWay: readonly ApplicationSync[] = ['queued', 'sending', 'unsure'];

/** Returns true if it was sent again while it was read, so that the record may be from before. */
export function isSentSince(before: StoredApplication, now: StoredApplication): boolean {
  if (now.sync === 'sending' || now.sync === 'unsure') return true;
  return now.remoteId !== before.remoteId || now.sentAt !== before.sentAt;
}

/** Changes of the row when the directory has no record any more. */
export const goneChange: ApplicationChange = {
  sync: 'settled',
  sentHash: null,
  readMs: null,
  refusal: null,
  refusalHash: null,
  refusalState: null,
};

function readBackMessage(row: StoredApplication, record: DraftRecord): Message {
  const count = storedDifferences(row.sent!, record).length;
  return count === 0
    ? msg('applicationLife.event.readBack')
    : msg('applicationLife.event.differs', { count });
}

function statusMessage(
  status: ApplicationStatus,
  { kind }: Pick<StoredApplication, 'kind'>,
  word: string | null,
): Message {
  return msg(`applicationLife.status.${status}`, { what: whatOf(kind), word: word ?? '' });
}

function newsMessage(
  status: ApplicationStatus,
  { kind, title }: Pick<StoredApplication, 'kind' | 'title'>,
): Message {
  const what = whatOf(kind);
  return msg(`applicationLife.news.${status}`, { what, title: title || msg('applicationLife.untitled') });
}
