import { existsSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/runtime.mjs';
import { lockFolder } from '../../src/main/platform/files/lockFolder.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { type BuiltRun, colophonScript, startBuilt } from '../helpers/builtProgram.ts';
import { isFullRun } from '../helpers/fullRuns.ts';
import { account, temporaryFolder } from '../helpers/storeParts.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';

/** A server that accepts connections and never answers. */
const mute = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => mute.emit('asked'));
});
let silence = 0;
beforeAll(async () => {
  ensureBuilt({ quiet: true });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  silence = (mute.address() as AddressInfo).port;
});
afterAll(() => void mute.close());

const exits = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

// A process treats all alike, so each command gets one of them, and at night all.
describe.each(exits)('%s', (signal, code) => {
  test.each(
    [
      ['upload', '--without-looking'],
      ['upload'],
      ['account', 'test', 'Acme Press'],
      ['search', '--kind', 'article', 'a', '--account', 'Acme Press'],
      ['update-requests', '--refresh'],
      ['compare', '--journal', '1234-5679', '--year', '2024'],
      ['harvest'],
      ['compliance', '--issn', '1234-5679', '--funder', 'f'],
      ['office', 'join'],
      ['office', 'create'],
    ]
      .filter((_command, at) => isFullRun || at % exits.length === exits.findIndex(([one]) => one === signal))
      .map((command) => [command.join(' '), command] as const),
  )('ends colophon %s while a server is silent', async (_words, command) => {
    const folder = folderWithAccount();
    const asked = new Promise<void>((resolve) => mute.once('asked', resolve));
    const run = startColophon(folder, [...command, ...lastOf(command[0], folder)]);
    // What ended without asking has a message that says why.
    await Promise.race([asked, run.ended().then(() => Promise.reject(new Error(run.out() + run.err())))]);
    run.child.kill(signal);
    expect(await run.ended()).toBe(code);
    expectToBeFree(folder);
  });

  test('removes what a command has written of a file', async () => {
    const folder = temporaryFolder();
    const [file, result] = [join(folder, 'articles.json'), join(folder, 'articles.jsonl')];
    writeFileSync(file, JSON.stringify(Array.from({ length: 20_000 }, (_, number) => article(number))));
    const run = startColophon(folder, ['convert', file, '--to', 'jsonl', '--out', result]);
    await vi.waitFor(() => expect(statSync(result).size).toBeGreaterThan(0), { timeout: 30_000 });
    run.child.kill(signal);
    expect(await run.ended()).toBe(code);
    expect(existsSync(result)).toBe(false);
  });

  test.each([
    ['npm', 'run', 'colophon', '--', 'serve'],
    ['npm', 'start', '--', '--web'],
    [process.execPath, colophonScript, 'serve'],
  ])('to %s %s %s stops the server and frees its folder', async (...command) => {
    const folder = temporaryFolder();
    const run = startBuilt([...command, '--no-open', '--data', folder], {
      environment: { LANG: 'en', XDG_STATE_HOME: join(folder, 'state') },
      group: true,
    });
    onTestFinished(() => endGroup(run));
    const [address = ''] = await run.printed(/http:\S+/);
    // A terminal sends Ctrl C, and that it is closed, to the whole group.
    if (signal !== 'SIGTERM') process.kill(-run.child.pid!, signal);
    else run.child.kill(signal);
    await run.ended();
    // Nobody is left in its group of processes.
    await vi.waitFor(() => expect(() => process.kill(-run.child.pid!, 0)).toThrow('ESRCH'), {
      timeout: 20_000,
    });
    await expect(fetch(address)).rejects.toThrow();
    expectToBeFree(folder);
  });
});

function startColophon(folder: string, args: readonly string[]): BuiltRun {
  return startBuilt([process.execPath, colophonScript, ...args, '--data', folder], {
    environment: {
      ...{ LANG: 'en', XDG_STATE_HOME: join(folder, 'state'), COLOPHON_API_KEY: goodKey },
      COLOPHON_API_KEY_ORIGIN: `http://127.0.0.1:${silence}`,
      COLOPHON_OFFICE_PASSWORD: 'secret',
    },
  });
}

/** The last arguments of a command: whom it asks. */
function lastOf(command: string | undefined, folder: string): string[] {
  const articles = join(folder, 'articles.json');
  writeFileSync(articles, JSON.stringify([article(1)]));
  if (command === 'upload') return [articles, '--account', 'Acme Press'];
  if (command === 'harvest') return [`http://127.0.0.1:${silence}/oai`, '--offers'];
  if (command === 'compliance') return ['--checker', `http://127.0.0.1:${silence}/`];
  if (command === 'office') return [`postgres://anna@127.0.0.1:${silence}/office`];
  return [];
}

function folderWithAccount(): string {
  const folder = temporaryFolder();
  const db = openDatabase(join(folder, 'colophon.db'));
  createAccountStore(db).insert({ ...account, base: `http://127.0.0.1:${silence}/api/v4/` });
  db.close();
  return folder;
}

function expectToBeFree(folder: string): void {
  lockFolder(folder).release();
  openDatabase(join(folder, 'colophon.db')).close();
}

function endGroup(run: BuiltRun): void {
  try {
    process.kill(-run.child.pid!, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
