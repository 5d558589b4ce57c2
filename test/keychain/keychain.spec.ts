import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Host, openHost } from '../../src/main/openHost.ts';
import { openKeychain } from '../../src/main/platform/secrets/keychain.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { asking, removeAccountNow } from '../helpers/confirm.ts';
import { textOf } from '../helpers/textOf.ts';

// Run by `dbus-run-session -- sh test/keychain/withKeyring.sh`: a real keychain, which is deleted afterwards.

const key = 'a-key-of-the-test-0123456789';
const world = {
  accounts: [{ id: 'ada', api_key: key, roles: ['api', 'publisher'] }],
  journals: [],
  articles: [],
};

let folder: string;
let sandbox: Sandbox;
const hosts: Host[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-keychain-'));
  sandbox = await startSandbox({ world, rate: null });
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Host> {
  const host = await openHost({ shell: 'cli', data: folder, environment: { XDG_STATE_HOME: folder } });
  hosts.push(host);
  await host.services.start();
  return host;
}

async function close(host: Host): Promise<void> {
  hosts.splice(hosts.indexOf(host), 1);
  await host.close();
}

/** Runs code with the keychain module in its own process; resolves to its output. */
function elsewhere(code: string, environment: Record<string, string> = {}): Promise<string> {
  const module = fileURLToPath(new URL('../../src/main/platform/secrets/keychain.ts', import.meta.url));
  const text = `const { openKeychain } = await import(${JSON.stringify(module)}); const keychain = await openKeychain(); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  return new Promise((resolve) => child.once('close', () => resolve(out)));
}

test('keeps a key for every process of this user until it is removed', async () => {
  const keychain = await openKeychain();
  expect(keychain).toMatchObject({ state: 'system', reason: null });
  const secret = `Schlüssel "${Date.now()}" \\ 鍵`;
  await keychain.set('one', secret);
  await keychain.set('two', 'another');
  const read = "process.stdout.write(JSON.stringify([await keychain.get('one'), await keychain.get('two')]))";
  expect(JSON.parse(await elsewhere(read))).toEqual([secret, 'another']);
  await keychain.set('one', 'changed');
  expect(await keychain.get('one')).toBe('changed');
  await keychain.remove('one');
  expect(JSON.parse(await elsewhere(read))).toEqual([null, 'another']);
  await keychain.remove('two');
  await keychain.remove('two');
  expect(await keychain.get('two')).toBeNull();
});

test('reports that there is no keychain and then stores nothing', async () => {
  const code = `
    await keychain.set('one', 'secret');
    process.stdout.write(JSON.stringify([keychain.state, keychain.reason, await keychain.get('one')]));`;
  const [state, reason, kept] = JSON.parse(await elsewhere(code, { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }));
  expect([state, kept]).toEqual(['unavailable', null]);
  expect(textOf(reason)).toMatch(/^[A-Z].*\.$/);
});

test("holds an account's key across starts, and never on disk", async () => {
  const first = await open();
  const { handlers } = first.services;
  expect((await handlers['app.info']({})).keychain).toEqual({ state: 'system', message: null });
  const account = await handlers['accounts.create']({
    name: 'Ada',
    base: sandbox.directory['3.0.1'],
    dialect: '3.0.1',
    rate: 2,
    username: 'ada',
  });
  expect(account.key).toBe('missing');
  await expect(
    handlers['accounts.setKey']({ id: account.id, key: 'not-the-key-of-anybody' }),
  ).rejects.toMatchObject({ code: 'key_refused' });
  expect((await handlers['accounts.setKey']({ id: account.id, key })).key).toBe('keychain');
  await close(first);

  const second = await open();
  const again = second.services.handlers;
  expect(await again['accounts.list']({})).toContainEqual(
    expect.objectContaining({ id: account.id, key: 'keychain' }),
  );
  expect(await again['accounts.test']({ id: account.id })).toMatchObject({ state: 'online' });
  for (const secret of [key, 'not-the-key-of-anybody']) expect(filesWith(secret)).toEqual([]);

  await removeAccountNow(asking(again), account.id, false);
  expect(await (await openKeychain()).get(account.id)).toBeNull();
});

/** The files of the data folder that contain the text. */
function filesWith(text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
}
