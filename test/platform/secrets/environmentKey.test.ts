import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEnvironmentKey } from '../../../src/main/platform/secrets/environmentKey.ts';
import { createAccountStore } from '../../../src/main/store/accounts/accountStore.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { runCli } from '../../helpers/runCli.ts';
import { startScriptedServer } from '../../helpers/scriptedServer.ts';
import { account, temporaryFolder } from '../../helpers/storeParts.ts';

const key = 'c0ffeec0ffeec0ffeec0ffeec0ffee02';

async function startDirectory() {
  const server = await startScriptedServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"total":0,"page":1,"pageSize":100,"results":[]}');
  });
  onTestFinished(server.stop);
  return server;
}

test('COLOPHON_API_KEY serves the named account, or the only one, but none of several', async () => {
  const data = temporaryFolder();
  const [one, two] = [await startDirectory(), await startDirectory()];
  const db = openDatabase(join(data, 'colophon.db'));
  const accounts = createAccountStore(db);
  for (const [name, { origin }] of Object.entries({ One: one, Two: two }))
    accounts.insert({
      ...{ id: name, name, kind: 'directory', base: `${origin}/api/v4/`, dialect: '4.0', rate: 2 },
      ...{ username: '', key: 'missing', createdAt: '2026' },
    });
  db.close();
  const refreshWith = (origin: object, ...args: string[]) =>
    runCli(['update-requests', '--refresh', '--data', data, ...args], {
      environment: { COLOPHON_API_KEY: key, ...origin },
    });
  const refresh = (...args: string[]) => refreshWith({}, ...args);
  const unnamed = await refresh();
  expect(unnamed.err).toContain('COLOPHON_API_KEY is not used');
  expect(unnamed.code).toBe(3);
  expect([...one.seen, ...two.seen].filter(({ url }) => url.includes(key))).toEqual([]);
  // The accounts came with the data folder: nobody has entered their addresses here.
  const unconfirmed = await refresh('--account', 'Two');
  expect(unconfirmed.code).toBe(3);
  expect(unconfirmed.err).toContain(`COLOPHON_API_KEY_ORIGIN=${two.origin}`);
  const elsewhere = await refreshWith({ COLOPHON_API_KEY_ORIGIN: one.origin }, '--account', 'Two');
  expect(elsewhere.code).toBe(3);
  expect((await refreshWith({ COLOPHON_API_KEY_ORIGIN: 'Two' }, '--account', 'Two')).code).toBe(2);
  expect([...one.seen, ...two.seen].filter(({ url }) => url.includes(key))).toEqual([]);
  const named = await refreshWith({ COLOPHON_API_KEY_ORIGIN: two.origin }, '--account', 'Two');
  expect(named.code).toBe(0);
  expect(named.err).not.toContain('COLOPHON_API_KEY');
  expect(one.seen.filter(({ url }) => url.includes(key))).toEqual([]);
  expect(two.seen.filter(({ url }) => url.includes(key))).not.toEqual([]);
});

test('COLOPHON_API_KEY serves none of two accounts with the same name, but the one whose id is given', () => {
  const twins = [account, { ...account, id: 'twin' }];
  const keysFor = (named: string) => {
    const environmentKey = createEnvironmentKey(key, named);
    return twins.map((one) => environmentKey.keyOf(one, twins) !== null);
  };
  expect(keysFor(account.name)).toEqual([false, false]);
  expect(keysFor('twin')).toEqual([false, true]);
});
