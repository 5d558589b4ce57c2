import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readHit } from '../../src/main/outbox/articles/sending/articleLookUp.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import { readCreated, readHits, readStatus } from '../../src/main/remote/answers.ts';
import { applicationFacts, readApplication, readSent } from '../../src/main/remote/applicationRequests.ts';
import { readAgreements, readSuggestions } from '../../src/main/remote/checkerAnswers.ts';
import { createCheckerClient } from '../../src/main/remote/checkerClient.ts';
import { readDeleted } from '../../src/main/remote/deleteAnswer.ts';
import { createDirectoryClient } from '../../src/main/remote/directoryClient.ts';
import type { Answer } from '../../src/main/remote/exchange.ts';
import { createRateLimiter } from '../../src/main/remote/rateLimiter.ts';
import { readCalculation } from '../../src/shared/compliance/compliance.ts';
import { AppError } from '../../src/shared/errors.ts';
import { readInstant } from '../../src/shared/instant.ts';
import { isCount } from '../../src/shared/json.ts';
import { readRemoteId } from '../../src/shared/remoteId.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { testScope } from '../helpers/testScope.ts';
import { deepList, deepObject, inTime, type Json, mutated, patience, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

const given = join(import.meta.dirname, '../fixtures/given');
const sample = (name: string): Json => JSON.parse(readFileSync(join(given, name), 'utf8'));
const good = [
  'search-articles',
  'search-journals',
  'bulk-status-failed',
  'bulk-created',
  'application',
  'journal',
].map((name) => sample(`directory/response-${name}.json`));
const key = 'a-key-that-nobody-may-see';
const json = { 'content-type': 'application/json' };
const bomb = gzipSync(Buffer.alloc(120_000_000, ' '));

type Script = (response: ServerResponse) => void;
const text =
  (status: number, body: string, headers = json): Script =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Responses that no correct service gives. */
const scripts: Record<string, Script> = {
  'hits within hits': text(200, `{"total":1,"results":[${deepList}]}`),
  'objects within objects': text(200, deepObject),
  'an error within errors': text(400, `{"error":${deepList}}`),
  'a million hits': text(200, `{"total":9e99,"results":[${'1,'.repeat(1_000_000)}1]}`),
  'a number beyond numbers': text(200, '{"total":1e999,"results":[{}]}'),
  'an error of blanks': text(400, JSON.stringify({ error: `${' '.repeat(300_000)}x` })),
  'an error of tags': text(400, JSON.stringify({ error: '<a '.repeat(200_000) })),
  'an error of titles': text(400, JSON.stringify({ error: `<html>${'<title>'.repeat(100_000)}` })),
  'an error of references': text(400, JSON.stringify({ error: '(ref: '.repeat(100_000) })),
  'a page': text(502, '<html><head><title>Bad gateway</title></head></html>', {
    'content-type': 'text/html',
  }),
  'JSON that stops': text(200, '{"total":1,"results":[{"id":"a'),
  'half a character and a zero': text(200, '{"total":1,"results":[{"id":"\\ud800\\u0000"}]}'),
  nothing: text(200, ''),
  'a compressed bomb': (response) =>
    void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'no gzip': text(200, 'not gzip', { ...json, 'content-encoding': 'gzip' } as typeof json),
  'another length': (response) => {
    response.writeHead(200, { ...json, 'content-length': 900 });
    response.write('{}');
    setTimeout(() => response.destroy(), 20);
  },
  'a pause without end': text(429, '{}', { ...json, 'retry-after': '9'.repeat(400) } as typeof json),
  '200 MB': (response) => {
    const piece = Buffer.alloc(1 << 20, ' ');
    let sent = 0;
    const more = () => {
      while (sent++ < 200) if (!response.write(piece)) return void response.once('drain', more);
      response.end();
    };
    response.writeHead(200, json);
    more();
  },
};

describe('responses over the wire', () => {
  let script: Script = text(200, '{}');
  let server: Awaited<ReturnType<typeof startScriptedServer>>;
  let other: typeof server;

  beforeAll(async () => {
    server = await startScriptedServer((_, response) => script(response));
    other = await startScriptedServer((_, response) => response.end('{}'));
  });
  afterAll(async () => {
    await server.stop();
    await other.stop();
  });

  const limiter = () =>
    createRateLimiter({
      perSecond: 1_000,
      burst: 1_000,
      clock: systemClock,
      scope: testScope(),
      memory: { load: () => null, update: async (change) => void change(null) },
    });
  const log = createLog({ file: null });
  const kept: string[] = [];
  const directory = () =>
    createDirectoryClient({
      account: () => ({ id: 'a', base: `${server.origin}/api/v4/` }),
      key: () => Promise.resolve(new OriginKey(key, server.origin)),
      knownKey: () => null,
      keyProblem: () => null,
      limiter: limiter(),
      closing: new AbortController().signal,
      requests: { begin: () => 1, end: (_, { words }) => void kept.push(words) },
      fetch,
      clock: systemClock,
      log,
      version: '0',
      bulkTimeout: () => 60,
      closed: () => undefined,
      connection: () => undefined,
    });
  const checker = () =>
    createCheckerClient({
      base: () => `${server.origin}/`,
      limiter: limiter(),
      closing: new AbortController().signal,
      fetch,
      clock: systemClock,
      log,
      version: '0',
    });

  test.for(Object.entries(scripts))(
    '%s is answered in words, in time, and not kept whole',
    async ([name, answer]) => {
      script = answer;
      const isSlow = name === 'a pause without end';
      const asked = [
        () => directory().findArticles('a', readHit),
        () => directory().findJournals('a'),
        ...(isSlow ? [] : [() => checker().get('calculate', {})]),
      ];
      for (const ask of asked) {
        const outcome = await inTime(name, () => ask().catch((error: unknown) => error));
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
        expect(JSON.stringify(outcome)?.length ?? 0).toBeLessThan(3_000_000);
      }
      for (const words of kept.splice(0)) expect(words.length).toBeLessThanOrEqual(4_000);
    },
  );

  test('a redirect never makes the client send a key to another address', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      script = (response) =>
        void response.writeHead(status, { location: `${other.origin}/?api_key=${key}` }).end();
      await expect(directory().findArticles('a', readHit)).rejects.toThrow(AppError);
      await expect(checker().get('calculate', {})).rejects.toThrow(AppError);
    }
    expect(other.seen).toEqual([]);
  });
});

