import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standardFolder } from '../../../src/main/platform/files/dataFolder.ts';
import { lockFolder } from '../../../src/main/platform/files/lockFolder.ts';
import { saying } from '../../helpers/saying.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inUse = { code: 'folder_in_use', problem: saying(/\.$/), fix: saying(/\.$/) };

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

const module = fileURLToPath(new URL('../../../src/main/platform/files/lockFolder.ts', import.meta.url));

/** Another process, which holds the folder until it is killed. */
async function holdElsewhere(held: string) {
  const code = `
    const { lockFolder } = await import(process.argv[1]);
    lockFolder(process.argv[2]);
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, module, held], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

/** What another process gets when it locks the folder. */
async function tryElsewhere(held: string): Promise<string> {
  const code = `
    const { lockFolder } = await import(process.argv[1]);
    try { lockFolder(process.argv[2]); console.log('held'); } catch (error) { console.log(error.code); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, module, held], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return out.trim();
}

test('refuses a folder that this process already holds', () => {
  const lock = lockFolder(folder);
  expect(codeOf(() => lockFolder(folder))).toMatchObject({ ...inUse, details: folder });
  lock.release();
  lockFolder(folder).release();
});

test('refuses a folder that another process holds, and takes it after that process was killed', async () => {
  const other = await holdElsewhere(folder);
  expect(codeOf(() => lockFolder(folder))).toMatchObject(inUse);
  await other.kill();
  lockFolder(folder).release();
});

test('keeps the folder for this process if its lock file is removed, also from another process', async () => {
  const state = join(folder, 'state');
  const data = join(folder, 'data');
  const lock = lockFolder(data, state);
  rmSync(join(data, 'in-use.db'));
  expect(codeOf(() => lockFolder(data, state))).toMatchObject(inUse);
  lock.assertHeld();
  // Without the second lock: the first one was taken again.
  expect(codeOf(() => lockFolder(data))).toMatchObject(inUse);
  lock.release();
  lockFolder(data, state).release();
});

test('notices that another process took the folder, or that it is gone, moved or replaced', async () => {
  const data = join(folder, 'data');
  const lock = lockFolder(data);
  rmSync(join(data, 'in-use.db'));
  const other = await holdElsewhere(data);
  expect(codeOf(() => lock.assertHeld())).toMatchObject(inUse);
  await other.kill();
  lock.assertHeld();
  renameSync(data, join(folder, 'moved'));
  expect(codeOf(() => lock.assertHeld())).toMatchObject({
    code: 'storage',
    problem: saying(/no longer where/),
  });
  mkdirSync(data);
  expect(codeOf(() => lock.assertHeld())).toMatchObject({ code: 'storage' });
  // The moved folder is still this process's.
  lock.release();
});

test('keeps its lock when this process looks at the folder once more', async () => {
  const lock = lockFolder(folder);
  expect(codeOf(() => lockFolder(folder))).toMatchObject(inUse);
  const other = await tryElsewhere(folder);
  expect(other).toBe('folder_in_use');
  lock.release();
  expect(await tryElsewhere(folder)).toBe('held');
});

test('creates a missing folder', () => {
  const deep = join(folder, 'a', 'b');
  lockFolder(deep).release();
  expect(existsSync(deep)).toBe(true);
});

test('reports that a folder cannot be created', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(codeOf(() => lockFolder(join(folder, 'file', 'x')))).toMatchObject({
    code: 'storage',
    problem: saying(/\.$/),
  });
});

test('keeps data in the system’s usual folder', () => {
  expect(standardFolder('data', {}, 'linux', '/home/ada')).toBe('/home/ada/.local/share/colophon');
  expect(standardFolder('data', { XDG_DATA_HOME: '/data' }, 'linux', '/home/ada')).toBe('/data/colophon');
  expect(standardFolder('data', { XDG_DATA_HOME: 'data' }, 'linux', '/home/ada')).toBe(
    '/home/ada/.local/share/colophon',
  );
  expect(standardFolder('data', {}, 'darwin', '/Users/ada')).toBe(
    '/Users/ada/Library/Application Support/Colophon',
  );
  expect(standardFolder('data', { APPDATA: '/roaming' }, 'win32', '/ada')).toBe('/roaming/Colophon');
});
