import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/main/platform/log.ts';
import { openConfirmedOrigins } from '../../src/main/platform/secrets/confirmedOrigins.ts';
import { createEnvironmentKey } from '../../src/main/platform/secrets/environmentKey.ts';
import { createKeptSecrets } from '../../src/main/platform/secrets/keptSecrets.ts';
import { createAccountAccess } from '../../src/main/services/accountAccess.ts';
import { createAccountStore } from '../../src/main/store/accounts/accountStore.ts';
import type { Account } from '../../src/shared/directory/account.ts';
import { asking, removeAccountNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { MemoryKeychain } from '../helpers/memoryKeychain.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { saying } from '../helpers/saying.ts';
import { article, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices, TestServicesOptions } from '../helpers/testServices.ts';
import { textOf } from '../helpers/textOf.ts';

const directory = directoryForFile();
let world: TestServices;

const open = async (options: Partial<TestServicesOptions> = {}) => {
  world = await openForTest({ directory: directory.directory, ...options });
  return world.handlers;
};
/** The keychain entries of the accounts by name. */
const keys = async () => {
  const accounts = await world.handlers['accounts.list']({});
  return Object.fromEntries(accounts.map(({ name, key }) => [name, key]));
};
const wrongKey = 'ffffffffffffffffffffffffffffffff';

test('creates an account with a normalised address', async () => {
  const handlers = await open();
  const input = {
    name: 'Mine',
    base: 'https://doaj.org/api/v4',
    dialect: '4.0',
    rate: 1,
    username: 'me',
  } as const;
  const account = await handlers['accounts.create'](input);
  expect(account).toMatchObject({
    ...input,
    base: 'https://doaj.org/api/v4/',
    kind: 'directory',
    key: 'missing',
  });
  expect(await handlers['accounts.list']({})).toHaveLength(2);
  expect(world.received.at(-1)?.name).toBe('accounts.changed');
  await expect(
    handlers['accounts.create']({ ...input, base: 'http://doaj.org/api/v4/' }),
  ).rejects.toMatchObject({ code: 'input', problem: saying(/https/) });
});

describe('the version of the API', () => {
  const input = { name: 'Mine', base: 'https://doaj.org/api/v3', rate: 1, username: '' } as const;

  test('is the one that the address ends in', async () => {
    const handlers = await open();
    expect(await handlers['accounts.create'](input)).toMatchObject({ dialect: '3.0.1' });
    const contradicting = handlers['accounts.create']({ ...input, dialect: '4.0' });
    await expect(contradicting).rejects.toMatchObject({
      code: 'input',
      problem: saying('The address ends in /api/v3/, which is version 3.0.1, not 4.0.'),
    });
    expect(await handlers['accounts.list']({})).toHaveLength(2);
  });

  test('is asked for if the address ends in one that is not known', async () => {
    const handlers = await open();
    const unknown = { ...input, base: 'https://doaj.org/api/v5/' };
    await expect(handlers['accounts.create'](unknown)).rejects.toMatchObject({ code: 'input' });
    expect(await handlers['accounts.create']({ ...unknown, dialect: '4.0' })).toMatchObject(unknown);
  });

  test('follows the address when that is edited, and the address the version', async () => {
    const handlers = await open();
    const { id } = await handlers['accounts.create'](input);
    expect(await handlers['accounts.update']({ id, base: 'https://doaj.org/api/v4' })).toMatchObject({
      dialect: '4.0',
    });
    expect(await handlers['accounts.update']({ id, dialect: '3.0.1' })).toMatchObject({
      base: 'https://doaj.org/api/v3/',
    });
    const change = handlers['accounts.update']({ id, base: 'https://doaj.org/api/v3/', dialect: '4.0' });
    await expect(change).rejects.toMatchObject({ code: 'input' });
  });
});

test('offers the addresses of the public directory, each with its dialect', async () => {
  const handlers = await open();
  const presets = await handlers['accounts.presets']({});
  expect(presets.map(({ base, dialect }) => [base, dialect])).toEqual([
    ['https://doaj.org/api/v4/', '4.0'],
    ['https://doaj.org/api/v3/', '3.0.1'],
  ]);
});

test('tests a key before it is stored, keeps it in the keychain, and never returns it', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain });
  await expect(handlers['accounts.setKey']({ id: world.accountId, key: wrongKey })).rejects.toMatchObject({
    code: 'key_refused',
  });
  expect(keychain.kept.size).toBe(0);
  const account = await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  expect(account.key).toBe('keychain');
  const entry = { origin: directory.origin, key: goodKey };
  expect([...keychain.kept]).toEqual([[world.accountId, JSON.stringify(entry)]]);
  expect(JSON.stringify([account, world.received, await handlers['accounts.list']({})])).not.toContain(
    goodKey,
  );
  expect(await handlers['accounts.connection']({ id: world.accountId })).toMatchObject({ state: 'online' });
  const removed = await handlers['accounts.removeKey']({ id: world.accountId });
  expect(removed.key).toBe('missing');
  expect(keychain.kept.size).toBe(0);
  expect(await handlers['accounts.connection']({ id: world.accountId })).toMatchObject({
    state: 'key_missing',
  });
});

