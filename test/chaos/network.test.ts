import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leftHeader, steadyMs } from './chaosTime.ts';
import { createNetwork, type Mischief, type Network } from './network.ts';

const time = { factor: 20, wall: Date.parse('2026-03-02T09:00:00Z'), at: steadyMs() };
let asked: number;
/** Milliseconds before the directory answers. */
let answersAfter: number;
let network: Network;
let base: string;
let inner: number;

beforeEach(async () => {
  asked = 0;
  answersAfter = 0;
  const server = createServer((request, answer) => {
    asked += 1;
    request.resume();
    const respond = () => answer.writeHead(201, { 'Content-Type': 'application/json' }).end('{"a":1}');
    request.once('end', () => setTimeout(respond, answersAfter));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  network = createNetwork(time, 1);
  inner = (server.address() as AddressInfo).port;
  const [port] = await network.open([inner]);
  base = `http://127.0.0.1:${port}/directory/api`;
  return () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(() => network.close());

const post = (redirect: RequestRedirect = 'manual', patience = 20_000) =>
  fetch(base, { method: 'POST', body: '{}', redirect, signal: AbortSignal.timeout(patience) });

async function spoiled(mischief: Mischief): Promise<{ status: number; text: string }> {
  network.spoil(0, mischief, 1);
  // The rest of an answer that is too short never comes.
  const answer = await post('manual', mischief.kind === 'short' ? 1_000 : 20_000);
  return { status: answer.status, text: await answer.text() };
}

test('passes unspoiled responses on unchanged', async () => {
  const answer = await post();
  expect([answer.status, await answer.json()]).toEqual([201, { a: 1 }]);
});

test('a captive portal and a storm answer instead of the directory', async () => {
  expect(await spoiled({ kind: 'portal' })).toMatchObject({ status: 200 });
  expect(await spoiled({ kind: 'storm', retryAfter: 'date' })).toMatchObject({ status: 429 });
  expect(asked).toBe(0);
});

test('a false response comes after the directory did its work', async () => {
  expect((await spoiled({ kind: 'lie' })).text).toContain('<!doctype html>');
  expect(asked).toBe(1);
});

test('a slow response arrives complete', async () => {
  expect(await spoiled({ kind: 'drip', ms: 1 })).toEqual({ status: 201, text: '{"a":1}' });
});

test.each<Mischief['kind']>(['cut', 'short', 'noise'])('an answer is broken: %s', async (kind) => {
  await expect(spoiled({ kind } as Mischief)).rejects.toThrow();
});

test('notes what the directory stored for a client that was gone before the response', async () => {
  answersAfter = 1_000;
  const bibjson = { title: 'Stored', identifier: [{ type: 'doi', id: '10.5555/a' }] };
  const gone = new AbortController();
  const posted = fetch(`${base}/articles`, {
    method: 'POST',
    body: JSON.stringify({ bibjson }),
    signal: gone.signal,
  });
  await expect.poll(() => asked).toBe(1);
  gone.abort();
  await expect(posted).rejects.toThrow();
  const stored = [[{ identifier: '10.5555/a', content: JSON.stringify(bibjson) }]];
  await expect.poll(() => network.stored(0)).toEqual(stored);
});

test('finds clients that follow redirects', async () => {
  await spoiled({ kind: 'redirect', status: 307 });
  expect(network.problems).toEqual([]);
  network.spoil(0, { kind: 'redirect', status: 307 }, 1);
  await post('follow');
  expect(network.problems.map(({ text }) => text).join()).toContain(
    'The address of a redirect was followed: POST /trap',
  );
});

test('records arrivals with the earliest time at which they may have been sent', async () => {
  const left = steadyMs();
  await fetch(base, { headers: { [leftHeader]: String(left) } });
  await fetch(base);
  const [first, second] = network.arrived(0);
  expect(first).toMatchObject({ from: left });
  expect(second!.from).toBe(second!.to);
});

test('refuses connections while closed and answers at the same address when reopened', async () => {
  await network.close();
  await expect(post()).rejects.toThrow('fetch failed');
  await network.open([inner]);
  expect((await post()).status).toBe(201);
});
