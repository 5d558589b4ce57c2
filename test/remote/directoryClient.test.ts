import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { readHit } from '../../src/main/outbox/articles/sending/articleLookUp.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { exchange } from '../../src/main/remote/exchange.ts';
import { saying } from '../helpers/saying.ts';
import { type SeenRequest, startScriptedServer } from '../helpers/scriptedServer.ts';
import { openTestClient } from '../helpers/testClient.ts';

const key = 'c0ffeec0ffeec0ffeec0ffeec0ffee01';
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function open(
  answer: (request: SeenRequest, response: ServerResponse) => void,
  options: Partial<Parameters<typeof openTestClient>[0]> = {},
) {
  const server = await startScriptedServer(answer);
  const opened = openTestClient({ base: `${server.origin}/api/v4/`, key, ...options });
  cleanUps.push(server.stop, opened.close);
  return { server, ...opened };
}

const post = { method: 'POST', path: 'articles', body: '{"a":"ü"}', records: 1, wantsKey: true } as const;

test('only a write has the key in its address', async () => {
  const { server, client, db } = await open((_request, response) => {
    response.setHeader('set-cookie', 'session=1');
    response.end();
  });
  await client.ask(post);
  await client.ask(post);
  await client.ask({ method: 'GET', path: 'search/journals/a', wantsKey: false });
  expect(server.seen.map((request) => request.url)).toEqual([
    `/api/v4/articles?api_key=${key}`,
    `/api/v4/articles?api_key=${key}`,
    '/api/v4/search/journals/a',
  ]);
  for (const { headers } of server.seen) {
    expect(headers['user-agent']).toBe('Colophon/0.0.0');
    expect(headers.cookie).toBeUndefined();
  }
  expect(server.seen[0]?.headers['content-type']).toBe('application/json');
  const kept = db.prepare('SELECT address, bytes, records, status FROM requests').all();
  expect(kept[0]).toEqual({
    address: `${server.origin}/api/v4/articles`,
    bytes: 10,
    records: 1,
    status: 200,
  });
});

test('a request that waits while the account moves does not take the key along', async () => {
  const { server, move, client } = await open((_request, response) => response.end(), {
    limits: { perSecond: 10, burst: 1 },
  });
  const other = await startScriptedServer((_request, response) => response.end());
  cleanUps.push(other.stop);
  await client.ask(post);
  const waiting = client.ask(post);
  move(`${other.origin}/api/v4/`);
  await expect(waiting).rejects.toMatchObject({ code: 'key_missing' });
  expect(server.seen).toHaveLength(1);
  expect(other.seen).toEqual([]);
});

test('a request is stored before it is sent', async () => {
  const { client, db } = await open((_request, response) => {
    expect(db.prepare('SELECT count(*) AS n FROM requests WHERE duration IS NULL').get()).toEqual({ n: 1 });
    response.end();
  });
  await client.ask(post);
  expect.assertions(1);
});

test('never follows a redirect', async () => {
  const { server, client } = await open((_request, response) => {
    response.writeHead(301, { location: '/elsewhere' });
    response.end();
  });
  expect(await client.ask(post)).toMatchObject({ kind: 'answer', status: 301 });
  expect(server.seen).toHaveLength(1);
});

test('parses JSON only if the response says that it is JSON', async () => {
  const { client } = await open((request, response) => {
    response.setHeader('content-type', request.method === 'GET' ? 'text/html' : 'application/problem+json');
    response.end('{"id":"x"}');
  });
  expect(await client.ask({ method: 'GET', path: 'x', wantsKey: false })).toMatchObject({ json: undefined });
  expect(await client.ask(post)).toMatchObject({ json: { id: 'x' } });
});

test('a truncated body keeps its status and has no JSON', async () => {
  const { client } = await open((_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":"x"}', () => response.destroy());
  });
  expect(await client.ask(post)).toMatchObject({ kind: 'answer', status: 201, json: undefined });
});

