import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../src/main/platform/log.ts';
import { useSavedPack } from '../../src/main/platform/rulePack/savedPack.ts';
import type { Scope } from '../../src/main/platform/scope.ts';
import { createRulePacks } from '../../src/main/services/rulePacks.ts';
import { createSettingsStore } from '../../src/main/store/settingsStore.ts';
import { AppError } from '../../src/shared/errors.ts';
import { describe as describeMessage } from '../../src/shared/i18n/i18n.ts';
import { addLaterTexts } from '../../src/shared/i18n/laterTexts.ts';
import { msg } from '../../src/shared/message.ts';
import { activePack, setActivePack, shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { ManualClock } from '../helpers/manualClock.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { createSigner, laterPack } from '../helpers/signedPack.ts';
import { openStores } from '../helpers/storeParts.ts';
import { testScope } from '../helpers/testScope.ts';

type Answer = (response: ServerResponse) => void;

const day = 24 * 3_600_000;
const signer = createSigner();
const signed = (pack: unknown) => signer.sign(JSON.stringify(pack));
const sends =
  (bytes: Buffer): Answer =>
  (response) =>
    void response.setHeader('content-type', 'application/json').end(bytes);

let answer: Answer;
let server: Awaited<ReturnType<typeof startScriptedServer>>;
let folder: string;
let scope: Scope;
let clock: ManualClock;
let store: ReturnType<typeof createSettingsStore>;

beforeEach(async () => {
  await addLaterTexts();
  server = await startScriptedServer((_request, response) => answer(response));
  folder = mkdtempSync(join(tmpdir(), 'colophon-packs-'));
  scope = testScope();
  clock = new ManualClock();
  clock.setWall(Date.parse(`${shippedPack().date}T12:00:00Z`) - clock.now());
  store = createSettingsStore(openStores().db);
});
afterEach(async () => {
  await scope.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  setActivePack(shippedPack());
});

/** As a program that has just started on the data folder. */
async function start(address = `${server.origin}/pack.json`) {
  await useSavedPack(folder, signer.key);
  return createRulePacks({
    dataFolder: folder,
    store,
    address,
    key: signer.key,
    fetch: (asked, init) => fetch(asked, init),
    clock,
    log: createLog({ file: null }),
    publish: () => undefined,
    scope,
  });
}

/** The key of the problem. */
async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.problem.key : String(error);
}

const savedFile = () => join(folder, 'rule-pack.json');

test('a newer pack is taken from the address, and in use after the next start', async () => {
  const later = laterPack((pack) => {
    pack.vocabularies.countries.push({ alpha_2: 'QQ', alpha_3: 'QQQ', numeric: '999', name: 'Quindecim' });
  });
  answer = sends(signed(later));
  const packs = await start();
  await packs.ask();
  const { version, date } = later;
  expect(await packs.state()).toMatchObject({
    version: shippedPack().version,
    origin: 'shipped',
    next: { version, date },
    asking: 'possible',
    askedAt: new Date(clock.now()).toISOString(),
    refused: null,
  });
  expect(activePack()).toBe(shippedPack());
  const restarted = await start();
  expect(activePack()).toEqual(later);
  expect(await restarted.state()).toMatchObject({ version, origin: 'address', next: null, unusable: null });
});

test('the question says nothing about the user', async () => {
  answer = sends(signed(laterPack()));
  await (await start()).ask();
  expect(server.seen).toHaveLength(1);
  const { method, url, headers, body } = server.seen[0]!;
  expect([method, url, body]).toEqual(['GET', '/pack.json', '']);
  expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined]);
});

test('the pack in use is no news, and an older one is refused', async () => {
  answer = sends(signed(laterPack()));
  await (await start()).ask();
  const packs = await start();
  await packs.ask();
  expect(await packs.state()).toMatchObject({ next: null, refused: null });
  answer = sends(signed(shippedPack()));
  expect(await problemOf(packs.ask())).toBe('rulePack.older.message');
  expect(activePack().version).toBe(shippedPack().version + 1);
  const { refused } = await packs.state();
  expect(describeMessage(refused?.why)).toBe(
    'The rule pack has version 1, and version 2 is already here. Only a newer one can be taken.',
  );
});

const good = signed(laterPack());
const changed = Buffer.from(good);
changed[20_000]! ^= 1;

