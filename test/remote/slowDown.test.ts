import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { createScope } from '../../src/main/platform/scope.ts';
import { readRetryAfter } from '../../src/main/remote/answers.ts';
import { createRateLimiter, type LimiterState } from '../../src/main/remote/rateLimiter.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';

const bodies: [name: string, type: string, body: string][] = [
  ['nothing', '', ''],
  ['a page', 'text/html', '<html><body><h1>429 Too Many Requests</h1><hr>nginx</body></html>'],
  ['JSON without members', 'application/json', '{}'],
  ['a list', 'application/json', '[]'],
  ['null', 'application/json', 'null'],
  ['text', 'text/plain', 'slow down'],
  ['JSON that is cut', 'application/json', '{"status": "too_many_req'],
  ['the words of a rate per key', 'application/json', '{"status": "too_many_requests", "error": {"id": 7}}'],
  ['a page that claims to be JSON', 'application/json', '<html></html>'],
  ['bytes', 'application/octet-stream', '\u0000\u0001\ufffd'],
];

/** A server before the directory, which answers the first request of each kind with 429. */
async function openBehind(body: string, type: string) {
  const directory = await startTestDirectory();
  onTestFinished(() => directory.stop());
  const refused = new Set<string>();
  const kindOf = ({ method, url }: IncomingMessage) =>
    `${method} ${/search\/\w+|bulk\/\w+|articles|journals|applications/.exec(url ?? '')?.[0]}`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const kind = kindOf(request);
    if (!refused.has(kind)) {
      refused.add(kind);
      const headers = { 'retry-after': '0.5', ...(type === '' ? {} : { 'content-type': type }) };
      response.writeHead(429, headers).end(body);
      return;
    }
    const answer = await fetch(`${directory.origin}${request.url}`, {
      method: request.method!,
      headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const behind = (base: string) => base.replace(directory.origin, origin);
  const bases = { '3.0.1': behind(directory.directory['3.0.1']), '4.0': behind(directory.directory['4.0']) };
  return { directory, refused, bases };
}

test.each(bodies)('429 with %s only slows down', async (_, type, body) => {
  const { directory, refused, bases } = await openBehind(body, type);
  const app = await openForTest({ directory: bases, dialect: '4.0', key: goodKey, username: 'pub1' });
  const { accountId, handlers } = app;
  const { journals } = await handlers['journals.refresh']({ accountId });
  expect(journals.length).toBeGreaterThan(0);
  const { id } = await app.send(app.addDrafts([article(1), article(2), article(3)]));
  await app.until(id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  expect((await handlers['uploads.get']({ id })).counts).toMatchObject({ refused: 0, failed: 0, total: 3 });
  expect(await directory.articles()).toHaveLength(3);
  await handlers['watch.start']({ accountId, isInventory: true });
  await app.when(async () => (await handlers['watch.state']({ accountId })).lookedAt !== '');
  expect((await handlers['watch.state']({ accountId })).problem).toBeNull();
  expect([...refused].some((kind) => kind.startsWith('POST'))).toBe(true);
  expect([...refused].some((kind) => kind.startsWith('GET search'))).toBe(true);
});

test('what Retry-After says is waited for within bounds, and what it does not say in growing pauses', async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const scope = createScope({ log });
  onTestFinished(() => scope.stop());
  const now = Date.parse('2026-11-28T12:00:00Z');
  const pausesFor = (value: string | null) => {
    let state: LimiterState | null = null;
    const limiter = createRateLimiter({
      ...{ perSecond: 2, burst: 5, clock: systemClock, scope },
      random: () => 0.5,
      memory: {
        load: () => state,
        update: async (change) => {
          state = change(state);
        },
      },
    });
    const headers = new Headers(value === null ? {} : { 'retry-after': value });
    return [0, 1, 2].map(() => limiter.hold(readRetryAfter(headers, now)));
  };
  const growing = [1_000, 2_000, 4_000];
  for (const nothing of [null, '', 'soon', '-1', '-86400', '5 minutes', 'NaN', '1e9', '0x10', '0', '1,5'])
    expect([nothing, pausesFor(nothing)]).toEqual([nothing, growing]);
  expect(pausesFor('Sat, 28 Nov 2026 11:59:00 GMT')).toEqual(growing);
  expect(pausesFor('3')).toEqual([3_000, 3_000, 3_000]);
  expect(pausesFor('Sat, 28 Nov 2026 12:00:07 GMT')).toEqual([7_000, 7_000, 7_000]);
  expect(pausesFor('Saturday, 28-Nov-26 12:00:07 GMT')).toEqual([7_000, 7_000, 7_000]);
  const longest = 15 * 60_000;
  for (const huge of ['999999999999999999999', '86400', 'Fri, 31 Dec 9999 23:59:59 GMT', '9'.repeat(400)])
    expect([huge, pausesFor(huge)]).toEqual([huge, [longest, longest, longest]]);
});
