import { toFlat } from '../../shared/application/application.ts';
import type { ApplicationStatus } from '../../shared/application/applicationDraft.ts';
import { statusOf } from '../../shared/application/updateRequest.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { getAt } from '../../shared/draft/fieldPath.ts';
import type { AppError } from '../../shared/errors.ts';
import { type RemoteId, readRemoteId } from '../../shared/remoteId.ts';
import {
  problemOf,
  readNoAnswer,
  readUnprocessed,
  readWords,
  type Unclear,
  type UnprocessedAnswer,
  UnreadableHit,
  type Words,
} from './answers.ts';
import { isMissing } from './deleteAnswer.ts';
import type { DirectoryRequest } from './directoryClient.ts';
import type { Answer } from './exchange.ts';
import { pathPart } from './pathPart.ts';
import { recordIn } from './recordIn.ts';

/** The outcome of sending an application. Only `created` and `updated` are known to be stored. */
export type SendOutcome =
  | { kind: 'created'; id: RemoteId }
  | { kind: 'updated' }
  /** The directory rejected the record and stored nothing. */
  | ({ kind: 'refused'; status: number } & Words)
  /** An editor there is working on it, or automatic checks are running (403). */
  | ({ kind: 'not-now'; status: number } & Words)
  /** It has been decided and takes no more changes (400 on `current_journal`). */
  | ({ kind: 'decided'; status: number } & Words)
  /** The same journal's Update Request was saved less than ten seconds ago. */
  | ({ kind: 'too-soon' } & Words)
  /** An editor has the record open; nothing was stored. */
  | ({ kind: 'locked' } & Words)
  /** The record to be changed does not exist, or is not ours. */
  | ({ kind: 'gone' } & Words)
  /** The journal is not in the directory, or not ours. */
  | ({ kind: 'no-journal' | 'foreign-journal'; status: number } & Words)
  | UnprocessedAnswer
  | Unclear
  /** The outcome is unknown; `locked`: a page that the directory shows for locked records and its own errors. */
  | ({
      kind: 'unsure';
      why: 'lost' | 'timeout' | 'stopped' | 'server-error' | 'locked' | 'unreadable';
    } & Words);

/** The directory's version of one application. */
export type ReadOutcome =
  | ({ kind: 'found' } & ApplicationFacts)
  | { kind: 'gone' }
  | { kind: 'silent'; error: AppError };

/** Data of an application's record or search hit; `word` is the directory's name of its state. */
export interface ApplicationFacts {
  record: DraftRecord;
  id: string;
  word: string | null;
  status: ApplicationStatus;
  /** A hit never names its journal (reference/directory-api.md 1.3). */
  journalId: RemoteId | null;
}

/** POST of a new application or an Update Request (reference/directory-api.md 1.2, 5.7). */
export function createApplicationRequest(body: string): DirectoryRequest {
  return { method: 'POST', path: 'applications', body, records: 1, wantsKey: true };
}

/** PUT of a whole application over the one with this id. */
export function updateApplicationRequest(id: string, body: string): DirectoryRequest {
  return { method: 'PUT', path: `applications/${pathPart(id)}`, body, records: 1, wantsKey: true };
}

/** DELETE of an application. */
export function deleteApplicationRequest(id: string): DirectoryRequest {
  return { method: 'DELETE', path: `applications/${pathPart(id)}`, wantsKey: true };
}

/** GET of one's own application. */
export function readApplicationRequest(id: string): DirectoryRequest {
  return { method: 'GET', path: `applications/${pathPart(id)}`, wantsKey: true };
}

/** Reads the response to a POST or PUT of one application (reference/directory-api.md 1.4, 2, 5.7). */
export function readSent(answer: Answer, method: 'POST' | 'PUT'): SendOutcome {
  if (answer.kind === 'no-answer') return readNoAnswer(answer);
  const { status, json } = answer;
  const said = readWords(answer);
  if (status < 300) {
    if (method === 'PUT' && status === 204) return { kind: 'updated' };
    const id = readRemoteId(getAt(json, 'id'));
    if (method === 'POST' && status === 201 && id !== null) return { kind: 'created', id };
    // The login page of a network, for example, has the status 200.
    return { kind: 'unsure', why: 'unreadable', ...said };
  }
  return (
    readUnprocessed(answer, said) ??
    readProblem(answer, said) ??
    readDecision(status, said, method) ?? { kind: 'refused', status, ...said }
  );
}

/** Reads the response to a GET of an application; `word` is the directory's name of its state. */
export function readApplication(answer: Answer, id: string): ReadOutcome {
  if (answer.kind === 'answer' && isMissing(answer)) return { kind: 'gone' };
  if (answer.kind === 'no-answer' || answer.status !== 200 || recordIn(answer.json) === null)
    return { kind: 'silent', error: problemOf(answer) };
  const facts = applicationFacts(answer.json, id);
  // A different record than the requested one is no information about this one.
  if (facts.id !== id) return { kind: 'silent', error: problemOf(answer) };
  // A journal that cannot be read is not "about no journal".
  const journal = getAt(facts.record, 'admin.current_journal') ?? '';
  if (facts.journalId === null && journal !== '') return { kind: 'silent', error: new UnreadableHit() };
  return { kind: 'found', ...facts };
}

/** Reads a record or search hit of an application; `id` is used if the record has none, and is empty if it has none that can be read. */
export function applicationFacts(record: unknown, id = ''): ApplicationFacts {
  const flat = toFlat(record);
  const said = getAt(flat, 'admin.application_status');
  const word = typeof said === 'string' ? said : null;
  const journal = getAt(flat, 'admin.current_journal');
  return {
    record: flat,
    id: flat.id === undefined || flat.id === '' ? id : (readRemoteId(flat.id) ?? ''),
    word,
    status: statusOf(word),
    journalId: readRemoteId(journal),
  };
}

/** A response from elsewhere, or a failure of the directory. */
function readProblem({ status, json }: { status: number; json: unknown }, said: Words): SendOutcome | null {
  if (status === 404 && (json === undefined || /^No endpoint at\b/.test(said.words)))
    return { kind: 'wrong-address', words: said.words };
  // A page from a proxy or firewall: not the directory's verdict on the record.
  if (status === 403 && json === undefined) return { kind: 'turned-away', words: said.words };
  if (status === 409) return { kind: 'locked', ...said };
  if (status === 500 && json === undefined) return { kind: 'unsure', why: 'locked', ...said };
  // A gateway gives up before the directory does (reference/directory-api.md 2.2).
  if (status === 504) return { kind: 'unsure', why: 'timeout', ...said };
  if (status >= 500 || status === 408 || status === 425)
    return { kind: 'unsure', why: 'server-error', ...said };
  return null;
}

function readDecision(status: number, said: Words, method: 'POST' | 'PUT'): SendOutcome | null {
  if (status === 403) return { kind: 'not-now', status, ...said };
  if (status === 400 && /in a short period of time/i.test(said.words)) return { kind: 'too-soon', ...said };
  if (status === 400 && /current_journal is None; this request tried/.test(said.words))
    return { kind: 'decided', status, ...said };
  if (status !== 404) return null;
  if (/is not permitted to/.test(said.words)) return { kind: 'foreign-journal', status, ...said };
  if (/^\(None, None\)/.test(said.words)) return { kind: 'no-journal', status, ...said };
  return method === 'PUT' ? { kind: 'gone', ...said } : { kind: 'no-journal', status, ...said };
}