test('a key that a locked keychain does not remove is no longer used, and the person is told', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain });
  await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  keychain.isLocked = true;
  await expect(handlers['accounts.removeKey']({ id: world.accountId })).rejects.toMatchObject({
    code: 'state',
    problem: saying(/Colophon no longer uses the key of/),
  });
  const [account] = await handlers['accounts.list']({});
  expect(account!.key).toBe('missing');
});

test('keeps the key for this session when the keychain is missing or locked', async () => {
  const keychain = new MemoryKeychain();
  keychain.isLocked = true;
  const handlers = await open({ keychain });
  expect((await handlers['accounts.setKey']({ id: world.accountId, key: goodKey })).key).toBe('session');
  expect(await handlers['accounts.test']({ id: world.accountId })).toMatchObject({ state: 'online' });
});

test('a key from the environment serves the only account', async () => {
  const handlers = await open({ key: goodKey });
  expect(await handlers['accounts.list']({})).toMatchObject([{ key: 'environment' }]);
  expect(await handlers['accounts.test']({ id: world.accountId })).toMatchObject({
    state: 'online',
    message: null,
  });
});

const other = {
  name: 'Other',
  base: 'http://127.0.0.2:9/api/v4/',
  dialect: '4.0',
  rate: 1,
  username: '',
} as const;

describe('a key from the environment', () => {
  test('does not serve an account that is added later or moved to another host', async () => {
    const handlers = await open({ key: goodKey });
    expect(await keys()).toEqual({ Test: 'environment' });
    await handlers['accounts.create'](other);
    expect(await keys()).toEqual({ Test: 'environment', Other: 'missing' });
    await handlers['accounts.update']({ id: world.accountId, base: other.base });
    expect(await keys()).toEqual({ Test: 'missing', Other: 'missing' });
    expect(await handlers['accounts.test']({ id: world.accountId })).toMatchObject({ state: 'key_missing' });
  });

  test('serves none of several accounts unless one is named', async () => {
    const handlers = await open();
    await handlers['accounts.create'](other);
    const keysWith = async (name?: string) => {
      const access = createAccountAccess({
        store: createAccountStore(world.db),
        secrets: createKeptSecrets(new MemoryKeychain()),
        confirmed: openConfirmedOrigins(world.folder, createLog({ file: null })),
        log: createLog({ file: null }),
        sandbox: () => null,
        environmentKey: createEnvironmentKey(goodKey, name),
      });
      const keys = access.list().map(async (account) => {
        const address = new URL(account.base);
        (await access.key(account.id))?.addTo(address);
        return [account.name, address.searchParams.get('api_key')];
      });
      return Object.fromEntries(await Promise.all(keys));
    };
    expect(await keysWith()).toEqual({ Test: null, Other: null });
    expect(await keysWith('Other')).toEqual({ Test: null, Other: goodKey });
    expect(await keysWith(world.accountId)).toEqual({ Test: goodKey, Other: null });
    expect(await keysWith('Nobody')).toEqual({ Test: null, Other: null });
  });
});

