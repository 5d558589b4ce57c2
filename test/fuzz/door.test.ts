import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Host, openHost } from '../../src/main/openHost.ts';
import { createDispatch, type Dispatch } from '../../src/main/shell/dispatch.ts';
import { createDoor } from '../../src/main/shell/door.ts';
import { readRendererFile } from '../../src/main/shell/rendererFiles.ts';
import { type CallName, calls } from '../../src/shared/contract/contract.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { createShellHost } from '../helpers/shellHost.ts';
import { textOf } from '../helpers/textOf.ts';
import { type OpenWebShell, openWebShell } from '../helpers/webShell.ts';
import { inputsOf } from './callInputs.ts';
import { deepList, deepObject, hostileText, inTime, oddity, patience, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience });

const names = Object.keys(calls) as CallName[];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-fuzz-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the contract of the real application', () => {
  const bugs: unknown[] = [];
  let host: Host;
  let dispatch: Dispatch;

  beforeAll(async () => {
    host = await openHost({
      shell: 'web',
      data: join(folder, 'data'),
      environment: { COLOPHON_API_KEY: 'a-key-for-nothing', XDG_STATE_HOME: folder },
      network: {
        fetch: () => Promise.reject(Object.assign(new Error('no network'), { code: 'ECONNREFUSED' })),
        isProxied: async () => true,
      },
      workerFiles,
    });
    await host.services.start();
    dispatch = createDispatch(host.services.handlers, { error: (_, data) => void bugs.push(data) });
  });
  afterAll(() => host.close());

  test('answers any input with a value or a message and never crashes', async () => {
    const asked = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), inputsOf(name)));
    await fc.assert(
      fc.asyncProperty(asked, async ([name, input]) => {
        const answer = await inTime(name, () => dispatch(name, input));
        if (!answer.ok) expect(textOf(answer.error.message)).not.toBe('');
        expect(bugs).toEqual([]);
      }),
      runs(600),
    );
  });
});

describe('dispatch', () => {
  test('refuses unknown call names, deep nesting and cyclic values', async () => {
    const host = createShellHost();
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '',
      'settings',
      null,
      7,
      {},
      ['app.settings'],
    ])
      expect(await host.dispatch(name, {})).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    const round: Record<string, unknown> = {};
    round.record = round;
    const twice = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner, inner], 1);
    for (const input of [
      JSON.parse(deepList),
      JSON.parse(deepObject),
      round,
      twice,
      1n,
      Symbol('x'),
      new Map(),
      () => 1,
    ])
      expect(await inTime('An input', () => host.dispatch('drafts.create', input))).toMatchObject({
        ok: false,
        error: { code: 'input' },
      });
    expect(host.logged).toEqual([]);
  });

  test('shortens a field name from the caller', async () => {
    const answer = await createShellHost().dispatch('app.changeSettings', {
      shortcuts: { ['x'.repeat(100_000)]: 7 },
    });
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
  });
});

describe('the web shell', () => {
  const host = createShellHost();
  let web: OpenWebShell;
  let cookie: string;

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    web = await openWebShell(host, { rendererFolder: folder });
    cookie = await web.logIn();
  });
  afterAll(() => web.stop());

  const call = (body: string | Buffer, headers: Record<string, string> = {}) =>
    web.send({
      method: 'POST',
      path: '/call/drafts.create',
      headers: { cookie, ...web.page(), 'content-type': 'application/json', ...headers },
      body,
    });

  test('answers every body in JSON and keeps running', async () => {
    const bodies = fc.oneof(
      oddity.map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '',
        '{',
        '[1,',
        '\0',
        '"\\ud800"',
        '{"__proto__":{"a":1}}',
        '{"a":1e999}',
        '\ufeff{}',
        deepList,
        deepObject,
      ),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    );
    const types = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'application/jsonp',
      '',
      'multipart/form-data',
    );
    await fc.assert(
      fc.asyncProperty(bodies, types, async (body, type) => {
        const answer = await inTime('A body', () => call(body, { 'content-type': type }));
        expect([200, 400, 413, 415]).toContain(answer.status);
        expect(typeof JSON.parse(answer.body).ok).toBe('boolean');
      }),
      runs(60),
    );
    expect((await call('x'.repeat(5_000_000))).status).toBe(413);
    expect(host.logged).toEqual([]);
  });

  test('survives malformed requests and truncated bodies', async () => {
    const head = `POST /call/app.settings HTTP/1.1\r\nhost: 127.0.0.1:${web.port}\r\ncookie: ${cookie}\r\n${Object.entries(web.page()).join().replace(',', ': ')}\r\ncontent-type: application/json\r\n`;
    const requests = [
      ...[
        '\0\0\0',
        'GET',
        'GET / HTTP/9.9\r\n\r\n',
        `GET ${'/a'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
        'GET / HTTP/1.1\r\n\r\n',
      ],
      ...[
        'GET http://evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: a b\r\n\r\n',
        'GET //\\..\\ HTTP/1.1\r\nhost: [::1\r\n\r\n',
      ],
      ...[
        `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
        `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`,
        `${head}content-length: 100\r\n\r\n{}`,
      ],
      ...[
        `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
        `${head}content-length: -1\r\n\r\n{}`,
      ],
    ];
    for (const request of requests)
      expect(await sendRaw(web.port, request)).not.toMatch(/^HTTP\/1\.1 (?:200|5\d\d)/);
    expect((await web.send({ path: '/', headers: { cookie } })).status).toBe(200);
    expect(host.logged).toEqual([]);
  });

  test('serves no file but those of the page, whatever the path', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '\\',
      '/',
      '//',
      'index.html',
      'secret.txt',
      '%00',
      'assets',
      'C:',
      '~',
      '%',
      '%ff',
      'index.html.',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const path = `/${parts.join('/')}`;
        const file = await readRendererFile(folder, path);
        if (file) expect(new TextDecoder().decode(file.body)).toContain('doctype');
      }),
      runs(300),
    );
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/secret.txt',
      '//etc/passwd',
      '/index.html/..',
    ])
      expect((await web.send({ path, headers: { cookie } })).body).not.toContain('secret');
  });
});

test('refuses odd hosts, origins, cookies and tokens', () => {
  const door = createDoor({ port: 80, token: 'the-token' });
  const header = fc.oneof(
    hostileText,
    fc.constantFrom(
      '127.0.0.1:80',
      'localhost:80',
      'http://127.0.0.1:80',
      'colophon_80=',
      'colophon_80=x; colophon_80=y',
      'same-origin',
    ),
  );
  const headers = fc.dictionary(
    fc.constantFrom('host', 'origin', 'cookie', 'sec-fetch-site', 'sec-fetch-mode'),
    header,
  );
  fc.assert(
    fc.property(headers, fc.constantFrom('GET', 'POST', 'OPTIONS'), hostileText, (given, method, token) => {
      const url = new URL(`http://127.0.0.1/?token=${encodeURIComponent(token.toWellFormed())}`);
      expect(door.decide(url, method, (name) => given[name]).kind).toBe('refuse');
    }),
    runs(500),
  );
});

/** Sends raw bytes; returns what came back until the connection ended or was silent for a while. */
function sendRaw(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket.setTimeout(150, () => socket.destroy());
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}
