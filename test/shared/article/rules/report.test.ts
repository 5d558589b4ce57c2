import { expect, test } from 'vitest';
import { maxFindings, Report } from '../../../../src/shared/article/rules/report.ts';
import { textOf } from '../../../helpers/textOf.ts';

/** The findings of a report about these places, each about one keyword too many. */
function found(paths: readonly string[]) {
  const report = new Report();
  for (const path of paths) report.add('keyword-twice', path, { keyword: 'soil' });
  return report.findings();
}

const inList = (list: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${list}[${index}].id`);

test('fifty findings of a rule in a field are kept, and the last one says how many more there are', () => {
  const exactly = found(inList('a.b', maxFindings));
  expect(exactly).toHaveLength(50);
  expect(exactly.at(-1)).not.toHaveProperty('more');
  const [first, ...others] = found(inList('a.b', 53));
  expect(others).toHaveLength(49);
  expect(textOf(first?.message)).toBe('The keyword “soil” is listed twice.');
  expect(others.at(-1)).toMatchObject({
    path: 'a.b[49].id',
    code: 'keyword-twice',
    severity: 'warning',
    more: 3,
  });
  expect(textOf(others.at(-1)?.message)).toBe('The keyword “soil” is listed twice. And 3 more like this.');
  expect(others.at(-2)).not.toHaveProperty('more');
});

test('findings are counted for each rule and each field alone', () => {
  expect(found([...inList('a.b', 40), ...inList('a.c', 40), ...inList('', 40)])).toHaveLength(120);
  expect(found([...inList('', 60)])).toHaveLength(50);
  const report = new Report();
  for (const path of inList('a.b', 40)) {
    report.add('keyword-twice', path);
    report.add('keyword-empty', path);
  }
  expect(report.findings()).toHaveLength(80);
});

test('all members of one object count as one field, and so do those of the record itself', () => {
  const members = (object: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${object}member${index}`);
  expect(found(members('a.', 60))).toHaveLength(50);
  expect(found(members('', 60))).toHaveLength(50);
  expect(found([...members('a.b.', 40), ...members('a.c.', 40), ...members('', 40)])).toHaveLength(120);
});

test('texts in a message have at most two thousand characters', () => {
  const report = new Report();
  const words = (length: number) => 'x'.repeat(length);
  report.add('author-twice', 'a', { place: 7, name: words(2_001) });
  report.add('author-twice', 'a', { place: 7, name: words(2_000) });
  expect(report.findings().map(({ message }) => message.params)).toEqual([
    { place: 7, name: `${words(2_000)}…` },
    { place: 7, name: words(2_000) },
  ]);
});

test('a rule that says nothing of the value has no parameters', () => {
  const report = new Report();
  report.add('title-empty', 'a');
  expect(report.findings()[0]?.message).toEqual({ key: 'finding.title-empty.message' });
  expect(report.findings()[0]).not.toHaveProperty('fix');
});
