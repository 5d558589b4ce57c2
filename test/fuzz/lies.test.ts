import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createEnvironmentKey } from '../../src/main/platform/secrets/environmentKey.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import { createDispatch, type Dispatch } from '../../src/main/shell/dispatch.ts';
import { plainServices } from '../helpers/plainServices.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { article, goodKey, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';
import { deepList, inTime, type Json, mutated, patience, runs } from './hostile.ts';

vi.setConfig({ testTimeout: patience, hookTimeout: patience });

const json = { 'content-type': 'application/json' };

/** The true response of the service. */
interface Truth {
  status: number;
  body: string;
}
type Lie = (truth: Truth, response: ServerResponse) => void;

/** 120 MB of blanks. */
const bomb = gzipSync(Buffer.alloc(120_000_000, ' '));

/** Changes the response's content, or sends it in a way that no correct service would. */
const lies: Record<string, Lie> = {
  'a body that breaks off': ({ status, body }, response) => {
    response.writeHead(status, json).write(body.slice(0, body.length / 2));
    setTimeout(() => response.destroy(), 5);
  },
  'JSON that breaks off': ({ status, body }, response) =>
    void response.writeHead(status, json).end(body.slice(0, body.length / 2)),
  'a length that is too large': ({ status, body }, response) => {
    response.writeHead(status, { ...json, 'content-length': Buffer.byteLength(body) + 900 }).write(body);
    setTimeout(() => response.destroy(), 5);
  },
  'a length that is too small': ({ status, body }, response) => {
    response.strictContentLength = false;
    response.writeHead(status, { ...json, 'content-length': Math.floor(body.length / 2) }).end(body);
  },
  'the truth, byte by byte': ({ status, body }, response) => {
    response.writeHead(status, json);
    drip(response, Buffer.from(body), Math.ceil(body.length / 100));
  },
  'a body without end': ({ status }, response) => {
    response.writeHead(status, json);
    pour(response);
  },
  'a page': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Log in</title></html>'),
  'a page that is called JSON': (_, response) =>
    void response.writeHead(200, json).end('<html><script>alert(1)</script></html>'),
  nothing: ({ status }, response) => void response.writeHead(status, json).end(),
  'no content': (_, response) => void response.writeHead(204).end(),
  null: ({ status }, response) => void response.writeHead(status, json).end('null'),
  'a list': ({ status }, response) => void response.writeHead(status, json).end('[[],{},null]'),
  'lists within lists': ({ status }, response) =>
    void response.writeHead(status, json).end(`{"total":1,"results":[${deepList}]}`),
  'another encoding than it says': ({ status, body }, response) =>
    void response.writeHead(status, { ...json, 'content-encoding': 'gzip' }).end(body),
  'a compressed bomb': ({ status }, response) =>
    void response.writeHead(status, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'another place': (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  'a status of its own': ({ body }, response) => void response.writeHead(799, json).end(body),
  'a hang-up': (_, response) => void response.destroy(),
};

/** Sends bytes in small pieces, one every few milliseconds. */
function drip(response: ServerResponse, bytes: Buffer, size: number): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(at, at + size));
    at += size;
    if (at < bytes.length && !response.destroyed) return;
    clearInterval(timer);
    response.end();
  }, 2);
}

/** Sends blanks until the client disconnects. */
function pour(response: ServerResponse): void {
  const piece = Buffer.alloc(1 << 20, ' ');
  const more = () => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more);
  };
  more();
}

