import { expect, test } from 'vitest';
import { checkBase } from '../../src/main/remote/baseAddress.ts';
import { dialectOf, withDialect } from '../../src/shared/directory/dialects.ts';
import { saying } from '../helpers/saying.ts';

test.each([
  ['https://doaj.org/api/v4/', 'https://doaj.org/api/v4/'],
  ['https://doaj.org/api/v4', 'https://doaj.org/api/v4/'],
  ['https://Directory.example.org/some/api/v3/', 'https://directory.example.org/some/api/v3/'],
  ['http://127.0.0.1:8080/directory/api/v3/', 'http://127.0.0.1:8080/directory/api/v3/'],
  ['http://localhost/api/v4/', 'http://localhost/api/v4/'],
  ['https://@DOAJ.org:0443/x/%2e%2e/api/v4?#', 'https://doaj.org/api/v4/'],
])('accepts %s', (given, kept) => {
  expect(checkBase(given)).toBe(kept);
});

test.each([
  ['doaj.org/api/v4/', 'This is not a web address.'],
  ['ftp://doaj.org/api/v4/', 'This is not a web address.'],
  ['http://doaj.org/api/v4/', 'The address must begin with https://.'],
  ['http://127.0.0.1.example.org/api/v4/', 'The address must begin with https://.'],
  ['https://user:word@doaj.org/api/v4/', 'This is more than an address.'],
  ['https://doaj.org/api/v4/?api_key=x', 'This is more than an address.'],
  ['https://doaj.org/', 'The address does not end in an API version.'],
  ['https://doaj.org/api/', 'The address does not end in an API version.'],
])('refuses %s with a message', (given, problem) => {
  expect(() => checkBase(given)).toThrow(expect.objectContaining({ problem: saying(problem) }));
});

test.each([
  ['https://doaj.org/api/v3/', '3.0.1'],
  ['https://doaj.org/api/v3', '3.0.1'],
  [' https://doaj.org/some/api/v4 ', '4.0'],
  ['https://doaj.org/api/v5/', null],
  ['https://doaj.org/v3/', null],
  ['https://doaj.org/api/v3/articles', null],
])('reads the version from %j: %s', (base, dialect) => {
  expect(dialectOf(base)).toBe(dialect);
});

test('changes the API version of an address', () => {
  expect(withDialect('https://doaj.org/some/api/v3/', '4.0')).toBe('https://doaj.org/some/api/v4/');
  expect(withDialect('https://doaj.org/api/v4', '3.0.1')).toBe('https://doaj.org/api/v3/');
  expect(withDialect('https://doaj.org/', '4.0')).toBe('https://doaj.org/');
});
