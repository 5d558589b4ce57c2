import { expect, onTestFinished, test } from 'vitest';
import { createInstance } from '../../src/main/office/instance.ts';
import { startOfficeLoop } from '../../src/main/office/officeLoop.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { parseOfficeAddress } from '../../src/shared/office/officeAddress.ts';
import { databaseOf } from '../helpers/backupWorld.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

test('whoever asks a loop that has stopped is told so, and does not wait for ever', async () => {
  const db = openDatabase(databaseOf(temporaryFolder()));
  onTestFinished(() => void db.close());
  const instance = createInstance(db, {
    clock: systemClock,
    signal: new Int32Array(new SharedArrayBuffer(4)),
    received: () => undefined,
    pushed: () => undefined,
  });
  const loop = startOfficeLoop(instance, {
    address: parseOfficeAddress('postgres://anna@127.0.0.1:9/office'),
    ...{ password: '', officeId: 'o', session: 's', version: '1' },
    report: () => undefined,
    watchChanged: () => undefined,
  });
  const before = expect(loop.synchronised()).rejects.toMatchObject({ name: 'AbortError' });
  const stopped = loop.stop();
  await expect(loop.watchShared('a')).rejects.toMatchObject({ name: 'AbortError' });
  await stopped;
  await before;
  await expect(loop.synchronised()).rejects.toMatchObject({ name: 'AbortError' });
  await expect(loop.watchShared('a')).rejects.toMatchObject({ name: 'AbortError' });
  expect(await loop.fieldChanges({ kind: 'article', id: 1 })).toEqual([]);
});