test.each<[string, string, Answer]>([
  ['has no signature', 'unsigned', sends(Buffer.from(JSON.stringify(laterPack())))],
  ['is signed by somebody else', 'otherSignature', sends(createSigner().sign(JSON.stringify(laterPack())))],
  ['has one byte changed', 'otherSignature', sends(changed)],
  ['is cut off', 'unsigned', sends(good.subarray(0, 30_000))],
  ['is no pack', 'unreadable', sends(signed({ ...laterPack(), profile: 1 }))],
  ['is of the day after tomorrow', 'future', sends(signed({ ...laterPack(), date: '2026-11-30' }))],
  ['is a page of HTML', 'unsigned', (response) => void response.end('<h1>404</h1>')],
  ['is gone', 'unanswered', (response) => void response.writeHead(404).end()],
  [
    'is elsewhere',
    'redirect',
    (response) => void response.writeHead(302, { location: `${server.origin}/elsewhere` }).end(),
  ],
  [
    'ends before its end',
    'unanswered',
    (response) => {
      response.writeHead(200, { 'content-length': String(good.length) }).write(good.subarray(0, 5_000));
      response.destroy();
    },
  ],
])('an answer that %s is refused: %s', async (_what, problem, given) => {
  answer = given;
  const packs = await start();
  expect(await problemOf(packs.ask())).toBe(`rulePack.${problem}.message`);
  expect(existsSync(savedFile())).toBe(false);
  const { refused, next } = await packs.state();
  expect(refused?.at).toBe(new Date(clock.now()).toISOString());
  expect(describeMessage(refused?.why)).toMatch(/^(?!rulePack).* .*\.$/);
  expect(next).toBeNull();
  expect(server.seen.map(({ url }) => url)).toEqual(['/pack.json']);
  answer = sends(good);
  await packs.ask();
  expect(await packs.state()).toMatchObject({ refused: null, next: { version: shippedPack().version + 1 } });
});

test('an answer of 100 MB is not read to its end', async () => {
  let sent = 0;
  answer = (response) => {
    const piece = Buffer.alloc(100_000, 'x');
    const more = () => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
    };
    more();
  };
  const packs = await start();
  expect(await problemOf(packs.ask())).toBe('rulePack.tooLarge.message');
  expect(sent).toBeLessThan(100_000_000);
});

test('an answer that does not come is not waited for', async () => {
  const begun = Promise.withResolvers<void>();
  answer = (response) => {
    response.write('{"signature":"');
    begun.resolve();
  };
  const packs = await start();
  const problem = problemOf(packs.ask());
  await begun.promise;
  await clock.advance(60_000);
  expect(await problem).toBe('rulePack.slow.message');
});

test.each([
  'http://packs.example.org/pack.json',
  'ftp://localhost/x',
  'https://a:b@localhost/',
  'no address',
])('%s is never asked', async (address) => {
  expect(await problemOf((await start(address)).ask())).toBe('rulePack.address.message');
});

test('nobody is asked without an address', async () => {
  const packs = await start('');
  await packs.ask();
  store.set({ asksForRules: true });
  packs.start();
  await clock.advance(2 * day);
  expect(server.seen).toEqual([]);
  expect(await packs.state()).toMatchObject({ asking: 'nowhere', askedAt: null });
});

test('the address is asked once a day, over restarts, and only if the user has allowed it', async () => {
  answer = sends(signed(laterPack()));
  (await start()).start();
  await clock.advance(2 * day);
  expect(server.seen).toHaveLength(0);
  store.set({ asksForRules: true });
  // Not further than the question, which would not be answered in time.
  await clock.advance(10 * 60_000);
  await expect.poll(() => existsSync(savedFile())).toBe(true);
  await scope.stop();
  scope = testScope();
  (await start()).start();
  await clock.advance(day / 2);
  expect(server.seen).toHaveLength(1);
  // Null again only once the next question has been answered.
  const why = msg('rulePack.slow.message', { origin: server.origin });
  store.setRulesMemory({ ...store.rulesMemory(), refused: { at: new Date(clock.now()).toISOString(), why } });
  await clock.advance(day / 2);
  await expect.poll(() => server.seen.length).toBe(2);
  // What is refused is asked for again the next day.
  answer = (response) => void response.writeHead(500).end();
  await expect.poll(() => store.rulesMemory().refused).toBeNull();
  await clock.advance(day);
  await expect.poll(() => JSON.stringify(store.rulesMemory().refused?.why)).toContain('rulePack.unanswered');
  expect(server.seen).toHaveLength(3);
});

test('a pack is taken from a file, by the same rules', async () => {
  const packs = await start('');
  for (const [bytes, problem] of [
    [changed, 'otherSignature'],
    [Buffer.from(JSON.stringify(laterPack())), 'unsigned'],
    [signed(shippedPack()), 'older'],
    [signed({ ...laterPack(), date: '2027-01-01' }), 'future'],
  ] as const) {
    expect(await problemOf(packs.install(bytes.toString()))).toBe(`rulePack.${problem}.message`);
    expect((await packs.state()).next).toBeNull();
  }
  await packs.install(good.toString());
  expect(readFileSync(savedFile())).toEqual(good);
  // It is already here, though not in use yet.
  expect(await problemOf(packs.install(good.toString()))).toBe('rulePack.older.message');
  expect(await (await start('')).state()).toMatchObject({ version: 2, origin: 'file' });
});

test('a saved pack that was changed afterwards is not used, and Settings say why', async () => {
  await (await start()).install(good.toString());
  writeFileSync(savedFile(), changed);
  const packs = await start();
  expect(activePack()).toBe(shippedPack());
  const { origin, unusable } = await packs.state();
  expect(origin).toBe('shipped');
  expect(describeMessage(unusable)).toContain('The signature of the rule pack does not fit.');
  answer = sends(good);
  await packs.ask();
  expect(await packs.state()).toMatchObject({ next: { version: 2 }, unusable: null });
});
