import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  attemptOutcome,
  keyMissing,
  problemOf,
  readClosure,
  readCreated,
  readHits,
  readRetryAfter,
  readStatus,
  readWords,
} from '../../src/main/remote/answers.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';
import { AppError } from '../../src/shared/errors.ts';
import { textOf } from '../helpers/textOf.ts';

const given = join(import.meta.dirname, '../fixtures/given/directory');
const readGiven = (name: string) => JSON.parse(readFileSync(join(given, name), 'utf8'));

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const isText = typeof body === 'string';
  return {
    kind: 'answer',
    status,
    headers: new Headers(headers),
    text: isText ? body : JSON.stringify(body),
    json: isText ? undefined : body,
  };
}

const noAnswer = (why: (Answer & { kind: 'no-answer' })['why'], detail = ''): Answer => ({
  kind: 'no-answer',
  why,
  detail,
});

describe('the outcome of sent articles', () => {
  const words = (text: string) => ({ status: 'bad_request', error: `${text} (ref: 6f0c2c5e-8d1a-11ef)` });
  const unreadable = { kind: 'unsure', why: 'unreadable' };
  const serverError = { kind: 'unsure', why: 'server-error' };
  const page = (status: number, title: string) => answer(status, `<html><title>${title}</title></html>`);
  const rows: [string, Answer, number, object][] = [
    ['one created', answer(201, readGiven('response-created.json')), 1, { kind: 'created' }],
    ['a batch created', answer(201, readGiven('response-bulk-created.json')), 2, { kind: 'created' }],
    ['a list of the wrong length', answer(201, readGiven('response-bulk-created.json')), 3, unreadable],
    ['a list without ids', answer(201, [{ status: 'created' }]), 1, unreadable],
    ['an id of 5 MB', answer(201, { id: 'x'.repeat(5_000_000), status: 'created' }), 1, unreadable],
    ['an id that is a number', answer(201, { id: 5 }), 1, unreadable],
    ['an upload id of 5 MB', answer(202, { upload_id: 'x'.repeat(5_000_000) }), 1, unreadable],
    ['ids for only two of three records', answer(201, [{ id: 'a' }, {}, { id: 'b' }]), 2, unreadable],
    ['a page instead of JSON, which is not quoted', page(201, 'Welcome'), 1, { ...unreadable, words: '' }],
    ['another success', answer(200, { id: 'a' }), 1, unreadable],
    ['an empty success', answer(204, ''), 1, unreadable],
    ['taken for later', answer(202, readGiven('response-bulk-accepted.json')), 9, { kind: 'accepted' }],
    ['taken without a ticket', answer(202, { msg: 'ok' }), 9, unreadable],
    [
      'refused',
      answer(400, words('Invalid DOI format.')),
      1,
      { kind: 'refused', status: 400, words: 'Invalid DOI format.', reference: '6f0c2c5e-8d1a-11ef' },
    ],
    ['refused for ownership', answer(403, words('It is not possible')), 1, { kind: 'refused', status: 403 }],
    [
      'refused without words',
      answer(403, { status: 'forbidden', error: ' (ref: 1-2)' }),
      1,
      { kind: 'refused', words: '', reference: '1-2' },
    ],
    [
      'refused by something in front',
      page(403, '403 Forbidden'),
      1,
      { kind: 'unsure', why: 'turned-away', words: '403 Forbidden' },
    ],
    [
      'the key is not known',
      answer(401, { status: 'unauthorised', error: 'An API Key is required' }),
      1,
      { kind: 'key-refused' },
    ],
    [
      'the key is not known, as a page',
      answer(401, '<!DOCTYPE html><html><title>401</title></html>'),
      1,
      { kind: 'key-refused' },
    ],
    ['too many requests', page(429, '429'), 1, { kind: 'slow-down' }],
    ['too large', page(413, '413'), 1, { kind: 'too-large', status: 413 }],
    [
      'maintenance',
      answer(503, { message: 'essential maintenance' }),
      1,
      { kind: 'maintenance', words: 'essential maintenance' },
    ],
    ['a gateway without a server', answer(503, '<html></html>'), 1, serverError],
    ['a crash', answer(500, '<!DOCTYPE html><html><title>500</title></html>'), 1, serverError],
    ['a gateway time-out', answer(504, '<html></html>'), 1, serverError],
    ['a request that arrived too slowly', answer(408, ''), 1, serverError],
    ['a conflict', answer(409, ''), 1, serverError],
    ['a request sent too early', answer(425, ''), 1, serverError],
    [
      'a refusal as a page',
      page(400, 'Bad Request'),
      1,
      { kind: 'refused', status: 400, words: 'Bad Request' },
    ],
    [
      'no such method',
      page(405, 'Method Not Allowed'),
      1,
      { kind: 'wrong-address', words: 'Method Not Allowed' },
    ],
    [
      'a retired version',
      answer(400, words('Version 3 is no longer supported.')),
      5,
      { kind: 'version-retired' },
    ],
    [
      'a retired version with a longer number',
      answer(400, words('Version 12 is no longer supported.')),
      5,
      { kind: 'version-retired' },
    ],
    [
      'a message that only mentions a retired version',
      answer(400, words('Note: Version 3 is no longer supported.')),
      5,
      { kind: 'refused' },
    ],
    [
      'the words of a retired version with another status',
      answer(422, words('Version 3 is no longer supported.')),
      5,
      { kind: 'refused' },
    ],
    ['a choice of addresses', answer(300, ''), 1, { kind: 'wrong-address' }],
    ['a redirect', answer(301, ''), 1, { kind: 'wrong-address' }],
    ['no such route', answer(404, words('No endpoint at x.')), 1, { kind: 'wrong-address' }],
    ['no connection', noAnswer('offline'), 1, { kind: 'offline' }],
    ['a connection that broke', noAnswer('lost'), 1, { kind: 'unsure', why: 'lost' }],
    ['no answer in time', noAnswer('timeout'), 1, { kind: 'unsure', why: 'timeout' }],
    ['a redirect that fetch gave up on', noAnswer('redirect'), 1, { kind: 'wrong-address' }],
    ['an office that does not let it be sent', noAnswer('withheld'), 1, { kind: 'withheld', words: '' }],
    ['another computer that may have sent it', noAnswer('unclear'), 1, { kind: 'unclear' }],
  ];
  test.each(rows)('%s', (_name, given, count, expected) => {
    expect(readCreated(given, count)).toMatchObject(expected);
  });

  test('takes only the id of a ticket, since the address in the response contains the key', () => {
    const body = {
      msg: 'x',
      upload_id: 'abc',
      status: 'https://example.org/bulk/articles/abc?api_key=SECRETSECRET',
    };
    expect(readCreated(answer(202, body), 2)).toEqual({ kind: 'accepted', ticket: 'abc' });
  });
});

