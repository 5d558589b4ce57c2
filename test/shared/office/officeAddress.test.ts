import { describe, expect, test } from 'vitest';
import { parseOfficeAddress, writeOfficeAddress } from '../../../src/shared/office/officeAddress.ts';

const isHere = (host: string) => parseOfficeAddress(`postgres://anna@${host}/office`).isThisComputer;

describe('the address of an office', () => {
  test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '127.1', '[::1]', '[0:0:0:0:0:0:0:1]'])(
    '%s is this computer, where a connection may be unencrypted',
    (host) => expect(isHere(host)).toBe(true),
  );

  test.each([
    'db.example.org',
    '10.0.0.1',
    '[::2]',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '127.999.1.1',
    '127.0.0.1.1',
    'office.1',
  ])('%s is another computer', (host) => expect(isHere(host)).toBe(false));

  test.each(['', 'a b'])('"%s" is not a valid host', (host) => {
    expect(() => isHere(host)).toThrow(expect.objectContaining({ code: 'input' }));
  });

  test.each([
    'postgres://anna@db.example.org/office',
    'postgres://anna%40press@db.example.org:6543/office?sslrootcert=%2Fetc%2Fca.pem',
    'postgres://anna@[fe80::1]/office',
  ])('%s is stored as it was given', (text) => {
    expect(writeOfficeAddress(parseOfficeAddress(text))).toBe(text);
  });

  test('is stored without its password', () => {
    const address = parseOfficeAddress('postgresql://anna:s%20ecret@db.example.org/office');
    expect(address.password).toBe('s ecret');
    expect(writeOfficeAddress(address)).toBe('postgres://anna@db.example.org/office');
  });

  test.each([
    'db.example.org',
    'mysql://anna@db.example.org/office',
    'postgres://db.example.org/office',
    'postgres://anna@db.example.org',
    'postgres://anna@db.example.org/a/b',
    'postgres://anna@db.example.org/office?sslmode=require',
    'postgres://anna@db.example.org/office?port=1',
    'postgres://%ff@db.example.org/office',
  ])('%s is refused', (text) => {
    expect(() => parseOfficeAddress(text)).toThrow(expect.objectContaining({ code: 'input' }));
  });
});
