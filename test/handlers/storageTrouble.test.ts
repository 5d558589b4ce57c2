import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spoolFile, spoolFolder } from '../../src/main/platform/files/importSpool.ts';
import { openServices } from '../../src/main/restorableServices.ts';
import { createDispatch } from '../../src/main/shell/dispatch.ts';
import { plainServices } from '../helpers/plainServices.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

// The whole application starts, several times.
vi.setConfig({ testTimeout: 120_000 });

/** The application on a data folder, as used by a shell. */
function open(dataFolder: string) {
  return openServices(plainServices(dataFolder));
}

/** From now on such a change fails with a full disk. */
function leaveNoRoom(dataFolder: string, table: string, change = 'UPDATE', file = 'colophon.db'): void {
  const other = new Database(join(dataFolder, file));
  other.exec(`CREATE TRIGGER no_room BEFORE ${change} ON ${table} BEGIN SELECT raise(ABORT, 'no room'); END`);
  other.close();
}

const noRoom = { code: 'storage', details: expect.stringContaining('no room') };

test('a call that fails on the disk reports it, wherever in the program it happens', async () => {
  const dataFolder = temporaryFolder();
  const errors: string[] = [];
  const services = await open(dataFolder);
  await services.start();
  onTestFinished(() => services.stop());
  // The limiter stores each request before it is sent, far below any call.
  leaveNoRoom(dataFolder, 'limits', 'INSERT', 'limits.db');
  const dispatch = createDispatch(services.handlers, { error: (event) => void errors.push(event) });
  expect(await dispatch('journals.refresh', { accountId: 'sandbox' })).toMatchObject({
    ok: false,
    error: noRoom,
  });
  expect(errors).toEqual([]);
});

test('a start that fails on the disk reports it', async () => {
  const dataFolder = temporaryFolder();
  const first = await open(dataFolder);
  await first.start();
  await first.stop();
  const other = new Database(join(dataFolder, 'colophon.db'));
  // A request that was in flight when the program died is closed at the start.
  other.exec(`UPDATE requests SET duration = NULL, outcome = ''`);
  other.close();
  const second = await open(dataFolder);
  onTestFinished(() => second.stop());
  leaveNoRoom(dataFolder, 'requests');
  await expect(second.start()).rejects.toMatchObject(noRoom);
});

test.skipIf(!existsSync('/dev/full'))(
  'a file that finds no room on the disk is refused in words',
  async () => {
    const dataFolder = temporaryFolder();
    const services = await open(dataFolder);
    await services.start();
    onTestFinished(() => services.stop());
    const dispatch = createDispatch(services.handlers, { error: () => undefined });
    await dispatch('imports.open', { accountId: 'sandbox', name: 'a.json', size: 2 });
    mkdirSync(join(dataFolder, spoolFolder), { recursive: true });
    symlinkSync('/dev/full', spoolFile(dataFolder, 1));
    expect(await dispatch('imports.write', { id: 1, at: 0, piece: 'W10=' })).toMatchObject({
      ok: false,
      error: { code: 'storage', details: expect.stringContaining('ENOSPC') },
    });
  },
);
