import { applicationToWire, toFlat } from '../../../shared/application/application.ts';
import type {
  ApplicationEvent,
  ApplicationStatus,
  ApplicationSync,
} from '../../../shared/application/applicationDraft.ts';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import { statusOf, storedDifferences } from '../../../shared/application/updateRequest.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { type Message, type MessageParams, msg } from '../../../shared/message.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { idsToPublish } from '../../platform/events.ts';
import type {
  ApplicationChange,
  SendingAttempt,
  StoredApplication,
} from '../../store/applications/applicationRows.ts';
import type { ApplicationStore, NewEvent } from '../../store/applications/applicationStore.ts';
import { notAsSent, toVerify } from '../../store/claims.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { isSameContent } from './sameContent.ts';
import { type RefusalCode, type Step, whatOf } from './stepAfter.ts';

/** A read application: its record with the directory's name of its state, or gone. */
export type Seen = { kind: 'found'; record: DraftRecord; word: string | null } | { kind: 'gone' };

export interface WriterOptions {
  store: ApplicationStore;
  rules: Pick<ApplicationRules, 'dialect'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  publish: Publish;
  /** The directory said a status that no reference names. */
  learned: (accountId: string, told: { status: string }) => void;
}

type Event = Omit<NewEvent, 'at'>;

/** Returns true if editors have accepted or rejected an application. */
export function isDecided(status: ApplicationStatus | null): boolean {
  return status === 'accepted' || status === 'rejected';
}

/** Returns true if an application can no longer change at the directory. */
export function isClosed(status: ApplicationStatus | null): boolean {
  return isDecided(status) || hasLeft(status);
}

/** States of an application in the queue. */
export const underWay: readonly ApplicationSync[] = ['queued', 'sending', 'unsure'];

/** Returns true if an application is being sent, or its outcome is unknown. */
export function isInFlight(sync: ApplicationSync): boolean {
  return sync === 'sending' || sync === 'unsure';
}

/** Returns true if the application was sent again while it was read, so that the record may be outdated. */
export function isSentSince(before: StoredApplication, now: StoredApplication): boolean {
  return isInFlight(now.sync) || now.remoteId !== before.remoteId || now.sentAt !== before.sentAt;
}

/** Changes of the row when the directory no longer has the record. */
const goneChange = {
  sync: 'settled',
  sentHash: null,
  readMs: null,
  refusal: null,
  refusalHash: null,
  refusalState: null,
} as const satisfies ApplicationChange;

const leftQueue = { attempt: null, attempts: 0, dueMs: 0 } as const;

