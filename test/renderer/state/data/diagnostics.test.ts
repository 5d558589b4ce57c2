import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anonymise, placeInHome } from '../../../../src/main/diagnose/diagnose.ts';
import { diagnoseFolder } from '../../../../src/main/diagnose/diagnoseFolder.ts';
import { bareLine } from '../../../../src/main/diagnose/logLines.ts';
import { createEvents } from '../../../../src/main/platform/events.ts';
import { createLog } from '../../../../src/main/platform/log.ts';
import { createEnvironmentKey } from '../../../../src/main/platform/secrets/environmentKey.ts';
import { sessionKeychain } from '../../../../src/main/platform/secrets/keychain.ts';
import { openServices } from '../../../../src/main/restorableServices.ts';
import { createDispatch } from '../../../../src/main/shell/dispatch.ts';
import { openAsIs, openDatabase } from '../../../../src/main/store/database.ts';
import { bareAddress } from '../../../../src/main/store/databaseFacts.ts';
import { createSettingsStore } from '../../../../src/main/store/settingsStore.ts';
import type { Answer } from '../../../../src/shared/contract/contract.ts';
import { literal } from '../../../../src/shared/message.ts';
import { openElectronShell } from '../../../helpers/electronShell.ts';
import {
  formsOfKey,
  markEveryField,
  plantInLog,
  privateKey,
  privateTexts,
} from '../../../helpers/markedData.ts';
import { plainServices } from '../../../helpers/plainServices.ts';
import { runCli } from '../../../helpers/runCli.ts';
import { storesOf, temporaryFolder } from '../../../helpers/storeParts.ts';
import { openWebShell } from '../../../helpers/webShell.ts';

/** A folder with private values in every table, every field and every kind of log line. */
async function openMarkedWorld() {
  const dataFolder = join(temporaryFolder(), privateTexts.word);
  mkdirSync(dataFolder);
  const logFile = join(dataFolder, 'colophon.log');
  const log = createLog({ file: logFile });
  const events = createEvents();
  const services = await openServices({
    ...plainServices(dataFolder),
    keychain: sessionKeychain(literal(privateTexts.name)),
    log,
    publish: events.publish,
    risk: { kind: 'synced', name: privateTexts.mail },
    environment: { COLOPHON_API_KEY: privateKey, https_proxy: `http://${privateTexts.name}:x@proxy` },
    environmentKey: createEnvironmentKey(privateKey),
  });
  onTestFinished(() => services.stop());
  const db = openAsIs(join(dataFolder, 'colophon.db'));
  const tables = markEveryField(db);
  db.close();
  plantInLog(logFile);
  const shellHost = { dispatch: createDispatch(services.handlers, log), events, log, logged: [], pieces: [] };
  return { dataFolder, shellHost, tables };
}

function privateParts(text: string, dataFolder: string): string[] {
  const marks = Object.values(privateTexts).flatMap((mark) => [mark, ...mark.split(/[\s-]/)]);
  const words = marks.filter((mark) => mark.length > 4);
  return [...words, ...formsOfKey(), dataFolder, homedir(), 'x.org', 'api_key'].filter((part) =>
    text.toLowerCase().includes(part.toLowerCase()),
  );
}

async function reportOf(answer: Promise<unknown>): Promise<string> {
  const given = (await answer) as Answer<{ report: unknown }>;
  if (!given.ok) throw new Error(given.error.details);
  return JSON.stringify(given.value, null, 2);
}