test('a key that is being loaded while its account moves to another host is not used', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain });
  await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  const store = createAccountStore(world.db);
  const log = createLog({ file: null });
  const confirmed = openConfirmedOrigins(world.folder, log);
  const secrets = createKeptSecrets(keychain);
  const access = createAccountAccess({ store, secrets, confirmed, log, sandbox: () => null });
  const key = access.key(world.accountId);
  store.update(world.accountId, { base: other.base });
  expect(await key).toBeNull();
});

test('a key is not stored for an account that moved while the key was tested', async () => {
  const handlers = await open();
  const isSet = handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  await handlers['accounts.update']({ id: world.accountId, base: other.base });
  await expect(isSet).rejects.toMatchObject({ code: 'state' });
  expect(await keys()).toEqual({ Test: 'missing' });
});

test('reports problems of an account: no key, wrong key, no response', async () => {
  const handlers = await open();
  expect(await handlers['accounts.test']({ id: world.accountId })).toMatchObject({ state: 'key_missing' });
  await world.close();
  world.remove();
  const withWrongKey = await open({ key: wrongKey });
  const refused = await withWrongKey['accounts.test']({ id: world.accountId });
  expect(refused.state).toBe('key_refused');
  expect(textOf(refused.message)).toContain('does not accept this key');
  await world.close();
  world.remove();
  const nowhere = 'http://127.0.0.1:9/api/v3/';
  const offline = await open({ key: wrongKey, directory: { '3.0.1': nowhere, '4.0': nowhere } });
  expect(await offline['accounts.test']({ id: world.accountId })).toMatchObject({ state: 'offline' });
});

test('an address whose API version is switched off is reported with the change to 4.0', async () => {
  const handlers = await open();
  const body = { status: 'bad_request', error: 'Version 3 is no longer supported. (ref: 1-2)' };
  await directory.fault({ kind: 'status', status: 400, body, match: { path: '/v3/' } });
  const refused = handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  await expect(refused).rejects.toMatchObject({ code: 'version_retired', fix: saying(/4\.0/) });
  const account = await handlers['accounts.switchTo4']({ id: world.accountId });
  expect(account).toMatchObject({ dialect: '4.0', base: directory.directory['4.0'] });
  expect((await handlers['accounts.setKey']({ id: world.accountId, key: goodKey })).key).toBe('session');
});

test('a key is never sent to another host and is removed when the host changes', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain });
  await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  await handlers['accounts.update']({
    id: world.accountId,
    base: directory.directory['4.0'],
    dialect: '4.0',
  });
  expect(keychain.kept.size).toBe(1);
  // The other dialect has other rules.
  await world.when(() =>
    world.received.some(
      ({ name, data }) => name === 'applications.changed' && 'ids' in data && data.ids === null,
    ),
  );
  const account = await handlers['accounts.update']({
    id: world.accountId,
    base: 'https://elsewhere.example.org/api/v4/',
  });
  expect(account.key).toBe('missing');
  expect(keychain.kept.size).toBe(0);
});

test('the address cannot change during an upload', async () => {
  const handlers = await open({ key: goodKey, limits: { perSecond: 0.01, burst: 1 } });
  const ids = world.addDrafts([article(1)]);
  // The only request that the limit permits now.
  await handlers['accounts.test']({ id: world.accountId });
  const { id } = await world.send(ids);
  const change = handlers['accounts.update']({ id: world.accountId, dialect: '4.0' });
  await expect(change).rejects.toMatchObject({ code: 'state' });
  expect((await handlers['accounts.update']({ id: world.accountId, name: 'Another name' })).name).toBe(
    'Another name',
  );
  await handlers['uploads.cancel']({ id });
  expect((await handlers['accounts.update']({ id: world.accountId, dialect: '4.0' })).dialect).toBe('4.0');
});

