import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openStorageMemory } from '../../../src/main/backups/storageState.ts';
import { readLog } from '../../../src/main/diagnose/logLines.ts';
import { readOwnFile, replaceOwnFile } from '../../../src/main/platform/files/ownFile.ts';
import { createLog } from '../../../src/main/platform/log.ts';
import { readWindowState, writeWindowState } from '../../../src/main/shell/windowState.ts';
import { StateFile } from '../../../src/sandbox/stateFile.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';

const state = { x: 1, y: 2, width: 800, height: 600, maximized: false };
const writers: [string, (file: string) => void][] = [
  ['the log', (file) => createLog({ file }).info('started')],
  ['the state of the window', (file) => writeWindowState(file, state)],
  [
    'the changes of the sandbox',
    (file) => {
      const changes = new StateFile(file);
      changes.append({ remove: ['a'] });
      changes.rewrite([{ remove: ['b'] }]);
      changes.close();
    },
  ],
];
const plants: [string, (other: string, file: string) => void][] = [
  ['a link to another file', symlinkSync],
  ['a second name of another file', linkSync],
];

describe.skipIf(process.platform === 'win32')('what somebody else left in the data folder', () => {
  describe.each(writers)('under the name of %s', (_writer, write) => {
    test.each(plants)('%s is replaced, and the other file stays as it is', (_plant, plant) => {
      const folder = temporaryFolder();
      const [other, file] = [join(folder, 'other'), join(folder, 'file')];
      writeFileSync(other, 'mine\n');
      plant(other, file);
      write(file);
      expect(readFileSync(other, 'utf8')).toBe('mine\n');
      expect(lstatSync(file).isFile()).toBe(true);
      expect(readFileSync(file, 'utf8')).not.toContain('mine');
      expect(lstatSync(file).mode & 0o077).toBe(0);
    });
  });

  test.each(plants)(
    'under the name that a new file has until it is whole: %s is not written to',
    (_plant, plant) => {
      const folder = temporaryFolder();
      const [other, file] = [join(folder, 'other'), join(folder, 'file')];
      writeFileSync(other, 'mine\n');
      plant(other, `${file}.part`);
      replaceOwnFile(file, 'new');
      expect(readFileSync(other, 'utf8')).toBe('mine\n');
      expect(readFileSync(file, 'utf8')).toBe('new');
      expect(lstatSync(file).mode & 0o077).toBe(0);
      expect(readdirSync(folder).sort()).toEqual(['file', 'other']);
    },
  );

  test('a pipe does not stop the start', () => {
    const file = join(temporaryFolder(), 'window.json');
    execFileSync('mkfifo', [file]);
    expect(readWindowState(file)).toBeNull();
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
  });

  test.each<[string, (folder: string) => unknown, unknown]>([
    ['data-file.json', (folder) => openStorageMemory(folder).get().sound, null],
    ['colophon.log', (folder) => readLog(join(folder, 'colophon.log')).lines, []],
    ['colophon.log.1', (folder) => readLog(join(folder, 'colophon.log')).lines, []],
    ['web-port', (folder) => readOwnFile(join(folder, 'web-port'), 100), null],
  ])('a pipe in place of %s is not read', (name, read, nothing) => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, name)]);
    expect(read(folder)).toEqual(nothing);
  });
});

test('of a file of one’s own, no more is read than it may have', () => {
  const file = join(temporaryFolder(), 'file');
  expect(readOwnFile(file, 5)).toBeNull();
  writeFileSync(file, 'é12');
  expect(String(readOwnFile(file, 4))).toBe('é12');
  expect(readOwnFile(file, 3)).toBeNull();
});

test('a file of one’s own is added to, and the state of the window replaced', () => {
  const folder = temporaryFolder();
  const log = createLog({ file: join(folder, 'log') });
  log.info('one');
  log.info('two');
  expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')).toHaveLength(2);
  writeWindowState(join(folder, 'window.json'), { ...state, x: 100 });
  writeWindowState(join(folder, 'window.json'), state);
  expect(readWindowState(join(folder, 'window.json'))).toEqual(state);
});