test('times out, and can be aborted', async () => {
  const arrived = Promise.withResolvers<void>();
  const { server, client } = await open(() => arrived.resolve());
  const answer = await exchange(server.origin, {
    fetch: (url, init) => fetch(url, init),
    clock: {
      ...systemClock,
      // The time counts from the request's arrival, which may be late on a busy computer.
      sleep: async (ms, signal) => {
        await arrived.promise;
        await systemClock.sleep(ms, signal);
      },
    },
    method: 'POST',
    body: '[]',
    headers: {},
    timeoutMs: 10,
  });
  expect(answer).toEqual({ kind: 'no-answer', why: 'timeout', detail: '' });
  const stop = new AbortController();
  const second = Promise.withResolvers<void>();
  const asked = client.ask({ ...post, path: 'second' }, { signal: stop.signal });
  const timer = setInterval(() => server.seen.length > 1 && second.resolve(), 5);
  await second.promise;
  clearInterval(timer);
  stop.abort();
  await expect(asked).resolves.toMatchObject({ kind: 'no-answer', why: 'stopped' });
});

test('a connection that breaks without a response may have sent something', async () => {
  const { client } = await open((_request, response) => response.destroy());
  expect(await client.ask(post)).toMatchObject({ kind: 'no-answer', why: 'lost' });
});

test('recognises failures before sending: nobody listens, unknown host, no network', async () => {
  const { server, client, connection } = await open((_request, response) => response.end());
  await server.stop();
  expect(await client.ask(post)).toMatchObject({ kind: 'no-answer', why: 'offline' });
  expect(connection()).toBe('offline');
  const failures: [unknown, string][] = [
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }), 'offline'],
    [
      new TypeError('fetch failed', {
        cause: Object.assign(new AggregateError([Object.assign(new Error(), { code: 'ECONNREFUSED' })]), {
          code: 'ECONNREFUSED',
        }),
      }),
      'offline',
    ],
    [new Error('net::ERR_INTERNET_DISCONNECTED'), 'offline'],
    [new Error('net::ERR_CERT_AUTHORITY_INVALID'), 'offline'],
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }), 'lost'],
    [
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'UND_ERR_SOCKET' }) }),
      'lost',
    ],
    [new Error('net::ERR_CONNECTION_RESET'), 'lost'],
    [new Error('Redirect was cancelled'), 'redirect'],
    [new Error('who knows'), 'lost'],
  ];
  for (const [error, why] of failures) {
    const answer = await exchange('http://127.0.0.1/', {
      fetch: () => Promise.reject(error),
      clock: systemClock,
      method: 'POST',
      headers: {},
      timeoutMs: 1000,
    });
    expect(answer, String(error)).toMatchObject({ kind: 'no-answer', why });
  }
});

test.each([
  ['EHOSTUNREACH', 'connect', 'offline'],
  ['ENETUNREACH', 'connect', 'offline'],
  ['EADDRNOTAVAIL', 'connect', 'offline'],
  ['EHOSTUNREACH', 'read', 'lost'],
  ['ENETUNREACH', 'write', 'lost'],
  ['ENETDOWN', 'read', 'lost'],
  ['EADDRNOTAVAIL', 'write', 'lost'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', undefined, 'offline'],
  ['ERR_SSL_BAD_RECORD_TYPE', undefined, 'lost'],
  ['net::ERR_NAME_NOT_RESOLVED', undefined, 'offline'],
  ['net::ERR_ADDRESS_UNREACHABLE', undefined, 'lost'],
  ['net::ERR_ADDRESS_INVALID', undefined, 'lost'],
  ['net::ERR_SSL_PROTOCOL_ERROR', undefined, 'lost'],
])('something may have been sent once there is a connection: %s (%s) is %s', async (code, syscall, why) => {
  const cause = Object.assign(new Error(), { code, syscall });
  const error = code.startsWith('net::') ? new Error(code) : new TypeError('fetch failed', { cause });
  const answer = await exchange('http://127.0.0.1/', {
    fetch: () => Promise.reject(error),
    clock: systemClock,
    method: 'POST',
    headers: {},
    timeoutMs: 1000,
  });
  expect(answer).toMatchObject({ kind: 'no-answer', why });
});

test('waits out a 429 for the user and delays all other requests', async () => {
  let asked = 0;
  const { client, db } = await open((_request, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 429 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end('{"total":0,"results":[]}');
  });
  expect(await client.findArticles('doi:"x"', readHit)).toEqual({ total: 0, hits: [] });
  expect(asked).toBe(2);
  expect(db.prepare('SELECT status FROM requests ORDER BY id').pluck().all()).toEqual([429, 200]);
});

test('pages through all journals up to the directory’s limit', async () => {
  const { server, client } = await open((request, response) => {
    const page = Number(new URL(request.url, 'http://x').searchParams.get('page'));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        total: 5000,
        results: Array.from({ length: 100 }, (_, n) => ({ id: `${page}-${n}` })),
      }),
    );
  });
  const found = await client.findJournals('username:"x"');
  expect(found).toEqual({ records: expect.any(Array), isShort: false });
  expect(found.records).toHaveLength(1000);
  expect(server.seen).toHaveLength(10);
});

