import { readWords as readText } from '../../shared/directory/directoryWords.ts';
import { AppError } from '../../shared/errors.ts';
import { instantAt } from '../../shared/instant.ts';
import { isCount, member } from '../../shared/json.ts';
import { type Message, type MessageParams, msg } from '../../shared/message.ts';
import { type RemoteId, readRemoteId } from '../../shared/remoteId.ts';
import { type FailureIn, fail } from '../platform/failures.ts';
import { redactText } from '../platform/secrets/redact.ts';
import type { Answer } from './exchange.ts';

/** The directory's message in a response, and the reference code in it; both may be empty. */
export interface Words {
  words: string;
  reference: string;
}

/** An answer that says nothing about the records of its request. */
export interface UnprocessedAnswer {
  kind:
    | 'key-refused'
    | 'slow-down'
    | 'version-retired'
    | 'wrong-address'
    | 'maintenance'
    | 'turned-away'
    | 'withheld'
    | 'offline';
  words: string | Message;
}

/** The outcome of sending articles. Only with the first two is it known that anything was stored. */
export type CreateOutcome =
  | { kind: 'created'; ids: RemoteId[] }
  /** 4.0: an upload id, to be polled later. */
  | { kind: 'accepted'; ticket: RemoteId }
  /** All records of the request were rejected together. */
  | ({ kind: 'refused' | 'too-large'; status: number } & Words)
  | UnprocessedAnswer
  | Unclear
  /** It may have been stored, or not. */
  | ({ kind: 'unsure'; why: 'lost' | 'timeout' | 'stopped' | 'unreadable' | 'turned-away' } & Words)
  | ({ kind: 'unsure'; why: 'server-error'; status: number } & Words);

/** Nothing was sent, because another computer may have sent some of the records. */
export interface Unclear {
  kind: 'unclear';
}

/** The outcome of a bulk upload of 4.0; `unknown`: this response does not show it, ask again. */
export type StatusOutcome =
  | { kind: 'pending' | 'unknown' | 'lost-ticket' | 'key-refused' | 'slow-down' | 'offline' }
  /** `tally`: how many were new and how many were updated; null if not stated. */
  | { kind: 'processed'; tally: { created: number; overwrote: number } | null }
  /** Nothing was stored; ISSNs of records that were refused because they belong to another account. */
  | ({ kind: 'refused'; foreignIssns: string[] } & Words);

/** The maximum length quoted from a page that is not the directory's own message. */
const maxPageLength = 2_000;

/** Reads the response to a POST of `count` articles, alone or in bulk (reference/directory-api.md 1.4, 2, 8). */
export function readCreated(answer: Answer, count: number): CreateOutcome {
  if (answer.kind === 'no-answer') return readNoAnswer(answer);
  const { status, json } = answer;
  const said = readWords(answer);
  if (status === 202) {
    const ticket = readRemoteId(member(json, 'upload_id'));
    return ticket ? { kind: 'accepted', ticket } : { kind: 'unsure', why: 'unreadable', ...said };
  }
  if (status < 300) {
    const ids = createdIds(json, count);
    return ids && status === 201 ? { kind: 'created', ids } : { kind: 'unsure', why: 'unreadable', ...said };
  }
  const unprocessed = readUnprocessed(answer, said);
  if (unprocessed) return unprocessed;
  if (status === 413) return { kind: 'too-large', status, ...said };
  if (status === 404) return { kind: 'wrong-address', words: said.words };
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return { kind: 'unsure', why: 'server-error', status, ...said };
  }
  // A page from a proxy or firewall: not the directory's verdict on the record.
  if (status === 403 && json === undefined) return { kind: 'unsure', why: 'turned-away', ...said };
  return { kind: 'refused', status, ...said };
}

/** Reads why a request that changes something got no response. */
export function readNoAnswer({
  why,
  detail,
}: Answer & { kind: 'no-answer' }):
  | UnprocessedAnswer
  | Unclear
  | ({ kind: 'unsure'; why: 'lost' | 'timeout' | 'stopped' } & Words) {
  if (why === 'offline') return { kind: 'offline', words: detail };
  if (why === 'redirect') return { kind: 'wrong-address', words: msg('directory.answer.redirect') };
  if (why === 'withheld') return { kind: 'withheld', words: '' };
  if (why === 'unclear') return { kind: 'unclear' };
  return { kind: 'unsure', why, words: '', reference: '' };
}

