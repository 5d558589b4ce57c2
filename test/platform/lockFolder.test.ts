import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { standardFolder } from '../../src/main/platform/dataFolder.ts';
import { lockFolder } from '../../src/main/platform/lockFolder.ts';
import { saying } from '../helpers/saying.ts';

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

/** Another process, which holds the folder until it is killed. */
async function holdElsewhere(held: string) {
  const module = fileURLToPath(new URL('../../src/main/platform/lockFolder.ts', import.meta.url));
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
