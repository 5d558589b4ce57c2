import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStorageMemory } from '../../src/main/backups/storageState.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { officeTriggers } from '../../src/main/store/office/officeTriggerSql.ts';
import { AppError } from '../../src/shared/errors.ts';
import { backupsOf, databaseOf, openWorld } from '../helpers/backupWorld.ts';
import { asking, restoreNow } from '../helpers/confirm.ts';
import { runCli } from '../helpers/runCli.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';
import { textOf } from '../helpers/textOf.ts';

/** Moves the address to which keys are sent, at the next change of an account or draft. */
const hostile = `
  CREATE TRIGGER a AFTER UPDATE ON drafts BEGIN UPDATE accounts SET base = 'https://elsewhere.example/'; END;
  CREATE TRIGGER b AFTER INSERT ON drafts BEGIN UPDATE accounts SET base = 'https://elsewhere.example/'; END;
  CREATE TRIGGER c AFTER UPDATE ON uploads BEGIN UPDATE accounts SET base = 'https://elsewhere.example/'; END`;

async function folderWithBackup() {
  const folder = temporaryFolder();
  const world = await openWorld(folder);
  await world.addDraft('Mine');
  const { name } = await world.handlers['backups.make']({});
  await world.stop();
  return { folder, name };
}

function plant(file: string): void {
  const db = new Database(file);
  db.exec(hostile);
  db.close();
}

const basesIn = (file: string) => {
  const db = new Database(file, { readonly: true });
  const bases = db.prepare(`SELECT base FROM accounts WHERE kind = 'directory'`).pluck().all();
  db.close();
  return bases;
};

describe('a data file with parts that Colophon did not make', () => {
  test('is set aside like a damaged one, and the newest backup is offered', async () => {
    const { folder, name } = await folderWithBackup();
    plant(databaseOf(folder));
    const { handlers, titles } = await openWorld(folder);
    expect(await titles()).toEqual([]);
    const [notice] = await handlers['storage.notices']({});
    expect(notice).toMatchObject({ kind: 'damaged', backup: name });
    expect(textOf(notice!.message)).toContain('contained parts that Colophon did not make');
    await restoreNow(asking(handlers), name);
    expect(await titles()).toEqual(['Mine']);
    expect(basesIn(databaseOf(folder))).toEqual(['http://127.0.0.1:1/api/v3/']);
  });

  test.each([
    ['ids that are used up', `UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'drafts'`],
    ['an id that leaves none', 'PRAGMA foreign_keys = OFF; UPDATE drafts SET id = 9223372036854775807'],
    ['an id that lists have no room for', 'PRAGMA foreign_keys = OFF; UPDATE drafts SET id = 134217729'],
    ['ids that lists have no room for', `UPDATE sqlite_sequence SET seq = 134217729 WHERE name = 'drafts'`],
    ['an id below all others', 'PRAGMA foreign_keys = OFF; UPDATE drafts SET id = -5'],
  ])('is set aside with %s, before anything is said to be full', async (_, sql) => {
    const { folder, name } = await folderWithBackup();
    const db = new Database(databaseOf(folder));
    db.exec(sql);
    db.close();
    const { handlers } = await openWorld(folder);
    const [notice] = await handlers['storage.notices']({});
    expect(notice).toMatchObject({ kind: 'damaged', backup: name });
    expect(textOf(notice!.message)).toContain('did not make');
  });

  test('is named on the command line', async () => {
    const { folder } = await folderWithBackup();
    plant(databaseOf(folder));
    const run = await runCli(['account', 'list', '--json', '--data', folder]);
    expect(run.err).toContain('contained parts that Colophon did not make');
  });

  test('is found also if the folder says that the file is sound', async () => {
    const { folder } = await folderWithBackup();
    plant(databaseOf(folder));
    const { size, mtimeMs } = statSync(databaseOf(folder));
    openStorageMemory(folder).change({ sound: { size, mtimeMs } });
    const { handlers } = await openWorld(folder);
    expect(textOf((await handlers['storage.notices']({}))[0]!.message)).toContain('did not make');
  });
});

test('a backup with parts that Colophon did not make says so, and is neither compared nor restored', async () => {
  const { folder, name } = await folderWithBackup();
  plant(join(backupsOf(folder), name));
  const { handlers, titles } = await openWorld(folder);
  const [listed] = await handlers['backups.list']({});
  expect(textOf(listed!.problem!)).toContain('did not make');
  for (const call of [handlers['backups.preview']({ name }), restoreNow(asking(handlers), name)]) {
    const error = await Promise.resolve(call).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(textOf((error as AppError).problem)).toContain('parts that Colophon did not make');
    expect((error as AppError).details).toContain('trigger a');
  }
  expect(await titles()).toEqual(['Mine']);
});

