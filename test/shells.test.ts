import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { decideOpening, isOwnPage, pageAddress } from '../src/main/shell/addresses.ts';
import { createDoor } from '../src/main/shell/door.ts';
import type { Answer, Bridge } from '../src/shared/contract/contract.ts';
import { t } from '../src/shared/i18n/i18n.ts';
import { msg } from '../src/shared/message.ts';
import { pageSecretHeader } from '../src/shared/pageSecret.ts';
import { openElectronShell } from './helpers/electronShell.ts';
import { saying } from './helpers/saying.ts';
import { createShellHost, type ShellHost, settings } from './helpers/shellHost.ts';
import { textOf } from './helpers/textOf.ts';
import { type OpenWebShell, openWebShell, type RawRequest, secretIn } from './helpers/webShell.ts';

const folder = mkdtempSync(join(tmpdir(), 'colophon-shells-'));
const rendererFolder = join(folder, 'renderer');
const largeFile = `export const words = ${JSON.stringify('the same again '.repeat(500))};`;

beforeAll(() => {
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true });
  writeFileSync(join(rendererFolder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__"><p>page');
  writeFileSync(join(rendererFolder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(rendererFolder, 'assets', 'large-3c4d.js'), largeFile);
  writeFileSync(join(rendererFolder, '.hidden.json'), '{"hidden": true}');
  writeFileSync(join(folder, 'secret.json'), '{"secret": true}');
  symlinkSync(join(folder, 'secret.json'), join(rendererFolder, 'link.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let host: ShellHost;
const closers: (() => void | Promise<void>)[] = [];
beforeEach(() => {
  host = createShellHost();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openWeb(options: { heartbeatMs?: number } = {}): Promise<OpenWebShell> {
  const web = await openWebShell(host, { rendererFolder, ...options });
  closers.push(() => web.stop());
  return web;
}

const shells: Record<string, () => Promise<Bridge>> = {
  Electron: async () => openElectronShell(host).bridge,
  web: async () => {
    const web = await openWeb();
    return web.bridge(await web.logIn());
  },
};

/** Collects events; `until` resolves once there are `count` of a name. */
function collect(bridge: Bridge) {
  const seen: { name: string; data: unknown }[] = [];
  const waiting = new Set<() => void>();
  const stop = bridge.subscribe((name, data) => {
    seen.push({ name, data });
    for (const check of waiting) check();
  });
  closers.push(stop);
  const named = (name: string) => seen.filter((event) => event.name === name).map((event) => event.data);
  const until = (name: string, count: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (named(name).length < count) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return { named, until, stop };
}

/** The host, and the number of listeners to its events. */
function countListeners() {
  let count = 0;
  const events: ShellHost['events'] = {
    ...host.events,
    subscribe(listener) {
      count += 1;
      const stop = host.events.subscribe(listener);
      return () => {
        count -= 1;
        stop();
      };
    },
  };
  return { host: { ...host, events }, listening: () => count };
}

function errorOf(answer: unknown) {
  const given = answer as Answer;
  if (given.ok) throw new Error(`answered with a value: ${JSON.stringify(given.value)}`);
  return given.error;
}

describe.each(Object.entries(shells))('the %s shell', (shell, open) => {
  let bridge: Bridge;
  beforeEach(async () => {
    bridge = await open();
  });

  test("answers a call with its handler's value, and without members unknown to the contract", async () => {
    expect(await bridge.invoke('app.settings', {})).toEqual({ ok: true, value: settings });
  });

  test('passes the parsed input to the handler', async () => {
    const piece = 'x'.repeat(2_900_000);
    const answer = await bridge.invoke('imports.write', { id: 1, at: 5, piece, extra: 'dropped' });
    expect(answer).toEqual({ ok: true, value: { received: 2_900_005 } });
    expect(host.pieces).toEqual([piece]);
  });

  test('passes on user-facing errors in full', async () => {
    expect(
      errorOf(
        await bridge.invoke('accounts.remove', {
          plan: '00000000-0000-4000-8000-000000000000',
          withDrafts: false,
        }),
      ),
    ).toEqual({
      code: 'state',
      message: saying('The account has drafts.'),
      why: saying('They would go with it.'),
      fix: saying('Send them or remove them first.'),
      details: 'three of them',
    });
    expect(host.logged).toEqual([]);
  });

  test.each([
    ['accounts.list', {}, 'a fault that nobody should read'],
    ['accounts.presets', {}, 'a thrown string'],
  ])(
    'logs the internal error of %s with its cause and answers with a plain message',
    async (name, input, cause) => {
      const error = errorOf(await bridge.invoke(name, input));
      expect(error.code).toBe('bug');
      expect(textOf(error.message)).toMatch(/^[A-Z][^.]*\.$/);
      expect(JSON.stringify(error)).not.toContain(cause);
      expect(host.logged).toHaveLength(1);
      expect(String(host.logged[0]!.data?.error)).toContain(cause);
    },
  );

  test('treats an output that violates the contract as data that cannot be read', async () => {
    expect(errorOf(await bridge.invoke('journals.list', { accountId: 'a' })).code).toBe('unreadable');
    expect(host.logged[0]!.data).toMatchObject({ call: 'journals.list' });
  });

  test('names the field of an input that violates the contract', async () => {
    const error = errorOf(await bridge.invoke('imports.write', { id: 1, at: -1, piece: '' }));
    expect(error.code).toBe('input');
    expect(textOf(error.message)).toContain('at');
    expect(textOf(error.fix)).not.toBe('');
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'app', 'app.settings ', ''])(
    'does not know a call named %j',
    async (name) => {
      const code = errorOf(await bridge.invoke(name, {})).code;
      expect(code).toBe(shell === 'web' && name === '' ? 'not_found' : 'unknown_call');
    },
  );

  test('treats a member named __proto__ as data, not as a prototype', async () => {
    const record = JSON.parse('{"__proto__": {"polluted": "yes"}, "title": "T"}');
    const { message } = errorOf(await bridge.invoke('drafts.create', { accountId: 'a', record }));
    expect(JSON.parse(textOf(message))).toMatchObject({ title: 'T' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('sends every event to all listeners in order until they unsubscribe', async () => {
    const events = collect(bridge);
    if (shell === 'web') await events.until('(open)', 1);
    host.events.publish('journals.changed', { accountId: 'ä\n\ndata: x' });
    host.events.publish('drafts.changed', { accountId: 'b', ids: [1, 2] });
    host.events.publish('journals.changed', { accountId: 'c' });
    await events.until('journals.changed', 2);
    expect(events.named('journals.changed')).toEqual([{ accountId: 'ä\n\ndata: x' }, { accountId: 'c' }]);
    expect(events.named('drafts.changed')).toEqual([{ accountId: 'b', ids: [1, 2] }]);
  });
});

describe('the Electron shell', () => {
  const page = { url: pageAddress, parent: null };

  test.each([
    ['another site', { url: 'https://example.org/', parent: null }],
    ['a look-alike host', { url: 'colophon://app.example.org/', parent: null }],
    ['a name before the host', { url: 'colophon://app@example.org/', parent: null }],
    ['another path', { url: 'colophon://app/assets/x.html', parent: null }],
    ['a file', { url: 'file:///index.html', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['no address', { url: '', parent: null }],
    ['a frame within our page', { url: pageAddress, parent: page }],
    ['a frame that is gone', null],
  ])('refuses the call of %s', async (_name, sender) => {
    const shell = openElectronShell(host);
    expect(errorOf(await shell.invokeFrom(sender, 'app.settings', {})).code).toBe('not_allowed');
    expect(await shell.invokeFrom(page, 'app.settings', {})).toEqual({ ok: true, value: settings });
  });

  test.each([[null], [undefined], [42], [['app.settings']], [{ toString: 'app.settings' }]])(
    'does not know a call whose name is %j',
    async (name) => {
      const answer = await openElectronShell(host).invokeFrom(page, name, {});
      expect(errorOf(answer).code).toBe('unknown_call');
    },
  );

  test('passes no part of Electron to the listener', async () => {
    const given: unknown[][] = [];
    openElectronShell(host).bridge.subscribe((...args) => given.push(args));
    host.events.publish('journals.changed', { accountId: 'a' });
    expect(given).toEqual([['journals.changed', { accountId: 'a' }]]);
  });

  test('drains only when every call that changes something is answered', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const order: string[] = [];
    const shell = openElectronShell({
      ...host,
      dispatch: async () => {
        await held;
        order.push('answered');
        return { ok: true, value: null };
      },
    });
    void shell.invokeFrom(page, 'drafts.create', {});
    const drained = shell.drain().then(() => order.push('drained'));
    finish();
    await drained;
    expect(order).toEqual(['answered', 'drained']);
  });

  test('waits neither for a call that reads nor for ever', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const shell = openElectronShell({ ...host, dispatch: () => new Promise(() => undefined) });
    void shell.invokeFrom(page, 'app.settings', {});
    await shell.drain();
    void shell.invokeFrom(page, 'drafts.create', {});
    const drained = shell.drain();
    await vi.advanceTimersByTimeAsync(5_000);
    await drained;
  });

  test.each([
    [`${pageAddress}#/uploads/7`, 'window'],
    ['https://example.org/article?a=1', 'browser'],
    ['http://example.org/', 'browser'],
    ['mailto:?subject=A%20journal&body=Its%20title', 'browser'],
    ['mailto:somebody@example.org?subject=A', 'refuse'],
    ['mailto:?subject=A&attach=/etc/passwd', 'refuse'],
    ['mailto:?to=somebody@example.org', 'refuse'],
    [pageAddress, 'refuse'],
    [`${pageAddress}#/drafts`, 'refuse'],
    [`${pageAddress}#/uploads/7/../..`, 'refuse'],
    ['colophon://app/assets/x.html#/uploads/7', 'refuse'],
    ['colophon://other/#/uploads/7', 'refuse'],
    ['https://user:word@example.org/', 'refuse'],
    ['javascript:alert(1)', 'refuse'],
    ['data:text/html,x', 'refuse'],
    ['file:///etc/passwd', 'refuse'],
    ['smb://server/share', 'refuse'],
    ['ms-settings:about', 'refuse'],
    ['', 'refuse'],
    ['not an address', 'refuse'],
  ])('decides what to do when a page opens %j', (address, decision) => {
    expect(decideOpening(address)).toBe(decision);
  });

  test('recognises its own page whatever screen it shows', () => {
    expect(isOwnPage(`${pageAddress}#/drafts/3`)).toBe(true);
    expect(isOwnPage('COLOPHON://app/')).toBe(true);
    expect(isOwnPage('colophon://app/index.html')).toBe(false);
  });
});

describe('the web shell', () => {
  let web: OpenWebShell;
  let cookie: string;
  beforeEach(async () => {
    web = await openWeb();
    cookie = await web.logIn();
  });
  const call = (more: Partial<RawRequest> = {}): RawRequest => ({
    method: 'POST',
    path: '/call/app.settings',
    body: '{}',
    ...more,
    headers: { cookie, ...web.page(), 'content-type': 'application/json', ...more.headers },
  });

  test('listens on loopback only', async () => {
    expect(new URL(web.address).hostname).toBe('127.0.0.1');
  });

  test('exchanges its token once for a cookie that scripts and other sites cannot use', async () => {
    const fresh = await openWeb();
    const answer = await fresh.send({ path: `/?token=${fresh.token}` });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("location.replace('/')") });
    expect(secretIn(answer.body)).toMatch(/^[\w-]{43}$/);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^colophon_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await fresh.send({ path: `/?token=${fresh.token}` })).status).toBe(403);
  });

  test('opens the browser with a code that works once, after which the printed address is refused, too', async () => {
    const fresh = await openWeb();
    const opened = new URL(fresh.openingAddress());
    expect(opened.href).not.toContain(fresh.token);
    const path = `${opened.pathname}${opened.search}`;
    const answer = await fresh.send({ path });
    expect(secretIn(answer.body)).toMatch(/^[\w-]{43}$/);
    expect(String(answer.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict$/);
    for (const used of [path, `/?token=${fresh.token}`]) {
      const again = await fresh.send({ path: used });
      expect(again).toMatchObject({ status: 403, body: expect.stringContaining(t('shell.door.tokenFix')) });
      expect(again.headers['set-cookie']).toBeUndefined();
    }
  });

  test('refuses the code of the browser after two minutes, and names the printed address', () => {
    let now = 0;
    const door = createDoor({ port: 80, token: 'the-token', now: () => now });
    const url = new URL(`http://127.0.0.1/?code=${door.issueCode()}`);
    const host = (name: string) => (name === 'host' ? '127.0.0.1:80' : undefined);
    now = 120_000;
    expect(door.decide(url, 'GET', host)).toMatchObject({
      kind: 'refuse',
      status: 403,
      fix: msg('shell.door.codeFix'),
    });
    const printed = new URL('http://127.0.0.1/?token=the-token');
    expect(door.decide(printed, 'GET', host)).toMatchObject({ kind: 'exchange' });
  });

  test('forwards from a page of its own after a link on another site, because a redirect would lose the cookie', async () => {
    const fresh = await openWeb();
    const answer = await fresh.send({
      path: `/?token=${fresh.token}`,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("location.replace('/')") });
    expect(String(answer.headers['set-cookie'])).toContain('SameSite=Strict');
  });

  test('leads a holder of the cookie from the used address to the page, without the secret', async () => {
    const answer = await web.send({ path: `/?token=${web.token}`, headers: { cookie } });
    expect([answer.status, answer.headers.location, secretIn(answer.body)]).toEqual([303, '/', '']);
  });

  test('does not consume its token without a fetch, or with a wrong one', async () => {
    const fresh = await openWeb();
    expect((await fresh.send({ method: 'HEAD', path: `/?token=${fresh.token}` })).status).toBe(401);
    for (const token of ['', 'wrong', `${fresh.token}x`, fresh.token.slice(1)]) {
      const answer = await fresh.send({ path: `/?token=${token}` });
      expect(answer.status).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await fresh.send({ path: `/?token=${fresh.token}` })).status).toBe(200);
  });

  test('creates another cookie at each start', async () => {
    const fresh = await openWeb();
    const value = (text: string) => text.split('=')[1];
    expect(value(await fresh.logIn())).not.toBe(value(cookie));
  });

  test.each(['/', '/assets/main-1a2b.js', '/events', '/nowhere'])(
    'serves nothing at %s without the cookie',
    async (path) => {
      for (const given of ['', 'colophon=x', `${cookie}x`, cookie.split('=')[0]!]) {
        const answer = await web.send({ path, headers: { cookie: given } });
        expect(answer.status).toBe(401);
        expect(answer.body).toMatch(/^[A-Z].* printed when it started\.$/);
      }
    },
  );

  test.each([
    ['POST', '/call/app.settings'],
    ['POST', '/%63all/settings.get'],
    ['GET', '/events'],
    ['GET', '/%65vents'],
  ])('gives no data to a page of another port, which gets the cookie: %s %s', async (method, path) => {
    const fresh = await openWeb();
    const stolen = await fresh.logIn();
    for (const page of ['', 'x', `${Object.values(fresh.page())[0]}x`, Object.values(web.page())[0]!]) {
      const answer = await fresh.send({
        ...{ method, path, body: method === 'POST' ? '{}' : undefined },
        headers: { cookie: stolen, 'content-type': 'application/json', [pageSecretHeader]: page },
      });
      expect(answer.status).toBe(401);
    }
  });

  test('answers no call without the cookie', async () => {
    const answer = await web.send(call({ headers: { cookie: '' } }));
    expect(answer.status).toBe(401);
    expect(errorOf(JSON.parse(answer.body)).code).toBe('not_allowed');
  });

  test.each([
    'example.org',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.example.org',
    '[::1]',
    '0.0.0.0',
    'LOCALHOST@x',
  ])('refuses the host %s, with or without the cookie', async (host) => {
    const answer = await web.send(call({ headers: { host } }));
    expect([400, 403]).toContain(answer.status);
    expect(answer.body).not.toContain('theme');
    expect(
      (await web.send({ path: `/?token=${web.token}`, headers: { host } })).headers['set-cookie'],
    ).toBeUndefined();
  });

  test('answers under both names of this computer', async () => {
    for (const host of [`127.0.0.1:${web.port}`, `localhost:${web.port}`]) {
      expect((await web.send(call({ headers: { host, origin: `http://${host}` } }))).status).toBe(200);
    }
  });

  test.each([
    [{ origin: 'https://example.org' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:1' }],
    [{ origin: 'http://127.0.0.1' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('refuses a call from another page: %j', async (headers) => {
    const answer = await web.send(call({ headers }));
    expect(answer.status).toBe(403);
    expect(textOf(errorOf(JSON.parse(answer.body)).message)).toContain('page');
  });

  test('opens from a link elsewhere, but serves neither events nor files to other sites', async () => {
    const from = { cookie, 'sec-fetch-site': 'cross-site' };
    const opened = { ...from, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await web.send({ path: '/', headers: opened })).status).toBe(200);
    expect((await web.send({ path: '/', headers: { ...opened, 'sec-fetch-dest': 'iframe' } })).status).toBe(
      403,
    );
    for (const path of ['/events', '/assets/main-1a2b.js']) {
      expect((await web.send({ path, headers: { ...from, 'sec-fetch-mode': 'no-cors' } })).status).toBe(403);
    }
  });

  test('never lets another site read a response', async () => {
    const preflight = await web.send({
      method: 'OPTIONS',
      path: '/call/app.settings',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    for (const answer of [preflight, await web.send(call())]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/%2e%2e%2fsecret.json',
    '/%252e%252e%252fsecret.json',
    '/..\\secret.json',
    '/..%5csecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/assets/....//....//secret.json',
    '//secret.json',
    '/link.json',
    '/.hidden.json',
    '/assets/main-1a2b.js%00.json',
    '/index.html%00',
    '/%00',
    '/%',
    '/%ff',
    '/assets',
    '/assets/',
    `${folder}/secret.json`,
    `/${'a/'.repeat(2000)}x.js`,
  ])('serves nothing for the path %s', async (path) => {
    const answer = await web.send({ path, headers: { cookie } });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('secret');
    expect(answer.body).not.toContain('hidden');
  });

  test('serves the page with a fresh nonce and a strict policy', async () => {
    const policies = new Set<string>();
    for (const path of ['/', '/index.html']) {
      const answer = await web.send({ path, headers: { cookie } });
      expect(answer.status).toBe(200);
      const policy = String(answer.headers['content-security-policy']);
      const nonce = /'nonce-([\w+/=]+)'/.exec(policy)![1]!;
      expect(answer.body).toContain(`content="${nonce}"`);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
      expect(policy).toContain("connect-src 'self'; img-src 'self' data:; font-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers['cache-control']).toBe('no-store');
      policies.add(policy);
    }
    expect(policies.size).toBe(2);
  });

  test('serves the page’s files with caching', async () => {
    const answer = await web.send({ path: '/assets/main-1a2b.js', headers: { cookie } });
    expect(answer.body).toBe('export {};');
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  test('sends the page’s files as they are, whatever the browser accepts', async () => {
    const headers = { cookie, 'accept-encoding': 'gzip, br' };
    const file = await fetch(`http://127.0.0.1:${web.port}/assets/large-3c4d.js`, { headers });
    expect(file.headers.get('content-encoding')).toBeNull();
    expect(await file.text()).toBe(largeFile);
  });

  test('forbids sniffing, framing and sharing in every response', async () => {
    for (const raw of [
      call(),
      { path: '/' },
      { path: '/', headers: { cookie } },
      { path: '/x', headers: { cookie } },
    ]) {
      expect((await web.send(raw)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonx'],
    [''],
  ])('reads no call of the type %j', async (type) => {
    const answer = await web.send(call({ headers: { 'content-type': type } }));
    expect(answer.status).toBe(415);
    expect(errorOf(JSON.parse(answer.body)).code).toBe('input');
  });

  test.each(['', '{', 'undefined', '{"a":1}{', '\u0000', Buffer.from([0xff, 0xfe, 0x00])])(
    'refuses a body that is not JSON with a message: %j',
    async (body) => {
      const answer = await web.send(call({ body }));
      expect(answer.status).toBe(400);
      expect(errorOf(JSON.parse(answer.body)).code).toBe('input');
    },
  );

  test.each(['null', '[]', '"text"', '7'])(
    'refuses an input of another type with a message: %s',
    async (body) => {
      expect(errorOf(JSON.parse((await web.send(call({ body }))).body)).code).toBe('input');
    },
  );

  test('refuses a body over its limit, with or without a declared length', async () => {
    const body = `{"x": "${'x'.repeat(4 * 1024 * 1024)}"}`;
    const announced = await web.send(call({ body }));
    expect(announced.status).toBe(413);
    expect(errorOf(JSON.parse(announced.body)).code).toBe('too_large');
    const chunked = await web.send(call({ body, headers: { 'transfer-encoding': 'chunked' } }));
    expect(chunked.status).toBe(413);
    expect((await web.send(call())).status).toBe(200);
  });

  test('reads a chunked body, and refuses a call without one, without calling it a fault', async () => {
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await web.send(call({ headers: chunked }))).status).toBe(200);
    const bodiless: Record<string, string>[] = [chunked, { 'content-length': '0' }, {}];
    for (const headers of bodiless) {
      const answer = await web.send(call({ body: '', headers }));
      expect(answer.status).toBe(400);
      expect(errorOf(JSON.parse(answer.body)).code).toBe('input');
    }
    expect(host.logged).toEqual([]);
  });

  test('does not read the body of an unknown caller', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const answer = await web.send(call({ body, headers: { cookie: '' } })).catch(() => null);
    expect(answer === null || answer.status === 401).toBe(true);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('answers no call by %s', async (method) => {
    expect((await web.send(call({ method, body: '' }))).status).toBe(404);
  });

  test('logs an internal error and answers with a message', async () => {
    const faulty: ShellHost = { ...host, dispatch: () => Promise.reject(new Error('a fault in the door')) };
    const own = await openWebShell(faulty, { rendererFolder });
    closers.push(() => own.stop());
    const itsCookie = await own.logIn();
    const answer = await own.send(call({ headers: { cookie: itsCookie, ...own.page() } }));
    expect(answer.status).toBe(500);
    expect(errorOf(JSON.parse(answer.body)).code).toBe('bug');
    expect(answer.body).not.toContain('door');
    expect(String(host.logged[0]?.data?.error)).toContain('a fault in the door');
  });

  test('sends heartbeats on a silent event stream', async () => {
    const lively = await openWeb({ heartbeatMs: 5 });
    const events = collect(lively.bridge(await lively.logIn()));
    await events.until('(comment)', 3);
    expect(events.named('(open)')).toEqual([1000]);
  });

  test('resends events after a lost connection', async () => {
    const events = collect(web.bridge(cookie));
    await events.until('(open)', 1);
    const port = web.port;
    await web.stop();
    host.events.publish('journals.changed', { accountId: 'while nobody could listen' });
    const next = await openWebShell(host, { rendererFolder, port });
    closers.push(() => next.stop());
    // A restarted shell does not know old cookies; the stream is refused until the new token is exchanged.
    const again = collect(next.bridge(await next.logIn()));
    await again.until('(open)', 1);
    host.events.publish('journals.changed', { accountId: 'b' });
    await again.until('journals.changed', 1);
    expect(again.named('journals.changed')).toEqual([{ accountId: 'b' }]);
    expect(events.named('journals.changed')).toEqual([]);
  });

  test('removes a listener that disconnected', async () => {
    const counting = countListeners();
    const own = await openWebShell(counting.host, { rendererFolder, heartbeatMs: 5 });
    closers.push(() => own.stop());
    const events = collect(own.bridge(await own.logIn()));
    await events.until('(open)', 1);
    expect(counting.listening()).toBe(1);
    events.stop();
    await expect.poll(counting.listening).toBe(0);
  });

  test('ends the stream of a reader that does not read, and accepts it again', async () => {
    const counting = countListeners();
    const own = await openWebShell(counting.host, { rendererFolder });
    closers.push(() => own.stop());
    const idle = await own.logIn();
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(
        { port: own.port, path: '/events', headers: { cookie: idle, ...own.page() }, agent: false },
        resolve,
      ),
    );
    response.pause();
    const accountId = 'x'.repeat(100_000);
    await expect
      .poll(() => {
        for (let count = 0; count < 20; count++) host.events.publish('journals.changed', { accountId });
        return counting.listening();
      })
      .toBe(0);
    const ended = new Promise((resolve) => response.on('end', resolve));
    response.resume();
    await ended;
    const events = collect(own.bridge(idle));
    await events.until('(open)', 1);
    host.events.publish('journals.changed', { accountId: 'b' });
    await events.until('journals.changed', 1);
    expect(events.named('journals.changed')).toEqual([{ accountId: 'b' }]);
  });

  test('reports that its port is taken', async () => {
    await expect(openWebShell(host, { rendererFolder, port: web.port })).rejects.toMatchObject({
      code: 'state',
      problem: saying(new RegExp(String(web.port))),
      fix: saying(/./),
    });
  });
});