test('a slower rate applies at once', async () => {
  const handlers = await open();
  expect(await handlers['accounts.limiter']({ id: world.accountId })).toMatchObject({
    burst: 1000,
    waiting: 0,
  });
  await handlers['accounts.update']({ id: world.accountId, rate: 0.5 });
  expect(await handlers['accounts.list']({})).toMatchObject([{ rate: 0.5 }]);
});

test('the lowest rate at a directory applies as soon as an account is added or removed there', async () => {
  const handlers = await open({ limits: null });
  const [{ base, dialect, rate }] = (await handlers['accounts.list']({})) as [Account];
  const rateNow = async () => (await handlers['accounts.limiter']({ id: world.accountId })).perSecond;
  expect(await rateNow()).toBe(rate);
  const slow = { name: 'Slow', base, dialect, rate: rate / 2, username: '' };
  const { id } = await handlers['accounts.create'](slow);
  expect(await rateNow()).toBe(rate / 2);
  await removeAccountNow(asking(handlers), id, false);
  expect(await rateNow()).toBe(rate);
});

test('an account is not removed with drafts that arrived after the dialog was opened', async () => {
  const handlers = await open({});
  world.addDrafts([article(1)]);
  const shown = await handlers['accounts.removePreview']({ id: world.accountId });
  expect(shown.drafts).toBe(1);
  world.addDrafts([article(2)]);
  const remove = () => handlers['accounts.remove']({ plan: shown.id, withDrafts: true });
  await expect(remove()).rejects.toMatchObject({ code: 'state', problem: saying(/now has 2 drafts/) });
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  expect(world.db.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(2);
  await removeAccountNow(asking(handlers), world.accountId, true);
  expect(world.db.prepare('SELECT count(*) FROM drafts').pluck().get()).toBe(0);
});

test('an account is not removed with a draft that was edited after the dialog was opened', async () => {
  const handlers = await open({});
  const [id] = world.addDrafts([article(1)]);
  const shown = await handlers['accounts.removePreview']({ id: world.accountId });
  expect(shown).toMatchObject({ drafts: 1, titles: ['Article 1'], uploads: 0 });
  await world.editDraft(id!, article(1, { title: 'Edited' }));
  const removed = handlers['accounts.remove']({ plan: shown.id, withDrafts: true });
  await expect(removed).rejects.toMatchObject({ code: 'state', problem: saying(/now has 1 draft/) });
});

test('says that the keychain keeps the key of an account that was removed, or moved to another host', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain });
  await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  keychain.isLocked = true;
  const moved = handlers['accounts.update']({
    id: world.accountId,
    base: 'https://other.example.org/api/v3/',
  });
  await expect(moved).rejects.toMatchObject({ code: 'state', problem: saying(/keychain did not remove it/) });
  expect(await handlers['accounts.list']({})).toMatchObject([{ base: 'https://other.example.org/api/v3/' }]);
  const remove = async () => {
    const { id: plan } = await handlers['accounts.removePreview']({ id: world.accountId });
    return handlers['accounts.remove']({ plan, withDrafts: true });
  };
  expect(await remove()).toEqual({ keyStays: true });
  expect(await handlers['accounts.list']({})).toEqual([]);
});

test('removing an account with drafts requires removing them, and removes its key', async () => {
  const keychain = new MemoryKeychain();
  const handlers = await open({ keychain, limits: { perSecond: 0.01, burst: 3 } });
  await handlers['accounts.setKey']({ id: world.accountId, key: goodKey });
  const ids = world.addDrafts([article(1), article(2)]);
  await handlers['accounts.test']({ id: world.accountId });
  await world.send(ids);
  const refused = removeAccountNow(asking(handlers), world.accountId, false);
  await expect(refused).rejects.toMatchObject({ code: 'state', problem: saying(/2 drafts/) });
  await removeAccountNow(asking(handlers), world.accountId, true);
  expect(await handlers['accounts.list']({})).toEqual([]);
  expect(keychain.kept.size).toBe(0);
  for (const table of ['drafts', 'uploads', 'upload_items', 'requests']) {
    expect(world.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  }
});