test('a data file of a newer version keeps its triggers for the office', async () => {
  const { folder } = await folderWithBackup();
  const file = databaseOf(folder);
  const triggers = () => {
    const db = new Database(file, { readonly: true });
    const names = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`).all();
    db.close();
    return names;
  };
  const db = new Database(file);
  for (const { name } of officeTriggers())
    db.exec(`CREATE TRIGGER ${name} AFTER INSERT ON drafts BEGIN SELECT 1; END`);
  db.pragma('user_version = 1000');
  db.close();
  const before = triggers();
  expect(() => openDatabase(file)).toThrow(AppError);
  expect(triggers()).toEqual(before);
});

test('a data file whose ids are used up does not use up those of the backup that replaces it', async () => {
  const { folder, name } = await folderWithBackup();
  const db = new Database(databaseOf(folder));
  db.exec(`UPDATE sqlite_sequence SET seq = 9223372036854775807`);
  db.close();
  const { handlers, titles, addDraft } = await openWorld(folder);
  await restoreNow(asking(handlers), name);
  await addDraft('Another');
  expect(await titles()).toEqual(expect.arrayContaining(['Mine', 'Another']));
});

test('a data file that has come to the last id leaves others to the backup that replaces it', async () => {
  const { folder, name } = await folderWithBackup();
  const db = new Database(databaseOf(folder));
  db.exec(`UPDATE sqlite_sequence SET seq = 134217728 WHERE name = 'drafts'`);
  db.close();
  const first = await openWorld(folder);
  expect(await first.titles()).toEqual(['Mine']);
  await restoreNow(asking(first.handlers), name);
  await first.addDraft('Another');
  await first.stop();
  const second = await openWorld(folder);
  expect(await second.titles()).toEqual(expect.arrayContaining(['Mine', 'Another']));
});

describe('data-file.json from somebody else', () => {
  test('cannot make Colophon move its data file to another folder', async () => {
    const { folder } = await folderWithBackup();
    const victim = temporaryFolder();
    writeFileSync(join(victim, 'colophon.db'), 'another folder’s');
    const stamp = `/../../${victim}/x`;
    for (const damaged of [
      { stamp, fault: 'damaged', isMoved: false },
      { stamp: `../${stamp}`, fault: 'damaged', isMoved: false },
    ])
      writeFileSync(join(folder, 'data-file.json'), JSON.stringify({ damaged, dismissed: [] }));
    const { titles } = await openWorld(folder);
    expect(await titles()).toEqual(['Mine']);
    expect(readdirSync(victim)).toEqual(['colophon.db']);
    expect(readFileSync(join(victim, 'colophon.db'), 'utf8')).toBe('another folder’s');
  });

  test('cannot make Colophon write over another file', async () => {
    const { folder } = await folderWithBackup();
    const stamp = '2026-01-02T03-04-05-006Z';
    const kept = join(folder, `colophon-damaged-${stamp}.db`);
    writeFileSync(kept, 'kept');
    const victim = join(temporaryFolder(), 'notes.txt');
    writeFileSync(victim, 'notes');
    const damaged = { stamp, fault: 'damaged', isMoved: false };
    writeFileSync(join(folder, 'data-file.json'), JSON.stringify({ damaged }));
    symlinkSync(victim, join(folder, 'data-file.json.part'));
    await openWorld(folder);
    expect(readFileSync(kept, 'utf8')).toBe('kept');
    expect(readFileSync(victim, 'utf8')).toBe('notes');
    expect(existsSync(databaseOf(folder))).toBe(true);
  });

  test('cannot make Colophon put a sound data file aside', async () => {
    const { folder } = await folderWithBackup();
    const stamp = '2026-01-02T03-04-05-006Z';
    const damaged = { stamp, fault: 'damaged', isMoved: false };
    writeFileSync(join(folder, 'data-file.json'), JSON.stringify({ damaged }));
    const { titles } = await openWorld(folder);
    expect(await titles()).toEqual(['Mine']);
    expect(readdirSync(folder).filter((one) => one.startsWith('colophon-damaged-'))).toEqual([]);
  });
});