/** Changes applications together with their timelines, and publishes the changes. */
export class ApplicationWriter {
  readonly #store: ApplicationStore;
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#store = options.store;
    this.#options = options;
  }

  #now(): string {
    return isoNow(this.#options);
  }

  /** Publishes changed applications; `ids` null: many. */
  changed(accountId: string, ids: readonly number[] | null): void {
    this.#options.publish('applications.changed', { accountId, ids: ids && idsToPublish(ids) });
  }

  addEvent(id: number, event: Event): void {
    this.#store.addEvent(id, { at: this.#now(), ...event });
  }

  /** Adds an event to the timeline unless it repeats the last one. */
  addEventOnce(id: number, event: Event): void {
    const last = this.#store.events(id).at(-1);
    if (last?.kind !== event.kind || last.message.key !== event.message.key) this.addEvent(id, event);
  }

  /** Records that the directory stored the application under this id. Needs a transaction. */
  markSent(
    row: StoredApplication,
    attempt: SendingAttempt,
    remoteId: string,
    { event, readIn }: Pick<Step, 'event' | 'readIn'>,
  ): void {
    const overwrote = this.#releaseOther(row, remoteId);
    const isOther = remoteId !== row.remoteId || hasLeft(row.status);
    this.#store.change(row.id, {
      ...leftQueue,
      ...(isOther ? { status: null, statusAt: null } : {}),
      remoteId,
      sentHash: attempt.hash,
      sent: toFlat(attempt.body),
      sentAt: attempt.at,
      stored: null,
      storedAt: null,
      refusal: null,
      refusalHash: null,
      refusalState: null,
      readMs: readIn === null ? null : this.#options.clock.monotonic() + readIn,
      reads: 0,
      mayBeSent: false,
      sync: 'settled',
    });
    if (event) this.addEvent(row.id, overwrote ? { ...event, message: overwrote } : event);
  }

  /** If the request overwrote a record that another draft had sent, marks that draft as gone; returns our event. */
  #releaseOther(row: StoredApplication, remoteId: string) {
    const other = this.#store.byRemote(row.accountId, remoteId);
    if (other === null || other === row.id) return null;
    this.#store.change(other, { ...goneChange, remoteId: null, status: 'gone', statusAt: this.#now() });
    const message = msg('applicationLife.event.overwritten', { what: whatOf(row.kind) });
    this.addEvent(other, { kind: 'gone', status: 'gone', message });
    this.changed(row.accountId, [other]);
    return msg('applicationLife.event.overwrote');
  }

  /** Records that the directory no longer has the record, `withdrawn` by us if so. No request for it may be in flight. */
  markGone(
    row: StoredApplication,
    event: Pick<ApplicationEvent, 'kind' | 'message'>,
    status: 'withdrawn' | 'gone' = 'gone',
  ): void {
    const at = this.#now();
    this.#store.change(row.id, {
      ...goneChange,
      ...leftQueue,
      status,
      statusAt: at,
      checkedAt: at,
      reads: 0,
    });
    this.addEvent(row.id, { ...event, status });
  }

  /** Removes an application from the queue with a refusal. `hash`: of the refused content. */
  refuse(id: number, refusal: Refusal, { hash, state }: { hash: string; state: 'refused' | 'failed' }): void {
    this.#store.change(id, {
      ...leftQueue,
      refusal,
      refusalHash: hash,
      refusalState: state,
      sync: 'settled',
    });
    this.addEvent(id, { kind: state, message: refusal.message });
  }

  ownRefusal(
    { kind }: Pick<StoredApplication, 'kind'>,
    code: RefusalCode,
    params: MessageParams = {},
  ): Refusal {
    const words = { what: whatOf(kind), ...params };
    return {
      path: '',
      code,
      message: msg(`applicationLife.refusal.${code}.message`, words),
      help: msg(`applicationLife.refusal.${code}.help`, words),
      words: '',
      status: null,
      reference: '',
      uploadId: null,
      at: this.#now(),
    };
  }

  /** Stores the record and state that the directory has; returns true if the state changed. */
  noteRemoteState(row: StoredApplication, seen: Seen, why: Noticing): boolean {
    if (seen.kind === 'gone') return this.noteStatus(row, 'gone', null, why);
    const { record, word } = seen;
    const at = this.#now();
    this.#store.transaction(() => {
      const dialect = this.#options.rules.dialect(row.accountId);
      // What was sent is no longer known of a record that was gone and is there again.
      const isDoubtful = row.sentHash === toVerify || hasLeft(row.status);
      const change = isDoubtful ? verified(row, dialect, record) : {};
      this.#store.change(row.id, { stored: record, storedAt: at, checkedAt: at, ...change });
      if (row.stored === null && row.sent !== null)
        this.addEvent(row.id, { kind: 'read-back', message: readBackMessage(row.sent, record) });
    });
    return this.noteStatus(row, statusOf(word), word, why);
  }

  /** Keeps a status word that no reference names. */
  learnStatus(accountId: string, word: string | null): void {
    if (word !== null && statusOf(word) === 'other') this.#options.learned(accountId, { status: word });
  }

  /** Stores only a state, as from a search hit; returns true if it changed. */
  noteStatus(
    row: Pick<StoredApplication, 'id' | 'accountId' | 'kind' | 'title' | 'status' | 'sync'>,
    status: ApplicationStatus,
    word: string | null,
    { isFollowing, wasSent = false }: Noticing,
  ): boolean {
    const { id, accountId, title } = row;
    const at = this.#now();
    this.learnStatus(accountId, word);
    // What was withdrawn is still withdrawn when the directory is asked again.
    if (row.status === status || (row.status === 'withdrawn' && status === 'gone')) {
      this.#store.change(id, { checkedAt: at });
      return false;
    }
    const what = whatOf(row.kind);
    const message = msg(`applicationLife.status.${status}`, { what, word: word ?? '' });
    this.#store.transaction(() => {
      const change = status === 'gone' ? goneWhile(row.sync) : {};
      this.#store.change(id, { ...change, status, statusAt: at, checkedAt: at });
      this.addEvent(id, { kind: status === 'gone' ? 'gone' : 'status', status, message });
    });
    // No notification is needed when automatic checks start or end.
    const isOfChecks = status === 'checking' || (row.status === 'checking' && status === 'waiting');
    const isNews = isFollowing && row.status !== null && !isOfChecks;
    if (isNews || (wasSent && (isDecided(status) || status === 'revisions'))) {
      const params = { what, title: title || msg('applicationLife.untitled') };
      const news = msg(`applicationLife.news.${status}`, params);
      this.#options.publish('applications.statusChanged', { id, accountId, title, status, message: news });
    }
    return true;
  }
}

/** Why a state was read. `isFollowing`: a change is news; `wasSent`: so is a decision that the first read after sending finds. */
interface Noticing {
  isFollowing: boolean;
  wasSent?: boolean;
}

/** Decides whether the directory has the present content of an application whose sent content is not known. */
function verified(row: StoredApplication, dialect: Dialect, record: DraftRecord): ApplicationChange {
  const sync = underWay.includes(row.sync) ? row.sync : 'settled';
  const body = applicationToWire(row.record, dialect);
  if (!isSameContent(body, record, row.kind)) return { sentHash: notAsSent, sync };
  return { sentHash: row.hash, sent: toFlat(body), sync };
}

/** A record that is gone can only be created again; while it is queued, its own request decides. */
function goneWhile(sync: ApplicationSync): ApplicationChange {
  const { sync: settled, ...rest } = goneChange;
  return underWay.includes(sync) ? rest : { ...rest, sync: settled };
}

function readBackMessage(sent: DraftRecord, record: DraftRecord): Message {
  const count = storedDifferences(sent, record).length;
  return count === 0
    ? msg('applicationLife.event.readBack')
    : msg('applicationLife.event.differs', { count });
}
