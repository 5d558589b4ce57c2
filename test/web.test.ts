import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../src/shared/contract/contract.ts';
import { pageSecretHeader } from '../src/shared/pageSecret.ts';
import { plainEnvironment } from './helpers/plainEnvironment.ts';
import { webProgram } from './helpers/programFiles.ts';
import { secretIn } from './helpers/webShell.ts';

const entry = fileURLToPath(webProgram);

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-web-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the web entry point in its own process, from another working folder. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [entry, '--no-open', '--data', join(folder, 'data'), ...args], {
    cwd: tmpdir(),
    env: { ...plainEnvironment(), HOME: folder, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const seen = { out: '', err: '' };
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const line = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.out += text;
      if (seen.out.includes('\n')) resolve(seen.out);
    });
    void ended.then(() => resolve(seen.out));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.err += text;
  });
  return { child, seen, ended, address: async () => /http:\S+/.exec(await line)?.[0] ?? '' };
}

/** Exchanges the token of an address and calls the page it leads to. */
async function callAt(address: string, name: string): Promise<Answer> {
  const exchanged = await fetch(address, { redirect: 'manual' });
  const cookie = exchanged.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = { [pageSecretHeader]: secretIn(await exchanged.text()) };
  const answer = await fetch(new URL(`/call/${name}`, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...page },
    body: '{}',
  });
  return (await answer.json()) as Answer;
}

test('prints its address once, answers there, and stops on request', async () => {
  const { child, seen, ended, address } = run();
  expect(await callAt(await address(), 'app.info')).toMatchObject({ ok: true, value: { shell: 'web' } });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(seen.out.match(/http:/g)).toHaveLength(1);
  expect(seen.out.split('\n')).toHaveLength(2);
  expect(seen.err).toBe('');
});

test('refuses a second process on its data folder with a message, and starts again after a kill', async () => {
  const first = run();
  const port = new URL(await first.address()).port;
  const second = run();
  expect(await second.ended).toBe(2);
  expect(second.seen).toMatchObject({
    out: '',
    err: expect.stringContaining('already running with this data folder'),
  });
  first.child.kill('SIGKILL');
  await first.ended;
  const third = run('--port', port);
  const address = await third.address();
  expect(new URL(address).port).toBe(port);
  expect(await callAt(address, 'app.info')).toMatchObject({ ok: true });
});

test('reuses its last port, so that an open window can save after a kill', async () => {
  const first = run();
  const address = await first.address();
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run();
  expect(new URL(await second.address()).port).toBe(new URL(address).port);
  expect(await callAt(await second.address(), 'app.info')).toMatchObject({ ok: true });
});

test('forgets its port when it stops, because another user could serve pages there meanwhile', async () => {
  const note = join(folder, 'data', 'web-port');
  const first = run();
  await first.address();
  expect(existsSync(note)).toBe(true);
  first.child.kill('SIGTERM');
  await first.ended;
  expect(existsSync(note)).toBe(false);
});

test('ends and forgets its port if its start fails once it is served', async () => {
  // Where a file of the sandbox belongs.
  mkdirSync(join(folder, 'data', 'sandbox.jsonl'), { recursive: true });
  const { seen, ended } = run();
  expect(await ended).not.toBe(0);
  expect(seen.out).toBe('');
  expect(seen.err).not.toBe('');
  expect(existsSync(join(folder, 'data', 'web-port'))).toBe(false);
});

test('does not reuse a port from before the computer was started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  other.close();
  await once(other, 'close');
  mkdirSync(join(folder, 'data'));
  const note = join(folder, 'data', 'web-port');
  writeFileSync(note, String(port));
  utimesSync(note, 0, 0);
  expect(new URL(await run().address()).port).not.toBe(String(port));
});

test('takes another port if its last one is taken or its note is unreadable', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'web-port'), String(port));
  const first = run();
  const address = await first.address();
  expect(new URL(address).port).not.toBe(String(port));
  expect(await callAt(address, 'app.info')).toMatchObject({ ok: true });
  first.child.kill('SIGTERM');
  await first.ended;
  other.close();
  writeFileSync(join(folder, 'data', 'web-port'), 'nonsense');
  expect(await callAt(await run().address(), 'app.info')).toMatchObject({ ok: true });
});

test.runIf(process.platform === 'linux')(
  'is not held up by a pipe in place of the note of its port',
  async () => {
    mkdirSync(join(folder, 'data'));
    execFileSync('mkfifo', [join(folder, 'data', 'web-port')]);
    expect(await callAt(await run().address(), 'app.info')).toMatchObject({ ok: true });
  },
);

test('reports that its port is taken', async () => {
  const first = run();
  const port = new URL(await first.address()).port;
  const child = run('--port', port, '--data', join(folder, 'other'));
  expect(await child.ended).not.toBe(0);
  expect(child.seen.err).toContain(`Port ${port} is not available`);
});

test('explains an unknown option', async () => {
  const child = run('--prot', '8080');
  expect(await child.ended).toBe(2);
  expect(child.seen.err).toContain('--prot');
});