/** Reads a response other than success that concerns the account, its address or the directory as a whole; null: none. */
export function readUnprocessed(
  answer: Answer & { kind: 'answer' },
  { words }: Words,
): UnprocessedAnswer | null {
  const { status, json } = answer;
  if (status < 400) return { kind: 'wrong-address', words: msg('directory.answer.redirect') };
  if (isVersionRetired(answer)) return { kind: 'version-retired', words };
  if (status === 401) return { kind: 'key-refused', words };
  if (status === 429) return { kind: 'slow-down', words };
  if (status === 405) return { kind: 'wrong-address', words };
  if (status === 503 && json !== undefined) return { kind: 'maintenance', words };
  return null;
}

/** Reads the status of a bulk upload (reference/directory-api.md 8.3). */
export function readStatus(answer: Answer): StatusOutcome {
  if (answer.kind === 'no-answer') return { kind: answer.why === 'offline' ? 'offline' : 'unknown' };
  const { status, json } = answer;
  if (status === 401) return { kind: 'key-refused' };
  if (status === 429) return { kind: 'slow-down' };
  if (status === 400 && json !== undefined) return { kind: 'lost-ticket' };
  if (status !== 200) return { kind: 'unknown' };
  switch (textMember(json, 'status')) {
    case 'processed': {
      const results = member(json, 'results');
      const [created, overwrote] = [count(results, 'new'), count(results, 'update')];
      if (created === null && overwrote === null) return { kind: 'processed', tally: null };
      return { kind: 'processed', tally: { created: created ?? 0, overwrote: overwrote ?? 0 } };
    }
    case 'processed_partial':
    case 'failed': {
      const reasons = member(json, 'failure_reasons');
      const foreignIssns = [...texts(member(reasons, 'unowned')), ...texts(member(reasons, 'shared'))];
      return { kind: 'refused', foreignIssns, ...readWords(answer) };
    }
    case 'pending':
    case 'validated':
      return { kind: 'pending' };
    default:
      return { kind: 'unknown' };
  }
}

/** The records of a search response and the total; throws AppError as `problemOf` for any other response. */
export function readHits(answer: Answer): { total: number; results: unknown[] } {
  if (answer.kind === 'no-answer' || answer.status !== 200) throw problemOf(answer);
  const results = member(answer.json, 'results');
  if (!Array.isArray(results)) throw problemOf(answer);
  const total = member(answer.json, 'total');
  return { total: isCount(total) ? total : results.length, results };
}

/** An answer with a record that cannot be read; it may be the record that was looked for. */
export class UnreadableHit extends AppError {
  constructor() {
    super('remote', msg('directory.problem.hit.message'), {
      why: msg('directory.problem.hit.why'),
      fix: msg('directory.problem.hit.fix'),
      status: 200,
    });
  }
}

/**
 * The records of the first page of a look-up, as `read` reads them. Throws UnreadableHit if one of them cannot be read, or
 * if none came of those it counts: only what was read tells that the directory does not have a record. Throws AppError as
 * `problemOf` for any other response.
 */
export function readLookUp<T>(
  answer: Answer,
  read: (record: unknown) => T | null,
): { total: number; hits: T[] } {
  const { total, results } = readHits(answer);
  const hits = results.map(read).filter((hit) => hit !== null);
  if (hits.length < results.length || (results.length === 0 && total > 0)) throw new UnreadableHit();
  return { total, hits };
}

/** The error to show to the user for a response without a usable result; `now` is when it came. */
export function problemOf(answer: Answer, now = Date.now()): AppError {
  const details = detailsOf(answer);
  const problem = (words: FailureIn<'directory.problem'>, params?: MessageParams) =>
    fail(`directory.problem.${words}`, params, {
      details,
      ...(answer.kind === 'answer' ? { status: answer.status } : {}),
    });
  if (answer.kind === 'no-answer') {
    if (answer.why === 'redirect') return problem('redirect');
    if (answer.why === 'stopped') return problem('stopped');
    if (answer.why === 'withheld' || answer.why === 'unclear')
      return new AppError('state', msg(`directory.attempt.${answer.why}`));
    if (answer.why !== 'offline') return problem('noAnswer');
    return problem(isRefusedConnection(answer.detail) ? 'refusedConnection' : 'offline');
  }
  if (isVersionRetired(answer)) return problem('version');
  if (answer.status === 401) return problem('key');
  if (answer.status === 429) return problem('slowDown');
  const closure = readClosure(answer, now);
  if (closure !== null) return problem('closed', { until: instantAt(now + closure) });
  if (answer.status === 503) return problem('maintenance');
  if (answer.status >= 500) return problem('serverError');
  if (answer.status >= 400) return problem('refused');
  return problem(answer.status >= 300 ? 'redirect' : 'unreadable');
}

