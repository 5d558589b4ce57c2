import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/main/platform/clock.ts';
import { createPinnedFetch } from '../../src/main/platform/network/pinnedFetch.ts';
import { addressesOf, isPrivateAddress } from '../../src/main/platform/network/privateAddress.ts';
import { createScope } from '../../src/main/platform/scope.ts';
import {
  createPoliteClient,
  type PoliteRequest,
  sourceProblem,
} from '../../src/main/sources/politeClient.ts';
import { fastClock } from '../helpers/fastClock.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A client that may ask this computer, on a clock that is fast, but leaves a busy computer a second to answer. */
function clientFor(
  entered: string,
  clock: Clock = fastClock(30),
  sending: () => void = () => undefined,
  resolved = ['203.0.113.7'],
) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const scope = createScope({ log });
  onTestFinished(() => scope.stop());
  const states = new Map<string, { tokens: number; atMs: number; heldUntilMs: number }>();
  const client = createPoliteClient({
    fetch: (address, init, addresses) => {
      sending();
      return createPinnedFetch()(address, init, addresses);
    },
    resolveHost: async () => resolved,
    clock,
    log,
    version: '9.9.9',
    manners: () => ({ contact: 'me@press.example', pause: 1 }),
    limitFile: {
      load: (service) => states.get(service) ?? null,
      update: async (service, change) => void states.set(service, change(states.get(service) ?? null)),
    },
    scope,
  });
  const { signal } = new AbortController();
  return (address: string, more: Partial<PoliteRequest> = {}) =>
    client.ask({ address, entered, signal, ...more });
}

test('names itself with the contact address, and sends no cookies', async () => {
  const seen: Record<string, unknown>[] = [];
  const base = await serve((request, response) => {
    seen.push(request.headers);
    response.setHeader('set-cookie', 'a=b').end('x');
  });
  const ask = clientFor(base);
  await ask(base);
  await ask(base);
  expect(seen.map((headers) => [headers['user-agent'], headers.cookie])).toEqual([
    ['Colophon/9.9.9 (mailto:me@press.example)', undefined],
    ['Colophon/9.9.9 (mailto:me@press.example)', undefined],
  ]);
});

test('sends a host one request at a time, at most one a second', async () => {
  const clock = fastClock(50);
  let open = 0;
  let most = 0;
  const times: number[] = [];
  const base = await serve((_, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end('x');
    }, 5);
  });
  const ask = clientFor(base, clock, () => void times.push(clock.monotonic()));
  // Not from the first request, which a busy computer may send long after its turn.
  const begun = clock.monotonic();
  await Promise.all(Array.from({ length: 4 }, () => ask(base)));
  expect(most).toBe(1);
  expect(times.at(-1)! - begun).toBeGreaterThan(2_990);
});

test.each([
  ['seconds', () => '7'],
  ['a date', (now: number) => new Date(now + 7_500).toUTCString()],
])('waits as long as Retry-After says in %s', async (_, retryAfter) => {
  const clock = fastClock(30);
  const times: number[] = [];
  const base = await serve((_request, response) => {
    times.push(clock.monotonic());
    if (times.length > 1) response.end('data');
    else
      response
        .writeHead(503, { 'retry-after': retryAfter(clock.now()), date: new Date(clock.now()).toUTCString() })
        .end();
  });
  const answer = await clientFor(base, clock)(base);
  expect(answer).toMatchObject({ kind: 'answer', status: 200 });
  expect(times[1]! - times[0]!).toBeGreaterThan(6_400);
});

test('doubles its pause without Retry-After, and stops after the third refusal', async () => {
  const clock = fastClock(30);
  const times: number[] = [];
  const base = await serve((_, response) => {
    times.push(clock.monotonic());
    response.writeHead(429).end();
  });
  const answer = await clientFor(base, clock)(base);
  expect(answer).toMatchObject({ status: 429 });
  expect(sourceProblem(answer, base)).toMatchObject({ code: 'rate_limited' });
  expect(times).toHaveLength(3);
  expect(times[1]! - times[0]!).toBeGreaterThan(4_900);
  expect(times[2]! - times[1]!).toBeGreaterThan(9_900);
});

test('does not repeat a request that was refused for another reason', async () => {
  let count = 0;
  const base = await serve((_, response) => {
    count++;
    response.writeHead(404).end();
  });
  expect(await clientFor(base)(base)).toMatchObject({ status: 404 });
  expect(count).toBe(1);
});

test('follows five redirects and no more', async () => {
  const base = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('here');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const ask = clientFor(base);
  expect(await ask(`${base}5`)).toMatchObject({ kind: 'answer', address: `${base}0` });
  expect(await ask(`${base}6`)).toMatchObject({ kind: 'no-answer', why: 'too-many-redirects' });
});

test.each(['ftp://a.example/b', 'mailto:me@a.example', 'www.old.example:443/a'])(
  'follows no redirect to %s, which leads to no web server',
  async (location) => {
    const base = await serve((_, response) => response.writeHead(302, { location }).end());
    const ask = clientFor(base);
    const answer = { kind: 'no-answer', why: 'bad-address', hops: [{ status: 302, to: location }] };
    expect(await ask(base)).toMatchObject(answer);
    expect(await ask(location)).toMatchObject({ ...answer, hops: [] });
  },
);