test('every error of the reference is converted to an error with a message, whatever its form', () => {
  for (const { http, content_type, body, body_text } of readGiven('response-errors.json')) {
    const given = answer(http, body ?? body_text, { 'content-type': content_type });
    const problem = problemOf(given);
    expect(problem).toBeInstanceOf(AppError);
    expect(textOf(problem.full)).toMatch(/^(?!.*(?:directory\.\w|\{\{|undefined)).{10}/s);
    expect(() => readHits(given)).toThrow(AppError);
  }
});

test.each([
  [answer(401, ''), 'key_refused', 'key'],
  [answer(429, ''), 'rate_limited', 'slowDown'],
  [answer(300, ''), 'remote', 'redirect'],
  [answer(302, ''), 'remote', 'redirect'],
  [answer(399, ''), 'remote', 'redirect'],
  [answer(400, ''), 'remote', 'refused'],
  [answer(400, { error: 'Version 3 is no longer supported' }), 'version_retired', 'version'],
  [answer(503, ''), 'remote', 'maintenance'],
  [answer(500, ''), 'remote', 'serverError'],
  [answer(502, ''), 'remote', 'serverError'],
  [answer(200, ''), 'remote', 'unreadable'],
  [answer(404, ''), 'remote', 'refused'],
  [noAnswer('redirect'), 'remote', 'redirect'],
  [noAnswer('stopped'), 'cancelled', 'stopped'],
  [noAnswer('offline'), 'offline', 'offline'],
  [noAnswer('timeout'), 'offline', 'noAnswer'],
])('problem of an answer %#: %o', (given, code, words) => {
  expect(problemOf(given)).toMatchObject({ code, problem: { key: `directory.problem.${words}.message` } });
});

test.each(['withheld', 'unclear'] as const)('a request that the office kept is a %s attempt', (why) => {
  expect(problemOf(noAnswer(why))).toMatchObject({
    code: 'state',
    problem: { key: `directory.attempt.${why}` },
  });
});

test('a problem keeps the status, the message and the reference of the response', () => {
  const { details, status } = problemOf(answer(404, { error: 'No such journal. (ref: 6f0c-11ef)' }));
  expect({ details, status }).toEqual({ details: '404 · No such journal. · ref: 6f0c-11ef', status: 404 });
  expect(problemOf(answer(404, {})).details).toBe('404');
});

test('a problem without a response has no status, and the reason why there is none', () => {
  const problem = problemOf(noAnswer('lost', 'socket hang up'));
  expect(problem.details).toBe('socket hang up');
  expect(problem).not.toHaveProperty('status', expect.anything());
});

test('an account without a key is told how to get one', () => {
  expect(keyMissing()).toMatchObject({
    code: 'key_missing',
    fix: { key: 'directory.problem.keyMissing.fix' },
  });
});

test.each([
  [noAnswer('offline'), 'offline'],
  [noAnswer('timeout'), 'timeout'],
  [answer(200, ''), 'answered'],
  [answer(202, ''), 'accepted'],
  [answer(300, ''), 'redirect'],
  [answer(399, ''), 'redirect'],
  [answer(400, ''), 'refused'],
  [answer(401, ''), 'key'],
  [answer(429, ''), 'slowDown'],
  [answer(499, ''), 'refused'],
  [answer(500, ''), 'serverError'],
])('attempt %#, %o, is listed as “%s”', (given, outcome) => {
  expect(attemptOutcome(given)).toMatchObject({ key: `directory.attempt.${outcome}` });
});

describe('the records of a search', () => {
  const found = (total: unknown) => readHits(answer(200, { total, results: ['a', 'b'] })).total;

  test('are counted by the total of the response', () => {
    expect(found(1200)).toBe(1200);
    expect(found(0)).toBe(0);
  });

  test.each([-1, 1.5, Number.POSITIVE_INFINITY, '3', undefined])(
    'are counted themselves if the total is %s',
    (total) => expect(found(total)).toBe(2),
  );

  test('are not read from a failure, whatever it contains', () => {
    expect(() => readHits(answer(500, { total: 1, results: ['a'] }))).toThrow(AppError);
    expect(() => readHits(answer(200, { total: 1 }))).toThrow(AppError);
    expect(() => readHits(noAnswer('lost'))).toThrow(AppError);
  });
});

describe('the status of a bulk upload', () => {
  const rows: [string, Answer, object][] = [
    ['pending', answer(200, readGiven('response-bulk-status-pending.json')), { kind: 'pending' }],
    [
      'processed',
      answer(200, readGiven('response-bulk-status-processed.json')),
      { kind: 'processed', tally: { created: 2, overwrote: 1 } },
    ],
    [
      'processed, with updates only',
      answer(200, { status: 'processed', results: { update: 2 } }),
      { kind: 'processed', tally: { created: 0, overwrote: 2 } },
    ],
    [
      'processed, with as many new as updated',
      answer(200, { status: 'processed', results: { new: 1, update: 1 } }),
      { kind: 'processed', tally: { created: 1, overwrote: 1 } },
    ],
    [
      'processed, with nothing stored',
      answer(200, { status: 'processed', results: { imported: 0, failed: 3, new: 0, update: 0 } }),
      { kind: 'processed', tally: { created: 0, overwrote: 0 } },
    ],
    [
      'processed, without usable numbers',
      answer(200, { status: 'processed', results: { new: -1, update: 'many' } }),
      { kind: 'processed', tally: null },
    ],
    [
      'failed, with reasons in other forms',
      answer(200, { status: 'failed', failure_reasons: { unowned: ['1111-2222', 7, null], shared: 'all' } }),
      { kind: 'refused', foreignIssns: ['1111-2222'] },
    ],
    [
      'partly refused: nothing was stored',
      answer(200, readGiven('response-bulk-status-partial.json')),
      { kind: 'refused', foreignIssns: ['4444-5555'] },
    ],
    [
      'failed',
      answer(200, readGiven('response-bulk-status-failed.json')),
      { kind: 'refused', words: 'One or more articles in this batch have duplicate identifiers' },
    ],
    [
      'a ticket that is not known',
      answer(400, { status: 'bad_request', error: 'upload_id is invalid (ref: 1)' }),
      { kind: 'lost-ticket' },
    ],
    ['a bad request from something in front', answer(400, '<html></html>'), { kind: 'unknown' }],
    ['the key is not known', answer(401, ''), { kind: 'key-refused' }],
    ['too many requests', answer(429, ''), { kind: 'slow-down' }],
    ['a status in a failure', answer(500, { status: 'pending' }), { kind: 'unknown' }],
    ['another word', answer(200, { status: 'sleeping' }), { kind: 'unknown' }],
    ['not an object', answer(200, [1]), { kind: 'unknown' }],
    ['a page', answer(200, '<html></html>'), { kind: 'unknown' }],
    ['a crash', answer(500, '<html></html>'), { kind: 'unknown' }],
    ['no connection', noAnswer('offline'), { kind: 'offline' }],
    ['a connection that broke', noAnswer('lost'), { kind: 'unknown' }],
  ];
  test.each(rows)('%s', (_name, given, expected) => {
    expect(readStatus(given)).toMatchObject(expected);
  });
});

test('reads Retry-After in seconds, or as a date by the server’s clock', () => {
  const at = (headers: Record<string, string>) =>
    readRetryAfter(new Headers(headers), Date.parse('2030-01-01T00:00:00Z'));
  expect(at({ 'retry-after': '3' })).toBe(3000);
  expect(at({ 'retry-after': ' 120 ' })).toBe(120_000);
  expect(at({ 'retry-after': '1.25' })).toBe(1250);
  expect(at({ 'retry-after': '-3' })).toBeNull();
  expect(at({ 'retry-after': '3s' })).toBeNull();
  expect(at({ 'retry-after': 'Sat, 21 Nov 2026 08:00:10 GMT', date: 'Sat, 21 Nov 2026 08:00:00 GMT' })).toBe(
    10_000,
  );
  expect(at({ 'retry-after': 'Tue, 01 Jan 2030 00:00:05 GMT' })).toBe(5000);
  expect(at({ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(0);
  expect(at({ 'retry-after': 'soon' })).toBeNull();
  expect(at({})).toBeNull();
});

test.each([
  [503, '60', 60_000],
  [503, '86400', 86_400_000],
  [503, '86401', 86_400_000],
  [503, '9'.repeat(400), 86_400_000],
  [503, 'Tue, 01 Jan 2030 00:10:00 GMT', 600_000],
  [503, 'Fri, 01 Jan 9999 00:00:00 GMT', 86_400_000],
  [503, '0', null],
  [503, 'Tue, 01 Jan 2019 00:00:00 GMT', null],
  [503, 'soon', null],
  [429, '60', null],
  [500, '60', null],
])('a %i with Retry-After %s closes the directory for %s ms', (status, after, ms) => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const given = answer(status, '', { 'retry-after': after });
  expect(readClosure(given as Answer & { kind: 'answer' }, now)).toBe(ms);
  if (ms !== null)
    expect(problemOf(given, now).problem).toEqual({
      key: 'directory.problem.closed.message',
      params: { until: new Date(now + ms).toISOString() },
    });
});

const wordsIn = (status: number, body: unknown) =>
  readWords(answer(status, body) as Answer & { kind: 'answer' }).words;

test('quotes the other message if the first is empty, and no more than the start of a page', () => {
  expect(wordsIn(400, { error: '', message: 'Try later' })).toBe('Try later');
  expect(wordsIn(400, { other: 'text' })).toBe('');
  expect(wordsIn(300, '<html><title>Choose</title></html>')).toBe('Choose');
  const page = wordsIn(502, 'x'.repeat(3_000));
  expect(page).toMatch(/^x+/);
  expect(page.length).toBeLessThanOrEqual(2_000);
});

test('messages lose HTML of forms and keep what is meant as text', () => {
  const said = (error: string) => wordsIn(400, { error });
  expect(said('Metadata contains <script> tag. (ref: 1-a)')).toBe('Metadata contains <script> tag.');
  expect(said('<p><small>A valid URL</small></p>')).toBe('A valid URL');
});