/** What readers return is checked: ids are short, times are canonical, counts are counts. */
function expectChecked(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) expectChecked(one);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (['id', 'ticket'].includes(name)) expect(inner === '' || readRemoteId(inner) === inner).toBe(true);
    else if (name === 'ids') for (const id of inner as unknown[]) expect(readRemoteId(id)).toBe(id);
    else if (['created', 'updated', 'started'].includes(name))
      expect(inner === null || readInstant(inner) === inner).toBe(true);
    else if (name === 'total') expect(isCount(inner)).toBe(true);
    // Records stay as the directory has them.
    else if (!['record', 'results', 'tally', 'error'].includes(name)) expectChecked(inner);
  }
}

test('arbitrary responses are read as an outcome or refused with a message', () => {
  const readers: ((answer: Answer) => unknown)[] = [
    readHits,
    (answer) => readHits(answer).results.flatMap(readHit),
    (answer) => readHits(answer).results.map((hit) => applicationFacts(hit)),
    (answer) => readCreated(answer, 1),
    (answer) => readCreated(answer, 2),
    (answer) => readCalculation(answer.kind === 'answer' ? answer.json : null),
    readStatus,
    (answer) => readSent(answer, 'POST'),
    (answer) => readApplication(answer, 'a'),
    readDeleted,
    (answer) => readSuggestions('journal', answer.kind === 'answer' ? answer.json : null),
    (answer) => readAgreements(answer.kind === 'answer' ? answer.json : null),
  ];
  const answers = fc.tuple(
    fc.constantFrom(...good).chain(mutated),
    fc.constantFrom(200, 201, 202, 204, 400, 401, 403, 404, 409, 429, 500, 503),
  );
  fc.assert(
    fc.property(answers, fc.constantFrom(...readers), ([value, status], read) => {
      const answer: Answer = {
        kind: 'answer',
        status,
        headers: new Headers(),
        text: JSON.stringify(value),
        json: value,
      };
      try {
        expectChecked(read(answer));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    runs(1_000),
  );
});
