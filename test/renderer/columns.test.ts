import { expect, test } from 'vitest';
import { layoutFor, rowHeightFor } from '../../src/renderer/screens/Drafts/columns.ts';

test('a wider list has more columns, and always title, readiness and sync state', () => {
  let before = 0;
  for (let width = 200; width <= 1600; width += 20) {
    const { columns } = layoutFor(width);
    expect(columns).toEqual(expect.arrayContaining(['title', 'readiness', 'sync']));
    if (width >= 480) {
      expect(columns.length).toBeGreaterThanOrEqual(before);
      before = columns.length;
    }
  }
  expect(before).toBe(7);
});

test('there is a track for the check box and for each column', () => {
  const { template, columns } = layoutFor(1200);
  expect(template.match(/minmax\([^)]*\)|\d+px/g)).toHaveLength(columns.length + 1);
});

test('a narrow list stacks, with rows high enough for two lines and for a finger', () => {
  expect(layoutFor(320).isStacked).toBe(true);
  expect(rowHeightFor(layoutFor(320), 'compact')).toBeGreaterThanOrEqual(48);
  expect(rowHeightFor(layoutFor(900), 'compact')).toBeGreaterThanOrEqual(24);
});
