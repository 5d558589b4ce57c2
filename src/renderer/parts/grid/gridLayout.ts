import type { ColumnChoice } from '../../../shared/settings.ts';

export interface GridColumn {
  key: string;
  label: string;
  /** The width, as a track of a CSS grid. */
  track: string;
  /** The minimum width of the grid, in CSS pixels, for this column to be shown; 0: always shown. */
  from: number;
  isSortable?: boolean;
  /** false: omitted if rows have two lines. */
  isStacked?: boolean;
  /** Shown only if the user chooses it. */
  isOptional?: boolean;
}

export interface GridLayout {
  columns: readonly GridColumn[];
  /** For `grid-template-columns`; the track of the check box, if there is one, comes first. */
  template: string;
  /** Rows have two lines: the first column, and all others one after another; there are no headings. */
  isStacked: boolean;
}

/** Below this width in CSS pixels a row is always two lines. */
const stackedBelow = 480;
const boxTrack = '36px';
/** The minimum width of a flexible column, in CSS pixels. */
const flexibleNeeds = 80;
/** Least width of the first column, which names the record; where it has less, a row is two lines. */
const nameNeeds = 160;

/** The minimum and maximum width of a resized column, in CSS pixels. */
const columnWidths = { least: 48, most: 1200 };

/** No choice was made, so columns have their defaults. */
export const noChoice: ColumnChoice = { order: [], hidden: [], widths: {} };

/** The chosen columns that fit into `width` CSS pixels; the first of `columns` is always among them. */
export function layoutGrid(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  { width, hasBoxes }: { width: number; hasBoxes: boolean },
): GridLayout {
  const boxes = hasBoxes ? [boxTrack] : [];
  const others = columns.slice(1).filter((column) => column.from === 0 && isChosen(column, choice));
  const needs = sumOf([...boxes, ...others.map(({ track }) => track)]) + nameNeeds;
  if (width < Math.max(stackedBelow, needs)) {
    const shown = columns.filter(({ isStacked }) => isStacked !== false);
    return { columns: shown, template: [...boxes, 'minmax(0, 1fr)'].join(' '), isStacked: true };
  }
  const shown = shownColumns(columns, choice, width);
  const tracks = shown.map(({ key, track }) => trackOf(track, choice.widths[key]));
  return { columns: shown, template: [...boxes, ...tracks].join(' '), isStacked: false };
}

/** All columns in the chosen order; unknown ones come last. */
export function orderColumns<C extends { key: string }>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  const place = ({ key }: C) => (order.includes(key) ? order.indexOf(key) : order.length);
  return columns.toSorted((one, other) => place(one) - place(other));
}

/** Clamps a column's width to the permitted range, in whole CSS pixels. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(columnWidths.most, Math.max(columnWidths.least, width)));
}

/** Returns true if a column should be shown if there is room; always true for a list's first column. */
export function isChosen(column: GridColumn, { hidden, shown }: ColumnChoice): boolean {
  return column.isOptional ? (shown?.includes(column.key) ?? false) : !hidden.includes(column.key);
}

/** Height of a row in CSS pixels; never below the 24 that a target needs. */
export function rowHeightFor({ isStacked }: GridLayout, density: 'compact' | 'comfortable'): number {
  if (isStacked) return density === 'compact' ? 58 : 68;
  return density === 'compact' ? 32 : 40;
}

/** Columns that the user hides make room for others that did not fit. */
function shownColumns(
  columns: readonly GridColumn[],
  choice: ColumnChoice,
  width: number,
): readonly GridColumn[] {
  const isHidden = (column: GridColumn) => column !== columns[0] && !isChosen(column, choice);
  const freed = sumOf(
    columns
      .filter((column) => isHidden(column) && !column.isOptional && width >= column.from)
      .map(({ track }) => track),
  );
  return orderColumns(columns, choice.order).filter(
    (column) => !isHidden(column) && width + freed >= column.from,
  );
}

/** The least width of these tracks together, in CSS pixels. */
function sumOf(tracks: readonly string[]): number {
  return tracks.reduce((sum, track) => sum + Number(/(\d+)px/.exec(track)?.[1] ?? flexibleNeeds), 0);
}

/** A chosen width shrinks if there is not enough room for all columns. */
function trackOf(track: string, chosen: number | undefined): string {
  if (chosen !== undefined) return `minmax(${columnWidths.least}px, ${clampWidth(chosen)}px)`;
  return track.replace('minmax(0,', `minmax(${flexibleNeeds}px,`);
}
