import { expect, test } from 'vitest';
import { findRegex } from '../../src/main/edits/findRegex.ts';
import { AppError } from '../../src/shared/errors.ts';

const find = (source: string, text: string) =>
  [...findRegex(source, { isCaseSensitive: false, groups: 0 })(text)].map(({ start, end }) => [start, end]);

test('matches are found from left to right, including empty ones', () => {
  expect(find('b+', 'abBab')).toEqual([
    [1, 3],
    [4, 5],
  ]);
  expect(find('x*', 'ax')).toEqual([
    [0, 0],
    [1, 2],
    [2, 2],
  ]);
});

test.each(['(a+)+$', '(a|aa)+$', '(.*a){25}$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
  'an expression that makes others hang ends: %s',
  (source) => {
    expect(find(source, `${'a'.repeat(50_000)}!`)).toEqual([]);
  },
);

test.each(['(', 'a{2000}', '\\1', '[z-a]'])('a mistake is reported: %s', (source) => {
  expect(() => findRegex(source, { isCaseSensitive: true, groups: 0 })).toThrow(AppError);
});

test('a replacement with a group that does not exist is reported', () => {
  expect(() => findRegex('(a)', { isCaseSensitive: true, groups: 2 })).toThrow('edits.noGroup');
});
