import { expect, test } from 'vitest';
import { withDistinctNames } from '../../src/main/import/distinctNames.ts';

test.each([
  [
    ['a.csv', 'b.csv'],
    ['a.csv', 'b.csv'],
  ],
  [
    ['a.csv', 'a.csv', 'a.csv'],
    ['a.csv', 'a (2).csv', 'a (3).csv'],
  ],
  [
    ['a.csv', 'a (2).csv', 'a.csv'],
    ['a.csv', 'a (2).csv', 'a (3).csv'],
  ],
  [
    ['a (2).csv', 'a.csv', 'a.csv', 'a (2).csv'],
    ['a (2).csv', 'a.csv', 'a (3).csv', 'a (2) (2).csv'],
  ],
  [
    ['list', 'list', '.csv', '.csv'],
    ['list', 'list (2)', '.csv', '.csv (2)'],
  ],
])('files named %j get the names %j', (names, expected) => {
  const files = withDistinctNames(names.map((name, size) => ({ name, size })));
  expect(files).toEqual(expected.map((name, size) => ({ name, size })));
});

test('a name stays within the limit of a file’s name', () => {
  const name = `${'x'.repeat(296)}.csv`;
  const [, second] = withDistinctNames([{ name }, { name }]);
  expect(second!.name).toMatch(/^x+ \(2\)\.csv$/);
  expect(second!.name.length).toBeLessThanOrEqual(300);
});
