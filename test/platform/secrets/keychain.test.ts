import { expect, test } from 'vitest';
import { type Keytar, openKeychain, sessionKeychain } from '../../../src/main/platform/secrets/keychain.ts';
import { speak } from '../../../src/shared/i18n/i18n.ts';
import { literal } from '../../../src/shared/message.ts';
import { saying } from '../../helpers/saying.ts';
import { textOf } from '../../helpers/textOf.ts';

class FakeKeytar implements Keytar {
  readonly kept = new Map<string, string>();
  async getPassword(service: string, account: string) {
    return this.kept.get(`${service} ${account}`) ?? null;
  }
  async setPassword(service: string, account: string, password: string) {
    this.kept.set(`${service} ${account}`, password);
  }
  async deletePassword(service: string, account: string) {
    return this.kept.delete(`${service} ${account}`);
  }
}

test('stores, returns and removes the key of an account', async () => {
  const keytar = new FakeKeytar();
  const keychain = await openKeychain(async () => keytar);
  expect(keychain.state).toBe('system');
  await keychain.set('a', 'secret');
  expect([...keytar.kept]).toEqual([['Colophon a', 'secret']]);
  expect(await keychain.get('a')).toBe('secret');
  await keychain.remove('a');
  expect(await keychain.get('a')).toBeNull();
});

test('explains why there is no keychain: not installed, or no service', async () => {
  const missing = await openKeychain(() => Promise.reject(new Error('libsecret-1.so.0: cannot open')));
  expect(missing).toMatchObject({ state: 'unavailable', reason: saying(/not installed/) });
  const deaf = new FakeKeytar();
  deaf.getPassword = () => Promise.reject(new Error('Cannot autolaunch D-Bus'));
  const closed = await openKeychain(async () => deaf);
  expect(closed.state).toBe('unavailable');
  expect(textOf(closed.reason)).toContain('until Colophon closes');
});

test('the message about a missing keychain is in the current language', async () => {
  const missing = await openKeychain(() => Promise.reject(new Error('Cannot find module')));
  await speak('fr');
  const french = textOf(missing.reason);
  await speak('en');
  expect(french).toContain('trousseau');
  expect(textOf(missing.reason)).toContain('keychain');
});

test('a keychain that stores nothing is reported', async () => {
  const keychain = sessionKeychain(literal('none here'));
  await keychain.set('a', 'secret');
  expect(await keychain.get('a')).toBeNull();
  expect(keychain).toMatchObject({ state: 'unavailable', reason: literal('none here') });
});
