import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEnvironmentKey } from '../../src/main/platform/secrets/environmentKey.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, joinNow } from '../helpers/confirm.ts';
import { openColophon } from '../helpers/officeColophon.ts';
import { type OfficeWorld, startOfficeWorld } from '../helpers/officeWorld.ts';
import { withPostgres } from '../helpers/postgres.ts';
import { saying } from '../helpers/saying.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';

describe('What the environment of somebody in an office has', withPostgres, () => {
  let world: OfficeWorld;
  beforeAll(async () => {
    world = await startOfficeWorld();
  });
  afterAll(() => world?.remove());

  test('as a key is not sent to the address that a colleague gave an account before it is confirmed', async () => {
    const server = await startScriptedServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"total": 0, "results": []}');
    });
    onTestFinished(server.stop);
    const base = `${server.origin}/api/v4/`;
    const office = await world.createOffice();
    await world.ensurePerson('ben');
    const anna = await openColophon(world, 'anna', office.database, {
      directory: { '3.0.1': base, '4.0': base },
      dialect: '4.0',
    });
    await anna.join();
    await office.permit('ben');

    const folder = mkdtempSync(join(tmpdir(), 'colophon-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { cluster } = world;
    const ben = await openWorld(folder, { environmentKey: createEnvironmentKey('b00bb00bb00bb00b') });
    await ben.services.start();
    await joinNow(asking(ben.handlers), {
      address: cluster.address('ben', office.database),
      password: cluster.passwordOf('ben'),
    });
    const joined = async () =>
      (await ben.handlers['accounts.list']({})).find(({ kind }) => kind === 'directory')!;
    const { id, key } = await joined();
    expect(key).toBe('unconfirmed');
    expect(await ben.handlers['accounts.test']({ id })).toMatchObject({
      state: 'key_missing',
      message: saying(new RegExp(server.origin)),
    });
    expect(JSON.stringify(server.seen)).not.toContain('b00bb00b');
    await ben.handlers['accounts.confirmOrigin']({ id, origin: server.origin });
    expect(await ben.handlers['accounts.test']({ id })).toMatchObject({ state: 'online' });
    expect(JSON.stringify(server.seen)).toContain('b00bb00b');
  });

  test('as a password goes only to the office that somebody joined here, whatever the data file says', async () => {
    const office = await world.createOffice();
    const anna = await openColophon(world, 'anna', office.database);
    await anna.join();
    await anna.close();
    const password = world.cluster.passwordOf('anna');
    const db = openDatabase(databaseOf(anna.folder));
    db.exec("UPDATE office SET address = replace(address, '/office', '/another_office')");
    db.close();
    const again = await openColophon(world, 'anna', office.database, {
      folder: anna.folder,
      officePassword: password,
    });
    for (const [name, entry] of anna.kept) again.kept.set(name, entry);
    await again.untilState('password');
    expect((await again.status()).state).toBe('password');
  });
});