test('nothing that needs a key is sent without one', async () => {
  const { server, client, connection } = await open((_request, response) => response.end(), { key: null });
  await expect(client.ask(post)).rejects.toMatchObject({ code: 'key_missing' });
  expect(server.seen).toEqual([]);
  expect(connection()).toBe('key_missing');
});

test('requests without a key do not report on it', async () => {
  const { client, connection } = await open((request, response) => {
    response.writeHead(request.method === 'POST' ? 401 : 200, { 'content-type': 'application/json' });
    response.end('{"total":0,"results":[]}');
  });
  const state = () => connection();
  expect(state()).toBe('unknown');
  await client.findArticles('doi:"x"', readHit);
  expect(state()).toBe('online');
  await client.ask(post);
  expect(state()).toBe('key_refused');
  await client.findArticles('doi:"x"', readHit);
  expect(state()).toBe('key_refused');
});

test('the connection follows the latest outcome: it fails with the requests, and recovers with them', async () => {
  let answer: (response: ServerResponse) => void = () => undefined;
  const { client, connection } = await open((_request, response) => answer(response));
  const json = { 'content-type': 'application/json' };
  const search = { method: 'GET', path: 'search/journals/a', wantsKey: false } as const;
  const works = (response: ServerResponse) => response.writeHead(200, json).end('{"total":0,"results":[]}');
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(503, json).end('{}'),
    (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here</p>'),
    (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in to the network</p>'),
    (response) => response.destroy(),
  ];
  for (const request of [post, search])
    for (const failure of failures) {
      answer = failure;
      await client.ask(request);
      expect(connection()).toBe('failing');
      answer = works;
      await client.ask(request);
      expect(connection()).toBe('online');
    }
  answer = (response) => response.writeHead(400, json).end('{"error":"no"}');
  await client.ask(post);
  expect(connection()).toBe('online');
});

test('beside the API, XML is an answer, and a page of another server is a failure', async () => {
  let text = '<?xml version="1.0"?><OAI-PMH/>';
  const { client, connection } = await open((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/xml' }).end(text);
  });
  const trace = { method: 'GET', path: '/oai.article', wantsKey: false } as const;
  await client.ask(trace);
  expect(connection()).toBe('online');
  await client.ask({ method: 'GET', path: 'search/journals/a', wantsKey: false });
  expect(connection()).toBe('failing');
  text = '<p>Log in to the network</p>';
  await client.ask(trace);
  expect(connection()).toBe('failing');
});

test('a refused key stays refused after a failure that a request without the key ends', async () => {
  let status = 401;
  const { client, connection } = await open((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"total":0,"results":[]}');
  });
  const search = { method: 'GET', path: 'search/journals/a', wantsKey: false } as const;
  await client.ask(post);
  status = 500;
  await client.ask(search);
  expect(connection()).toBe('failing');
  status = 200;
  await client.ask(search);
  expect(connection()).toBe('key_refused');
  await client.ask(post);
  expect(connection()).toBe('online');
});

test('a request that waits when Colophon closes is aborted with a message', async () => {
  const { server, client, scope } = await open((_request, response) => void response.end(), {
    limits: { perSecond: 0.001, burst: 1 },
  });
  await client.ask({ method: 'GET', path: 'search/journals/a', wantsKey: false });
  const waiting = client.findJournals('b');
  const refused = expect(waiting).rejects.toMatchObject({
    code: 'cancelled',
    problem: saying('This was cancelled.'),
    why: null,
  });
  await scope.stop();
  await refused;
  expect(server.seen).toHaveLength(1);
});
