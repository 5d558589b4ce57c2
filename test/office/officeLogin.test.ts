import { describe, expect, test } from 'vitest';
import { createOfficeLogin } from '../../src/main/office/officeLogin.ts';
import { createLog } from '../../src/main/platform/log.ts';
import { openConfirmedOrigins } from '../../src/main/platform/secrets/confirmedOrigins.ts';
import { createKeptSecrets } from '../../src/main/platform/secrets/keptSecrets.ts';
import type { Keychain } from '../../src/main/platform/secrets/keychain.ts';
import { MemoryKeychain } from '../helpers/memoryKeychain.ts';
import { temporaryFolder } from '../helpers/storeParts.ts';

const [here, elsewhere] = [
  'postgres://anna@db.example.org/office',
  'postgres://anna@elsewhere.example/office',
];
const missing: Keychain = {
  state: 'unavailable',
  reason: null,
  get: async () => null,
  set: async () => undefined,
  remove: async () => undefined,
};

describe.each<[string, Keychain]>([
  ['a keychain', new MemoryKeychain()],
  ['no keychain', missing],
])('the password of an office, with %s', (_, keychain) => {
  test('is remembered for its own address, and never goes to another one', async () => {
    const log = createLog({ file: null });
    const login = createOfficeLogin({
      secrets: createKeptSecrets(keychain),
      confirmed: openConfirmedOrigins(temporaryFolder(), log),
      log,
      environmentPassword: undefined,
    });
    const none = { code: 'state', problem: { key: 'office.error.noPassword.message' } };
    await login.keep(await login.find({ address: here, password: 'ours' }));
    expect(await login.find({ address: `${here}?sslmode=verify-full`, password: null })).toEqual({
      address: here,
      password: 'ours',
    });
    for (const address of [elsewhere, `${here}2`, here.replace('anna', 'ben')])
      await expect(login.find({ address, password: null })).rejects.toMatchObject(none);
    await login.keep(await login.find({ address: elsewhere, password: 'theirs' }));
    expect(await login.find({ address: elsewhere, password: null })).toMatchObject({ password: 'theirs' });
    await expect(login.find({ address: here, password: null })).rejects.toMatchObject(none);
    await login.forget();
    await expect(login.find({ address: elsewhere, password: null })).rejects.toMatchObject(none);
  });
});
