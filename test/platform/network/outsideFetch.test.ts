import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createOutsideFetch } from '../../../src/main/platform/network/outsideFetch.ts';
import { createPinnedFetch } from '../../../src/main/platform/network/pinnedFetch.ts';
import { startScriptedServer } from '../../helpers/scriptedServer.ts';

type Answer = Parameters<typeof startScriptedServer>[0];

async function serve(answer: Answer = (_request, response) => response.end('here')) {
  const server = await startScriptedServer(answer);
  onTestFinished(server.stop);
  return server;
}

const outside = 'http://outside.invalid/';

test('a proxy gets the name, because it resolves names itself', async () => {
  const proxy = await serve((_request, response) => response.end('from the proxy'));
  const send = createOutsideFetch({ http_proxy: proxy.origin, no_proxy: 'inside.invalid' });
  expect(await (await send(outside, {}, ['203.0.113.7'])).text()).toBe('from the proxy');
  expect(proxy.seen.map(({ url }) => url)).toEqual([outside]);
  const server = await serve();
  const { port } = new URL(server.origin);
  const answer = await send(`http://inside.invalid:${port}/`, {}, ['127.0.0.1']);
  expect(await answer.text()).toBe('here');
  expect(proxy.seen).toHaveLength(1);
});

test('a host’s own network is used for its proxy only', async () => {
  const server = await serve();
  const { port } = new URL(server.origin);
  const network = {
    fetch: async () => new Response('from the host'),
    isProxied: async (address: string) => address === outside,
  };
  const send = createOutsideFetch({}, network);
  expect(await (await send(outside, {}, [])).text()).toBe('from the host');
  expect(await (await send(`http://other.invalid:${port}/`, {}, ['127.0.0.1'])).text()).toBe('here');
});

test('a redirect that the host’s own network hides is asked for at the addresses that were checked', async () => {
  const server = await serve((_request, response) => response.writeHead(302, { location: '/next' }).end());
  const { port } = new URL(server.origin);
  const network = {
    fetch: () => Promise.reject(new Error('Redirect was cancelled')),
    isProxied: async () => true,
  };
  const answer = await createOutsideFetch({}, network)(`http://outside.invalid:${port}/`, {}, ['127.0.0.1']);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/next']);
});

test('a request ends when its signal is aborted, also while its body arrives', async () => {
  const server = await serve((_request, response) => void response.write('half'));
  const stop = new AbortController();
  const answer = await createPinnedFetch()(server.origin, { signal: stop.signal }, []);
  const text = answer.text();
  stop.abort();
  await expect(text).rejects.toThrow();
});

test('a name without an address is unknown, and a closed port refuses', async () => {
  const send = createPinnedFetch();
  await expect(send(outside, {}, [])).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const server = await serve();
  await server.stop();
  await expect(send(server.origin, {}, [])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('passes on redirects, repeated headers, empty answers and packed ones', async () => {
  const server = await serve((request, response) => {
    if (request.url === '/packed') {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('unpacked'));
    } else if (request.url === '/broken') response.setHeader('content-encoding', 'gzip').end('not packed');
    else if (request.method === 'HEAD') response.setHeader('link', ['<a>', '<b>']).end();
    else if (request.url === '/empty') response.writeHead(204).end();
    else response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const send = createPinnedFetch();
  const ask = (path: string, init: RequestInit = {}) => send(`${server.origin}${path}`, init, []);
  expect(await (await ask('/packed')).text()).toBe('unpacked');
  await expect(ask('/broken').then((answer) => answer.text())).rejects.toThrow();
  expect((await ask('/', { method: 'HEAD' })).headers.get('link')).toBe('<a>, <b>');
  expect((await ask('/empty')).status).toBe(204);
  const moved = await ask('/');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/elsewhere']);
});

test('an answer in another protocol is a lost connection', async () => {
  const server = await serve((_request, response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const answer = createPinnedFetch()(server.origin, {}, ['127.0.0.1']);
  await expect(answer).rejects.toThrow('The connection ended.');
});

test('this computer is never reached through a proxy', async () => {
  const proxy = await serve();
  const server = await serve();
  const answer = await createOutsideFetch({ http_proxy: proxy.origin })(server.origin, {}, ['127.0.0.1']);
  expect(await answer.text()).toBe('here');
  expect([proxy.seen.length, server.seen.length]).toEqual([0, 1]);
});
