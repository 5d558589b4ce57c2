import { expect, test } from 'vitest';
import { readPages } from '../../src/main/platform/readPages.ts';

test('reads on after a page from which rows are left out', async () => {
  const all = Array.from({ length: 1_200 }, (_, at) => at);
  const isReadable = (row: number) => row !== 3;
  const rows = await readPages(async ({ offset, limit }) => ({
    rows: all.slice(offset, offset + limit).filter(isReadable),
    total: all.length,
  }));
  expect(rows).toEqual(all.filter(isReadable));
});

test('ends where a list became shorter meanwhile', async () => {
  let total = 700;
  const rows = await readPages(async ({ offset }) => {
    const page = { rows: offset < total ? [offset] : [], total };
    total = 100;
    return page;
  });
  expect(rows).toEqual([0]);
});
