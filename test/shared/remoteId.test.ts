import { expect, it } from 'vitest';
import { readRemoteId } from '../../src/shared/remoteId.ts';

it.each(['0a1b2c3d4e5f60718293a4b5c6d7e8f9', 'j1', 'a b', 'é', 'x'.repeat(100)])('%j is an id', (id) => {
  expect(readRemoteId(id)).toBe(id);
});

it.each([
  ...['', ' ', ' a', 'a\n', 'a\0b', 'a\u202eb', '\ud800', 'x'.repeat(101), 'x'.repeat(5_000_000)],
  ...[null, undefined, 5, true, {}, ['a']],
])('what is no id is refused', (value) => {
  expect(readRemoteId(value)).toBe(null);
});