test('reads no more of a body than allowed', async () => {
  const base = await serve((_, response) => response.end('x'.repeat(5_000_000)));
  const answer = await clientFor(base)(base, { maxBodyBytes: 100_000 });
  expect(answer).toMatchObject({ kind: 'answer', isTooLarge: true, isWhole: false });
  expect(sourceProblem(answer, base)).toMatchObject({ code: 'too_large' });
});

test('gives up after 30 seconds without an answer', async () => {
  const base = await serve(() => undefined);
  const answer = await clientFor(base, fastClock(1_000))(base, { retries: 0 });
  expect(answer).toMatchObject({ kind: 'no-answer', why: 'timeout' });
});

test('unpacks a compressed answer', async () => {
  const { gzipSync } = await import('node:zlib');
  const base = await serve((_, response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync('unpacked'));
  });
  const answer = await clientFor(base)(base);
  expect(answer.kind === 'answer' && answer.body.toString()).toBe('unpacked');
});

test('repeats a request whose answer was cut off', async () => {
  let count = 0;
  const base = await serve((_, response) => {
    if (++count > 1) response.end('whole');
    else {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    }
  });
  const answer = await clientFor(base)(base);
  expect(answer.kind === 'answer' && answer.body.toString()).toBe('whole');
});

test('never leaves a secure address for one that is not', async () => {
  const base = await serve((_, response) => response.writeHead(302, { location: 'http://a.example/' }).end());
  const answer = await clientFor(base)('https://a.example/', { sandboxAddress: `${base}` });
  expect(answer).toMatchObject({ kind: 'no-answer', why: 'insecure' });
});

test('asks this computer and local networks only if the user entered the address', async () => {
  let count = 0;
  const base = await serve((_, response) => {
    count++;
    response.end('x');
  });
  expect(await clientFor('https://a.example/')(base)).toMatchObject({ kind: 'no-answer', why: 'private' });
  expect(count).toBe(0);
  expect(await clientFor(base)(base)).toMatchObject({ kind: 'answer' });
});

test('a redirect leads to no other port of this computer than the one the user entered', async () => {
  let count = 0;
  const inside = await serve((_, response) => {
    count++;
    response.end('private');
  });
  const { port } = new URL(inside);
  const base = await serve((request, response) => {
    if (request.url === '/here') response.end('here');
    else response.writeHead(302, { location: request.url === '/' ? '/here' : inside }).end();
  });
  const ask = clientFor(base);
  expect(await ask(base)).toMatchObject({ kind: 'answer', address: `${base}here` });
  expect(await ask(`${base}other`)).toMatchObject({ kind: 'no-answer', why: 'private', address: inside });
  for (const host of ['localhost', 'a.localhost', '127.0.0.2', '[::1]'])
    expect(await ask(`http://${host}:${port}/`)).toMatchObject({ kind: 'no-answer', why: 'private' });
  expect(count).toBe(0);
});

test('connects to exactly the address that was checked, whatever the name leads to by then', async () => {
  const hosts: unknown[] = [];
  const base = await serve((request, response) => {
    hosts.push(request.headers.host);
    response.end('checked');
  });
  const { port } = new URL(base);
  // No name server knows the name, so anything but the checked address would fail.
  const entered = `http://repository.invalid:${port}/`;
  const answer = await clientFor(entered, fastClock(30), undefined, ['127.0.0.1'])(entered);
  expect(answer.kind === 'answer' && answer.body.toString()).toBe('checked');
  expect(hosts).toEqual([`repository.invalid:${port}`]);
});

test.each(['localhost', 'a.localhost'])(
  'connects to this computer for %s without a name server',
  async (name) => {
    const base = await serve((_, response) => response.end('here'));
    const entered = base.replace('127.0.0.1', name);
    // The resolver would lead elsewhere.
    expect(await clientFor(entered)(entered)).toMatchObject({ kind: 'answer', status: 200 });
  },
);

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['192.168.0.1', true],
  ['[::1]', true],
  ['[fd00::1]', true],
  ['[::ffff:127.0.0.1]', true],
  ['[fec0::1]', true],
  ['[feff:1::1]', true],
  ['[64:ff9b::7f00:1]', true],
  ['[64:ff9b:1::a00:1]', true],
  ['[64:ff9b:1:ffff:10:1:203:0]', true],
  ['[2002:7f00:1::]', true],
  ['[2002:c0a8:101:1::2]', true],
  ['localhost', true],
  ['inside.example', true],
  ['93.184.216.34', false],
  ['[2001:4860:4860::8888]', false],
  ['[64:ff9b:2::1]', false],
  ['[2003::1]', false],
  ['outside.example', false],
  ['unknown.example', false],
])('knows whether %s is on a local network', async (host, isPrivate) => {
  const resolve = async (name: string) =>
    ({ 'inside.example': ['93.184.216.34', '10.0.0.1'], 'outside.example': ['93.184.216.34'] })[name] ?? [];
  expect((await addressesOf(host, resolve)).some(isPrivateAddress)).toBe(isPrivate);
});