const isDeep = process.env.COLOPHON_FUZZ_RUNS !== undefined;
let folder: string;
let directory: TestDirectory;
let liar: Awaited<ReturnType<typeof startScriptedServer>>;
let lie: Lie | null = null;
let services: Awaited<ReturnType<typeof openServices>>;
let dispatch: Dispatch;
const bugs: unknown[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
const calls: [string, unknown][] = [];

/** A proxy between Colophon and the sandbox that passes each response through `lie`. */
function startLiar() {
  return startScriptedServer(async ({ method, url, body }, response) => {
    const given = method === 'GET' || method === 'DELETE' ? {} : { body, headers: json };
    const told = await fetch(directory.origin + url, { method, ...given });
    const truth = { status: told.status, body: await told.text() };
    if (lie) lie(truth, response);
    else response.writeHead(truth.status, json).end(truth.body);
  });
}

async function ask<T>(name: string, input: unknown): Promise<T> {
  const answer = await dispatch(name, input);
  if (!answer.ok) throw new Error(`${name}: ${textOf(answer.error.message)} ${answer.error.details ?? ''}`);
  return answer.value as T;
}

beforeAll(async () => {
  process.on('unhandledRejection', note);
  folder = mkdtempSync(join(tmpdir(), 'colophon-lies-'));
  directory = await startTestDirectory();
  liar = await startLiar();
  services = await openServices({
    ...plainServices(folder),
    shell: 'cli',
    environmentKey: createEnvironmentKey(goodKey),
    limits: { perSecond: 10_000, burst: 1_000 },
  });
  dispatch = createDispatch(services.handlers, { error: (_, data) => void bugs.push(data) });
  const { id: accountId } = await ask<{ id: string }>('accounts.create', {
    ...{ name: 'Acme', base: `${liar.origin}/api/v4/`, dialect: '4.0', rate: 2, username: 'pub1' },
  });
  await ask('app.changeSettings', { checker: `${liar.origin}/checker/` });
  const { id } = await ask<{ id: number }>('drafts.create', { accountId, record: article(1) });
  await ask('journals.refresh', { accountId });
  const update = await ask<{ id: number }>('applications.create', { accountId, journalId: 'j1' });
  const stored = await fetch(`${directory.directory['4.0']}articles?api_key=${goodKey}`, {
    ...{ method: 'POST', headers: json, body: JSON.stringify(article(2)) },
  });
  const { id: remoteId } = (await stored.json()) as { id: string };
  const page = { accountId, sort: '', page: 1, pageSize: 10 };
  const selection = { ids: [id] };
  calls.push(
    ['accounts.test', { id: accountId }],
    ['journals.refresh', { accountId }],
    ['journals.get', { accountId, id: 'j1', fresh: true }],
    ['journals.find', { accountId, text: 'Journal' }],
    ['search.run', { ...page, kind: 'article', query: 'title:soil' }],
    ['search.run', { ...page, kind: 'journal', query: 'Journal' }],
    ['search.export', { accountId, kind: 'journal', query: 'Journal', sort: '', format: 'json' }],
    ['drafts.askDirectory', { id }],
    ['drafts.take', { accountId, remoteIds: [remoteId] }],
    ['applications.refreshBase', { id: update.id }],
    ['applications.plan', { accountId, ids: [update.id] }],
    ['applications.refresh', { accountId }],
    ['uploads.plan', { accountId, selection, includeUnchanged: true, look: true }],
    ['compliance.check', { issn: '1234-5679', funder: 'wellcome', ror: '', lang: 'en', maxAge: 0 }],
    ['compliance.suggest', { kind: 'funder', text: 'well' }],
    ['compliance.agreements', { issn: '1234-5679', ror: '05a28rw58' }],
  );
});
afterAll(async () => {
  lie = null;
  await services.stop();
  await liar.stop();
  await directory.stop();
  rmSync(folder, { recursive: true, force: true });
  process.off('unhandledRejection', note);
});

async function expectWordsOrTruth(what: string, [name, input]: [string, unknown]): Promise<void> {
  const answer = await inTime(`${name}, told ${what}`, () => dispatch(name, input));
  if (!answer.ok) expect(textOf(answer.error.message)).not.toBe('');
  expect(JSON.stringify(answer).length).toBeLessThan(1_000_000);
  expect(JSON.stringify(answer)).not.toContain(goodKey);
  expect([bugs, unhandled]).toEqual([[], []]);
}

test('every call that asks a service succeeds on true responses', async () => {
  const answers = await Promise.all(calls.map(([name, input]) => dispatch(name, input)));
  const refused = answers.flatMap((answer, at) =>
    answer.ok ? [] : [[calls[at]![0], textOf(answer.error.message)]],
  );
  expect(refused).toEqual([]);
});

test.for(Object.entries(lies))(
  '%s: every call answers in words or with what is true, and goes on',
  async ([what, told]) => {
    lie = told;
    // A normal run tries each lie on some of the calls.
    const place = Object.keys(lies).indexOf(what);
    const hearing = calls.filter((_, at) => isDeep || (at + place) % 6 === 0);
    for (const call of hearing) await expectWordsOrTruth(what, call);
    lie = null;
    await expectWordsOrTruth('the truth', calls[0]!);
  },
);

test('responses with arbitrary values anywhere are read or refused with a message', async () => {
  const change = fc.sample(fc.nat(), 1)[0]!;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), fc.nat(), async (call, seed) => {
      lie = ({ status, body }, response) => {
        const told = fc.sample(mutated(asJson(body)), { seed: seed + change, numRuns: 1 })[0]!;
        response.writeHead(status, json).end(JSON.stringify(told));
      };
      await expectWordsOrTruth('something else', call);
    }),
    runs(150),
  );
});

function asJson(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return body;
  }
}
