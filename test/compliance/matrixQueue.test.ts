import { describe, expect, test } from 'vitest';
import { createMatrixQueue } from '../../src/main/compliance/matrixQueue.ts';
import type { WaitingCell } from '../../src/main/store/compliance/matrixStore.ts';

/** `a3`: the third question about the funder a. */
const cellsOf = (names: readonly string[], message = ''): WaitingCell[] =>
  names.map((name, place) => ({
    id: place + (message === '' ? 0 : 1000),
    journal: Number(name.slice(1)),
    funder: 'abc'.indexOf(name[0]!),
    organisation: 0,
    checkId: null,
    message,
  }));
const about = (funder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${funder}${at + 1}`);
const nameOf = ({ funder, journal }: WaitingCell) => `${'abc'[funder]}${journal}`;

/** Asks all questions one after another; those about `failing` fail. */
function askAll(cells: readonly WaitingCell[], failing: string) {
  const queue = createMatrixQueue(cells);
  const asked: string[] = [];
  for (let cell = queue.next(); cell; cell = queue.next()) {
    asked.push(nameOf(cell));
    if (failing.includes(nameOf(cell)[0]!)) queue.failed(cell);
    else queue.answered();
  }
  return { asked, isAway: queue.isAway() };
}

describe('the questions of a matrix', () => {
  test('are asked again once, after all others', () => {
    const { asked, isAway } = askAll(cellsOf(['a1', 'b1', 'a2', 'b2']), 'a');
    expect(asked).toEqual(['a1', 'b1', 'a2', 'b2', 'a1', 'a2']);
    expect(isAway).toBe(false);
  });

  test('about a funder of whom eight fail come after those of others', () => {
    const { asked, isAway } = askAll(cellsOf([...about('a', 10), ...about('b', 2)]), 'a');
    expect(asked.slice(8)).toEqual(['b1', 'b2', 'a9', 'a10', ...about('a', 10)]);
    expect(isAway).toBe(false);
  });

  test.each([
    ['one funder', 'a', [...about('a', 9)], 8],
    ['two funders', 'ab', [...about('a', 9), ...about('b', 9), ...about('c', 9)], 9],
  ])('are not asked on when all those about %s fail in a row', (_what, failing, names, count) => {
    const { asked, isAway } = askAll(cellsOf(names), failing);
    expect(asked).toHaveLength(count);
    expect(isAway).toBe(true);
  });

  test('that failed before come last, and all of them are asked', () => {
    const before = cellsOf(about('a', 9), 'It failed.');
    const { asked, isAway } = askAll([...before, ...cellsOf(['b1'])], 'a');
    expect(asked).toEqual(['b1', ...about('a', 9)]);
    expect(isAway).toBe(false);
  });
});