describe('the diagnostics', () => {
  test('contain no secret or private data in any shell, whatever the fields and the log contain', async () => {
    const { dataFolder, shellHost, tables } = await openMarkedWorld();
    const web = await openWebShell(shellHost, { rendererFolder: dataFolder });
    onTestFinished(() => web.stop());
    const texts = {
      Electron: await reportOf(openElectronShell(shellHost).bridge.invoke('storage.diagnose', {})),
      web: await reportOf(web.bridge(await web.logIn()).invoke('storage.diagnose', {})),
      cli: (
        await runCli(['diagnose', '--data', dataFolder], { environment: { COLOPHON_API_KEY: privateKey } })
      ).out,
    };
    expect(tables.length).toBeGreaterThan(20);
    for (const [shell, text] of Object.entries(texts)) {
      expect([shell, privateParts(text, dataFolder)]).toEqual([shell, []]);
      // The output still has its content.
      // Each table got one row; the counts of an upload maintain themselves.
      for (const name of tables) expect(text).toMatch(new RegExp(`"${name}": [12]\\b`));
      expect(text).toContain('"code": "SQLITE_FULL"');
      expect(text).toContain('"draftStore.ts:12"');
      expect(text).toContain('"status": 429');
      expect(text).toMatch(/"key": true,\s+"proxy": true|"key": true/);
    }
  });

  test('tell only numbers, switches and choices of the settings', () => {
    const folder = temporaryFolder();
    const { db } = storesOf(openDatabase(join(folder, 'colophon.db')));
    const [word, server] = [privateTexts.word, `https://${privateTexts.word}.example/`];
    createSettingsStore(db).set({
      ...{ accountId: word, checker: server, shortcuts: { [word]: word }, followEvery: 17 },
      sources: { isOn: true, contact: `ada@${word}.example`, pause: 3, crossref: server, handles: server },
      sendsFound: { limit: 7, journals: [{ accountId: word, journalId: privateTexts.name }] },
      lists: { drafts: { order: [word], hidden: [], widths: {} } },
    });
    db.close();
    const options = { data: folder, environment: {}, now: 0, keychain: { state: 'unavailable' } } as const;
    const { database } = diagnoseFolder(options);
    expect(privateParts(JSON.stringify(database), folder)).toEqual([]);
    expect(database).toMatchObject({
      settings: {
        ...{ theme: 'system', followEvery: 17, hasAccount: true, hasOwnChecker: true, ownShortcuts: 1 },
        sources: { isOn: true, pause: 3, hasContact: true, hasOwnServers: true },
        sendsFound: { limit: 7, journals: 1 },
        ownLists: ['drafts'],
      },
    });
  });

  test('describe a damaged, a newer and a missing data file without changing anything', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'colophon.db');
    const ask = () =>
      diagnoseFolder({ data: folder, environment: {}, now: 0, keychain: { state: 'unavailable' } });
    expect(ask().database).toEqual({ trouble: 'missing' });
    const stores = storesOf(openDatabase(file));
    stores.add({ bibjson: { title: privateTexts.title } });
    stores.db.pragma('user_version = 99');
    stores.db.close();
    expect(ask().database).toMatchObject({ version: 99, check: { faults: 0 }, rows: { drafts: 1 } });
    const garbage = `${privateTexts.name} `.repeat(500);
    writeFileSync(file, garbage);
    expect(ask().database).toEqual({ trouble: 'SQLITE_NOTADB' });
    expect(readFileSync(file, 'utf8')).toBe(garbage);
  });

  test('are written only to a file that does not exist yet', async () => {
    const folder = temporaryFolder();
    const [fresh, taken] = [join(folder, 'fresh.json'), join(folder, 'taken.json')];
    writeFileSync(taken, 'mine');
    const first = await runCli(['diagnose', '--data', folder, '--out', fresh]);
    const second = await runCli(['diagnose', '--data', folder, '--out', taken]);
    expect([first.code, first.out]).toEqual([0, expect.stringContaining('before you send')]);
    expect(JSON.parse(readFileSync(fresh, 'utf8'))).toMatchObject({ colophon: { shell: 'cli' } });
    expect([second.code, second.err]).toEqual([
      2,
      expect.stringContaining('A file with that name already exists'),
    ]);
    expect(readFileSync(taken, 'utf8')).toBe('mine');
  });

  test.each([
    ['https://doaj.org/api/v4/search/articles/title%3Amarsh?api_key=x', '/api/v4/search/articles/*'],
    ['https://doaj.org/api/v3/bulk/articles/0a1b2c', '/api/v3/bulk/articles/*'],
    ['/api/v3/articles/0a1b#x', '/api/v3/articles/*'],
    ['Marguerite', '/*'],
  ])('reveal only the kind of the address %s', (address, way) => {
    expect(bareAddress(address)).toBe(way);
  });

  test.each([
    ['backup.restored', 1],
    ['data-folder.foreign', 1],
    ['confirmed-origins', 1],
    ['-a', 0],
    ['Marguerite', 0],
    ['two words', 0],
  ])('have a line of the event %s or not: %i', (event, lines) => {
    const line = { at: '2026-11-20T08:00:00.000Z', level: 'warn', event };
    expect(bareLine(JSON.stringify(line))).toHaveLength(lines);
  });

  test('do not mistake a message for a code location in a stack trace', () => {
    const line = (message: string, stack: string) =>
      bareLine(
        JSON.stringify({
          at: '2026-11-20T08:00:00.000Z',
          level: 'error',
          event: 'upload',
          error: { name: 'TypeError', message, stack },
        }),
      )[0]?.error?.at;
    expect(line('x', 'TypeError: x\n    at f (/a/b.ts:1:2)')).toEqual(['b.ts:1']);
    expect(line('x\n at (secret.ts:1:2)', 'TypeError: x\n at (secret.ts:1:2)\n at c.js:3:4')).toEqual([
      'c.js:3',
    ]);
    expect(line('other', 'TypeError: x\n    at f (/a/b.ts:1:2)')).toBeUndefined();
  });

  test.each([
    [posix, '/home/ada', '/home/ada/.local/share/colophon', '~/.local/share/colophon'],
    [posix, '/home/ada', '/srv/profiles/ada/colophon', null],
    [win32, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Colophon', '~/AppData/Roaming/Colophon'],
    [win32, 'C:\\Users\\ada', 'D:\\profiles\\ada\\Colophon', null],
    [win32, 'C:\\Users\\ada', '\\\\server\\profiles$\\ada\\Colophon', null],
  ])('name no folder outside the home folder', (path, home, folder, place) => {
    expect(placeInHome(folder, home, path)).toBe(place);
  });

  test('omit keys, e-mail addresses, ORCID iDs and the home folder even if they slipped in', () => {
    const hide = (text: string) => text.replaceAll('k3y', '[key]');
    expect(anonymise('k3y a.b@c.org a%40c.org 0000-0002-1825-009X /home/ada/x', hide, '/home/ada')).toBe(
      '[key] [e-mail] [e-mail] [orcid] ~/x',
    );
  });
});
