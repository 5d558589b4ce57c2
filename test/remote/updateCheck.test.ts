import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { createLog } from '../../src/main/platform/log.ts';
import type { Scope } from '../../src/main/platform/scope.ts';
import { createUpdateCheck } from '../../src/main/remote/updateCheck.ts';
import type { UpdateState } from '../../src/shared/contract/app.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { testScope } from '../helpers/testScope.ts';

type Server = Awaited<ReturnType<typeof startScriptedServer>>;
const day = 24 * 60 * 60 * 1000;
let answer: (response: ServerResponse) => void;
let server: Server;
let received: UpdateState[];
let scope: Scope;

beforeEach(async () => {
  scope = testScope();
  received = [];
  server = await startScriptedServer((_request, response) => answer(response));
});
afterEach(() => server.stop());

function open(options: { address?: string; isAllowed?: () => boolean; clock?: Clock } = {}) {
  return createUpdateCheck({
    address: options.address ?? `${server.origin}/newest`,
    version: '1.4.0',
    fetch: (address, init) => fetch(address, init),
    clock: options.clock ?? systemClock,
    log: createLog({ file: null }),
    publish: (name, data) => {
      if (name === 'app.updateChanged') received.push(data as UpdateState);
    },
    isAllowed: options.isAllowed ?? (() => true),
    scope,
  });
}

const page = 'https://example.org/colophon';
const tells = (body: unknown) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

test.each([
  ['1.5.0', 'newer'],
  ['2.0.0', 'newer'],
  ['1.10.0', 'newer'],
  ['1.4.0', 'current'],
  ['1.3.9', 'current'],
  ['1.4.0-beta.1', 'current'],
])('reports for version %s: %s', async (version, state) => {
  answer = tells({ version, page });
  expect(await open().look()).toMatchObject({ state });
  expect(received.map((one) => one.state)).toEqual([state]);
});

test('announces a newer version once, with its address', async () => {
  answer = tells({ version: '1.5.0', page });
  const check = open();
  await check.look();
  await check.look();
  expect(received).toEqual([{ state: 'newer', version: '1.5.0', page }]);
});

test('sends nothing about the user', async () => {
  answer = tells({ version: '1.5.0', page });
  await open().look();
  expect(server.seen).toHaveLength(1);
  const { method, url, headers, body } = server.seen[0]!;
  expect([method, url, body]).toEqual(['GET', '/newest', '']);
  expect(headers.cookie).toBeUndefined();
  expect(headers.authorization).toBeUndefined();
});

test.each<[string, (response: ServerResponse) => void]>([
  [
    'a page of HTML',
    (response) => void response.setHeader('content-type', 'text/html').end('<h1>1.5.0</h1>'),
  ],
  ['a list', tells([{ version: '1.5.0', page }])],
  ['a number for a version', tells({ version: 2, page })],
  ['words for a version', tells({ version: 'the newest', page })],
  ['no page', tells({ version: '1.5.0' })],
  ['a page that is a program', tells({ version: '1.5.0', page: 'javascript:alert(1)' })],
  ['a page without encryption', tells({ version: '1.5.0', page: 'http://example.org/' })],
  ['more than anybody could want to say', tells({ version: '1.5.0', page, more: 'x'.repeat(1_000_000) })],
  ['that it is gone', (response) => void response.writeHead(404).end()],
  [
    'half of an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"ver');
      response.destroy();
    },
  ],
])('takes no notice of %s', async (_what, given) => {
  answer = given;
  expect(await open().look()).toMatchObject({ state: 'unknown' });
  expect(received).toEqual([]);
});

test('sends requests to no other address', async () => {
  answer = (response) => void response.writeHead(302, { location: `${server.origin}/elsewhere` }).end();
  expect(await open().look()).toMatchObject({ state: 'unknown' });
  expect(server.seen.map(({ url }) => url)).toEqual(['/newest']);
});

test('checks once a day, and not while the user has switched it off', async () => {
  answer = tells({ version: '1.4.0', page });
  const clock = new ManualClock();
  let isAllowed = false;
  const check = open({ clock, isAllowed: () => isAllowed });
  check.start();
  await clock.advance(day / 2);
  expect(server.seen).toHaveLength(0);
  isAllowed = true;
  await clock.advance(day / 2);
  await expect.poll(() => server.seen.length).toBe(1);
  await expect.poll(() => check.state().state).toBe('current');
  await clock.advance(day - 1);
  expect(server.seen).toHaveLength(1);
  await clock.advance(1);
  await expect.poll(() => server.seen.length).toBe(2);
  await scope.stop();
});

test('sends nothing without an address', async () => {
  const check = open({ address: '' });
  check.start();
  expect(await check.look()).toMatchObject({ state: 'nowhere' });
  await scope.stop();
});