/** A computer was reached, but serves nothing there: the address is wrong rather than the connection. */
function isRefusedConnection(detail: string): boolean {
  return detail.split(', ').every((code) => /^(?:ECONNREFUSED|ERR_CONNECTION_REFUSED)$/.test(code));
}

/**
 * Returns true if the directory failed at one request, as when the data of a record are broken there
 * (reference/directory-api.md 2.3), or gave an answer that cannot be read: it says nothing of other records.
 */
export function isOfOneRecord(error: unknown): error is AppError {
  return error instanceof AppError && (error.status === 500 || error.status === 200);
}

/** The error for an account without a key. */
export function keyMissing(): AppError {
  return fail('directory.problem.keyMissing');
}

/** Returns true if the directory refused because this version of the API was switched off. */
export function isVersionRetired(answer: Answer & { kind: 'answer' }): boolean {
  return answer.status === 400 && /^Version \d+ is no longer supported/.test(readWords(answer).words);
}

/** The message in a response, without HTML and keys: `error` or `message` of a JSON body, otherwise the title of the page. */
export function readWords(answer: Answer & { kind: 'answer' }): Words {
  const { words, reference } = wordsOf(answer);
  return { words: redactText(words), reference };
}

function wordsOf(answer: Answer & { kind: 'answer' }): Words {
  const said = textMember(answer.json, 'error') ?? textMember(answer.json, 'message');
  if (said !== null) return readText(said);
  const isPage = answer.status >= 300 && answer.json === undefined;
  return isPage ? readText(answer.text.slice(0, maxPageLength)) : { words: '', reference: '' };
}

/** Milliseconds that a 429 or 503 asks to wait; an HTTP date is measured by the server's own clock if given. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse would make a year of any number, so that a negative one looked like a time that has passed.
  const at = isDate.test(value) ? Date.parse(value) : Number.NaN;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(serverNow) ? now : serverNow));
}

/** The beginning of an HTTP date in each of its three forms, or of an ISO time. */
const isDate = /^(?:[A-Z][a-z]{2,8},? |\d{4}-\d\d-\d\dT)/;

/** The longest time for which a response closes the directory, in milliseconds. */
const maxClosure = 24 * 3_600_000;

/** Milliseconds for which a 503 says that the directory is closed, at most a day; null if it does not say. */
export function readClosure({ status, headers }: Answer & { kind: 'answer' }, now: number): number | null {
  const ms = status === 503 ? readRetryAfter(headers, now) : null;
  return ms === null || ms <= 0 ? null : Math.min(ms, maxClosure);
}

/** The outcome of a request, for the list of attempts. */
export function attemptOutcome(answer: Answer): Message {
  if (answer.kind === 'no-answer') return msg(`directory.attempt.${answer.why}`);
  const { status } = answer;
  if (status === 401) return msg('directory.attempt.key');
  if (status === 429) return msg('directory.attempt.slowDown');
  if (status === 202) return msg('directory.attempt.accepted');
  if (status < 300) return msg('directory.attempt.answered');
  if (status < 400) return msg('directory.attempt.redirect');
  return msg(status < 500 ? 'directory.attempt.refused' : 'directory.attempt.serverError');
}

/** The ids in the response to a create, in input order; null unless each record has its own id. */
function createdIds(json: unknown, count: number): RemoteId[] | null {
  const entries = Array.isArray(json) ? json : [json];
  const ids = entries.flatMap((entry) => readRemoteId(member(entry, 'id')) ?? []);
  return entries.length === count && new Set(ids).size === count ? ids : null;
}

function detailsOf(answer: Answer): string {
  if (answer.kind === 'no-answer') return answer.detail;
  const { words, reference } = readWords(answer);
  return [String(answer.status), words, reference && `ref: ${reference}`].filter((part) => part).join(' · ');
}

function count(value: unknown, name: string): number | null {
  const found = member(value, name);
  return isCount(found) ? found : null;
}

/** Returns the texts in a JSON list. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function textMember(value: unknown, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' && found !== '' ? found : null;
}
