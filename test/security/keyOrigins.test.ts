import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { OriginKey } from '../../src/main/platform/network/originKey.ts';
import { createEnvironmentKey } from '../../src/main/platform/secrets/environmentKey.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, restoreNow } from '../helpers/confirm.ts';
import { MemoryKeychain } from '../helpers/memoryKeychain.ts';
import { saying } from '../helpers/saying.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { root } from '../helpers/sources.ts';

/** A key is sent to the origin it was entered for, whatever the data file says about the account. */

const keyOfB = 'b00bb00bb00bb00bb00bb00bb00bb00b';

type Host = Awaited<ReturnType<typeof startScriptedServer>>;
let hostA: Host;
let hostB: Host;
let folder: string;
beforeEach(async () => {
  [hostA, hostB] = [await startHost(), await startHost()];
  folder = mkdtempSync(join(tmpdir(), 'colophon-keys-'));
});
afterEach(async () => {
  await Promise.all([hostA.stop(), hostB.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const startHost = () =>
  startScriptedServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"total": 0, "results": []}');
  });
const baseOf = ({ origin }: Host) => `${origin}/api/v4/`;
const sawKey = ({ seen }: Host) => JSON.stringify(seen).includes(keyOfB);

type World = Awaited<ReturnType<typeof openWorld>>;
const only = async ({ handlers }: World) =>
  (await handlers['accounts.list']({})).find(({ kind }) => kind === 'directory')!;

async function createAccount({ handlers }: World, host: Host) {
  const input = { name: 'Acme Press', base: baseOf(host), dialect: '4.0', rate: 2, username: '' } as const;
  return handlers['accounts.create'](input);
}

describe('the key of host B in the keychain', () => {
  const keychain = () => new MemoryKeychain();

  /** An account that first pointed to host A, of which `keep` makes a copy, and then to host B, whose key is stored. */
  async function moveToB(keys: MemoryKeychain, keep: (world: World) => Promise<void>) {
    const world = await openWorld(folder, { keychain: keys });
    const { id } = await createAccount(world, hostA);
    await keep(world);
    await world.handlers['accounts.update']({ id, base: baseOf(hostB) });
    expect((await world.handlers['accounts.setKey']({ id, key: keyOfB })).key).toBe('keychain');
    await world.stop();
    expect(sawKey(hostB)).toBe(true);
  }

  /** Uses the account; the key must not go to host A, and whoever looks is told why and what to do. */
  async function useAtA(world: World) {
    const { id } = await only(world);
    const db = openDatabase(databaseOf(folder));
    db.prepare("UPDATE accounts SET key_place = 'keychain' WHERE id = ?").run(id);
    db.close();
    const connection = await world.handlers['accounts.test']({ id });
    expect(sawKey(hostA)).toBe(false);
    expect(connection).toMatchObject({ state: 'key_missing', message: saying(new RegExp(hostB.origin)) });
    expect((await only(world)).key).toBe('elsewhere');
    await expect(world.handlers['applications.refresh']({ accountId: id })).rejects.toMatchObject({
      code: 'key_missing',
      problem: saying(new RegExp(hostB.origin)),
    });
    expect(sawKey(hostA)).toBe(false);
    // Entering the key again leads out of it.
    expect((await world.handlers['accounts.setKey']({ id, key: 'a'.repeat(32) })).key).toBe('keychain');
    expect(await world.handlers['accounts.test']({ id })).toMatchObject({ state: 'online' });
  }

  test('is not sent to host A after a damaged data file was replaced by a backup', async () => {
    const keys = keychain();
    await moveToB(keys, async ({ handlers }) => void (await handlers['backups.make']({})));
    writeFileSync(databaseOf(folder), 'not a database');
    const world = await openWorld(folder, { keychain: keys });
    const [backup] = await world.handlers['backups.list']({});
    await restoreNow(asking(world.handlers), backup!.name);
    await useAtA(world);
  });

  test('is not sent to host A after an older copy of the data file was put in its place', async () => {
    const keys = keychain();
    const copy = join(folder, '..', `older-${process.pid}.db`);
    onTestFinished(() => rmSync(copy, { force: true }));
    await moveToB(keys, async () => {
      const db = openDatabase(databaseOf(folder));
      db.pragma('wal_checkpoint(TRUNCATE)');
      db.close();
      copyFileSync(databaseOf(folder), copy);
    });
    copyFileSync(copy, databaseOf(folder));
    await useAtA(await openWorld(folder, { keychain: keys }));
  });

  test('stays with the account if that only moves to another path of host B', async () => {
    const keys = keychain();
    const world = await openWorld(folder, { keychain: keys });
    const { id } = await createAccount(world, hostB);
    await world.handlers['accounts.setKey']({ id, key: keyOfB });
    await world.handlers['accounts.update']({ id, base: `${hostB.origin}/api/v3/` });
    expect(await world.handlers['accounts.test']({ id })).toMatchObject({ state: 'online' });
  });

  test.each([
    ['only text', keyOfB],
    ['no origin', JSON.stringify({ key: keyOfB })],
    ['an empty key', JSON.stringify({ origin: 'here', key: '' })],
    ['more members', JSON.stringify({ origin: 'here', key: keyOfB, also: 'https://a.example' })],
    ['too much text', JSON.stringify({ origin: 'here', key: 'k'.repeat(100_000) })],
  ])('is not a key if the entry has %s', async (_what, entry) => {
    const keys = keychain();
    const world = await openWorld(folder, { keychain: keys });
    const { id } = await createAccount(world, hostB);
    await world.handlers['accounts.setKey']({ id, key: keyOfB });
    await world.stop();
    keys.kept.set(id, entry.replace('"here"', JSON.stringify(hostB.origin)));
    const again = await openWorld(folder, { keychain: keys });
    hostB.seen.length = 0;
    expect(await again.handlers['accounts.test']({ id })).toMatchObject({ state: 'key_missing' });
    expect(hostB.seen).toEqual([]);
  });
});

describe('the key in the environment', () => {
  const environmentKey = (origin?: string) => createEnvironmentKey(keyOfB, undefined, origin);

  /** A data file whose account came from elsewhere, as with an office or a backup. */
  async function foreignFile(host: Host) {
    const elsewhere = mkdtempSync(join(tmpdir(), 'colophon-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const world = await openWorld(elsewhere);
    await createAccount(world, host);
    await world.stop();
    copyFileSync(databaseOf(elsewhere), databaseOf(folder));
  }

  test('belongs to an account that was created on this computer', async () => {
    const first = await openWorld(folder, { environmentKey: environmentKey() });
    await createAccount(first, hostB);
    await first.stop();
    const world = await openWorld(folder, { environmentKey: environmentKey() });
    const { id, key } = await only(world);
    expect(key).toBe('environment');
    expect(await world.handlers['accounts.test']({ id })).toMatchObject({ state: 'online' });
    expect(sawKey(hostB)).toBe(true);
  });

  test('goes to an account of a foreign data file only after its origin was confirmed', async () => {
    await foreignFile(hostA);
    const world = await openWorld(folder, { environmentKey: environmentKey() });
    const { id, key } = await only(world);
    expect(key).toBe('unconfirmed');
    expect(await world.handlers['accounts.test']({ id })).toMatchObject({
      state: 'key_missing',
      message: saying(new RegExp(hostA.origin)),
    });
    expect(hostA.seen).toEqual([]);
    const confirm = (origin: string) => world.handlers['accounts.confirmOrigin']({ id, origin });
    await expect(confirm(hostB.origin)).rejects.toMatchObject({ code: 'state' });
    expect(hostA.seen).toEqual([]);
    expect((await confirm(hostA.origin)).key).toBe('environment');
    expect(await world.handlers['accounts.test']({ id })).toMatchObject({ state: 'online' });
    await world.stop();
    const again = await openWorld(folder, { environmentKey: environmentKey() });
    expect((await only(again)).key).toBe('environment');
  });

  test('does not follow a data file in which the account points elsewhere', async () => {
    const first = await openWorld(folder);
    await createAccount(first, hostB);
    await first.stop();
    const db = openDatabase(databaseOf(folder));
    db.prepare("UPDATE accounts SET base = ? WHERE kind = 'directory'").run(baseOf(hostA));
    db.close();
    const world = await openWorld(folder, { environmentKey: environmentKey() });
    const { id, key } = await only(world);
    expect(key).toBe('unconfirmed');
    await world.handlers['accounts.test']({ id });
    expect(hostA.seen).toEqual([]);
  });

  test('with an origin beside it goes to that origin, and nowhere else', async () => {
    await foreignFile(hostA);
    const elsewhere = await openWorld(folder, { environmentKey: environmentKey(hostB.origin) });
    expect((await only(elsewhere)).key).toBe('missing');
    await elsewhere.handlers['accounts.test']({ id: (await only(elsewhere)).id });
    expect(hostA.seen).toEqual([]);
    await elsewhere.stop();
    const there = await openWorld(folder, { environmentKey: environmentKey(hostA.origin) });
    expect((await only(there)).key).toBe('environment');
  });

  test('must be confirmed again when somebody changes the address of the account', async () => {
    const world = await openWorld(folder);
    const { id } = await createAccount(world, hostB);
    await world.handlers['accounts.update']({ id, base: baseOf(hostA) });
    await world.stop();
    const again = await openWorld(folder, { environmentKey: environmentKey() });
    expect((await only(again)).key).toBe('unconfirmed');
  });
});

test.each([301, 302, 303, 307, 308])('no request with a key follows a redirect (%i)', async (status) => {
  let isLeading = false;
  const led = await startScriptedServer((_request, response) => {
    if (!isLeading) {
      response.setHeader('content-type', 'application/json');
      return response.end('{"total": 0, "results": []}');
    }
    // To another name of the same computer.
    const to = baseOf(hostA).replace('127.0.0.1', status % 2 === 0 ? 'localhost' : '[::ffff:127.0.0.1]');
    return response.writeHead(status, { location: `${to}?api_key=${keyOfB}` }).end();
  });
  onTestFinished(() => led.stop());
  const world = await openWorld(folder, { keychain: new MemoryKeychain() });
  const { id } = await createAccount(world, led);
  await world.handlers['accounts.setKey']({ id, key: keyOfB });
  isLeading = true;
  expect(await world.handlers['accounts.test']({ id })).toMatchObject({ state: 'failing' });
  await expect(world.handlers['applications.refresh']({ accountId: id })).rejects.toMatchObject({
    code: 'remote',
  });
  expect(sawKey(led)).toBe(true);
  expect(hostA.seen).toEqual([]);
});

test('keys are read and put into requests in one place each', () => {
  const containing = (text: string) =>
    globSync('src/main/**/*.ts', { cwd: root })
      .filter((file) => readFileSync(join(root, file), 'utf8').includes(text))
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  expect(containing('keychain.get(')).toEqual(['src/main/platform/secrets/keptSecrets.ts']);
  expect(containing("'api_key'")).toEqual(['src/main/platform/network/originKey.ts']);
});

test('a key can be put into no address of another origin', () => {
  const key = new OriginKey(keyOfB, 'https://b.example');
  for (const address of [
    'http://b.example/',
    'https://b.example:8443/',
    'https://b.example./',
    'https://www.b.example/',
    'https://b.example@a.example/',
    'https://b.example:0444/',
    'https://b.example\t@a.example/',
    'https://a.example\\@b.example/',
    'https://b.example%2ea.example/',
    'https://ｂ.example.a.example/',
    'https://xn--b-example-.example/',
    'https://127.0.0.1/',
    'blob:https://b.example/',
  ])
    expect(() => key.addTo(new URL(address)), address).toThrow('was meant for');
  // No address has the origin that an unreadable one has.
  for (const origin of ['', 'null'])
    for (const address of ['data:text/plain,x', 'other://b.example/', 'blob:null/x'])
      expect(() => new OriginKey(keyOfB, origin).addTo(new URL(address)), address).toThrow('was meant for');
  for (const spelling of [
    'HTTPS://B.EXAMPLE:0443',
    'https:\\\\b.example',
    'ht\ntps://b.\texample',
    'https://%62.example',
    'https://user:word@b.example',
    'https://ｂ。example',
  ])
    expect(key.belongsTo(spelling), spelling).toBe(true);
  const address = new URL('https://B.example:443/api/v4/articles?page=2');
  key.addTo(address);
  expect(address.href).toBe(`https://b.example/api/v4/articles?page=2&api_key=${keyOfB}`);
  expect(`${JSON.stringify({ key })} ${key} ${inspect(key)}`).not.toContain(keyOfB);
});
