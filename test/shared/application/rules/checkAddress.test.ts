import { expect, it } from 'vitest';
import { check, findingsWith, fullApplication, withValues } from './sample.ts';

it.each([
  [' https://sea.example ', ['written-otherwise ref.aims_scope']],
  [['https://sea.example'], ['written-otherwise ref.aims_scope']],
  [{}, ['address-missing ref.aims_scope']],
  [[null], ['address-missing ref.aims_scope']],
  [[5], ['address-not-text ref.aims_scope']],
])('the address %j: %j', (address, findings) => {
  expect(findingsWith({ 'ref.aims_scope': address })).toEqual(findings);
});

it.each([
  ['sea.example/about', 'https://sea.example/about'],
  ['nonsense', undefined],
  ['https://localhost', undefined],
  ['https://example.рф', undefined],
])('the refused address %s can be replaced by %s', (address, replacement) => {
  const record = withValues(fullApplication, { 'bibjson.ref.aims_scope': address });
  const path = 'bibjson.ref.aims_scope';
  const changes = replacement && [{ path, value: replacement }];
  expect(check(record).map(({ code, fix }) => [code, fix?.changes])).toEqual([['address-form', changes]]);
});
