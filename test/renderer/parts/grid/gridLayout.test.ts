import { describe, expect, test } from 'vitest';
import {
  clampWidth,
  type GridColumn,
  layoutGrid,
  noChoice,
  orderColumns,
  rowHeightFor,
} from '../../../../src/renderer/parts/grid/gridLayout.ts';
import { draftColumns, trackIn } from '../../../../src/renderer/screens/Drafts/gridColumns.tsx';
import { isAssigned } from '../../../../src/shared/draft/facets.ts';
import type { ColumnChoice } from '../../../../src/shared/settings.ts';

/** Those of an account that no colleagues share. */
const columns: readonly GridColumn[] = draftColumns
  .filter(({ key }) => !isAssigned(key))
  .map((fact) => ({ ...fact, label: fact.key }));
const layoutFor = (width: number, choice: Partial<ColumnChoice> = {}) =>
  layoutGrid(columns, { ...noChoice, ...choice }, { width, hasBoxes: true });
const shown = (width: number, choice?: Partial<ColumnChoice>) =>
  layoutFor(width, choice).columns.map(({ key }) => key);

describe('default columns', () => {
  test('increase with the width, and always include title, readiness and sync state', () => {
    let before = 0;
    for (let width = 200; width <= 1600; width += 20) {
      const keys = shown(width);
      expect(keys).toEqual(expect.arrayContaining(['title', 'readiness', 'sync']));
      if (!layoutFor(width).isStacked) {
        expect(keys.length).toBeGreaterThanOrEqual(before);
        before = keys.length;
      }
    }
    expect(before).toBe(7);
  });

  test.each(['en', 'fr'] as const)('leave titles 160 pixels beside badges in %s', (language) => {
    const inLanguage = columns.map((column) => ({ ...column, track: trackIn(language, column) }));
    for (let width = 480; width <= 1600; width += 1) {
      const { template, isStacked } = layoutGrid(inLanguage, noChoice, { width, hasBoxes: true });
      if (isStacked) continue;
      const fixed = [...template.matchAll(/(?:^| )(\d+)px/g)].map(([, pixels]) => Number(pixels));
      const shares = [...template.matchAll(/(\d+)fr/g)].map(([, share]) => Number(share));
      const free = width - fixed.reduce((sum, pixels) => sum + pixels, 0);
      const title = (free * shares[0]!) / shares.reduce((sum, share) => sum + share, 0);
      expect(title, `at ${width} pixels`).toBeGreaterThanOrEqual(160);
    }
  });

  test('have a track each, plus one for the check box if there is one', () => {
    const tracks = (template: string) => template.match(/minmax\([^)]*\)|\d+px/g);
    expect(tracks(layoutFor(1200).template)).toHaveLength(8);
    expect(tracks(layoutGrid(columns, noChoice, { width: 1200, hasBoxes: false }).template)).toHaveLength(7);
  });

  test('stack in a narrow list, with rows high enough for two lines and for a finger', () => {
    expect(layoutFor(320).isStacked).toBe(true);
    expect(rowHeightFor(layoutFor(320), 'compact')).toBeGreaterThanOrEqual(48);
    expect(rowHeightFor(layoutFor(900), 'compact')).toBeGreaterThanOrEqual(24);
  });
});

describe('customised columns', () => {
  test('can be hidden, which makes room for others', () => {
    expect(shown(1200, { hidden: ['year', 'authors'] })).toEqual([
      'title',
      'journal',
      'readiness',
      'sync',
      'updated',
    ]);
    expect(shown(900)).not.toContain('authors');
    expect(shown(900, { hidden: ['sync'] })).toContain('authors');
  });

  test('always include the column that names the record', () => {
    expect(shown(1200, { hidden: columns.map(({ key }) => key) })).toEqual(['title']);
  });

  test('have the chosen order, with unnamed ones after it', () => {
    expect(shown(1200, { order: ['sync', 'title'] }).slice(0, 3)).toEqual(['sync', 'title', 'authors']);
    expect(orderColumns([{ key: 'a' }, { key: 'b' }], ['gone', 'b'])).toEqual([{ key: 'b' }, { key: 'a' }]);
  });

  test('shrink from their chosen width when there is too little room, down to a minimum', () => {
    expect(layoutFor(1200, { widths: { title: 300 } }).template).toContain('36px minmax(48px, 300px)');
    expect(clampWidth(3)).toBe(48);
    expect(clampWidth(99_999)).toBe(1200);
    expect(clampWidth(120.4)).toBe(120);
  });

  test('do not change a narrow list', () => {
    const choice = { order: ['sync', 'title'], hidden: ['readiness'], widths: { title: 900 } };
    expect(layoutFor(400, choice)).toEqual(layoutFor(400));
  });
});
