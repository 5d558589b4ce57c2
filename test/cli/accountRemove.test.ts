import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeAccount } from '../../src/main/cli/commands/accounts.ts';
import type { Terminal } from '../../src/main/cli/terminal.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { runCli } from '../helpers/runCli.ts';
import { account } from '../helpers/storeParts.ts';
import { article, startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

let directory: TestDirectory;
let folder: string;
let name: string;
let remove: () => void;

beforeEach(async () => {
  directory = await startTestDirectory();
  const world = await openTestServices({ directory: directory.directory });
  world.addDrafts([article(1), article(2)]);
  ({ folder, remove } = world);
  const accounts = await world.handlers['accounts.list']({});
  name = accounts.find(({ id }) => id === world.accountId)!.name;
  await world.close();
});
afterEach(async () => {
  remove();
  await directory.stop();
});

const list = async () => (await runCli(['account', 'list', '--data', folder])).out;

/** Runs the command at a terminal where a person types `answer`. */
async function answering(answer: string, named = name): Promise<{ code: number; err: string }> {
  let err = '';
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(`${answer}\n`);
  const terminal: Terminal = {
    ...{ argv: [], environment: { HOME: folder }, isScreen: true, workerFiles },
    stdin: stdin as unknown as NodeJS.ReadStream,
    out: () => undefined,
    outData: async () => undefined,
    err: (text) => {
      err += text;
    },
  };
  return { code: await removeAccount(named, { data: folder }, terminal), err };
}

test('lists what is lost, and removes nothing without a terminal', async () => {
  const { code, err } = await runCli(['account', 'remove', name, '--data', folder]);
  expect(code).toBe(1);
  expect(err).toContain('2 drafts, in the list and in the trash:\n  Article ');
  expect(await list()).toContain(name);
  expect((await runCli(['account', 'remove', name, '--accept-loss', '--data', folder])).code).toBe(0);
  expect(await list()).not.toContain(name);
});

test('at a terminal, removes the account only if its name is typed', async () => {
  const declined = await answering('y');
  expect(declined.code).toBe(1);
  expect(declined.err).toContain('was not removed');
  expect(await list()).toContain(name);
  expect((await answering(name)).code).toBe(0);
  expect(await list()).not.toContain(name);
});

test('of two accounts with the same name, removes the one whose id is given, and none by the name', async () => {
  const db = openDatabase(join(folder, 'colophon.db'));
  createAccountStore(db).insert({ ...account, id: 'twin', name });
  db.close();
  const refused = await runCli(['account', 'remove', name, '--accept-loss', '--data', folder]);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(`${name}, ${account.base}, twin`);
  expect((await list()).match(/^Test\t/gm)).toHaveLength(2);
  expect((await answering('twin', 'twin')).code).toBe(1);
  expect((await answering(name, 'twin')).code).toBe(0);
  expect(await list()).not.toContain(account.base);
  expect(await list()).toContain(name);
});
