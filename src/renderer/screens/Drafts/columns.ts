import type { DraftSort } from '../../../shared/draft.ts';

export type ColumnName = 'title' | 'authors' | 'journal' | 'year' | 'readiness' | 'sync' | 'updated';

export interface GridLayout {
  columns: readonly ColumnName[];
  /** For `grid-template-columns`; the first track is the check box. */
  template: string;
  /** Title above, badges and the rest below it, no header. */
  isStacked: boolean;
}

const tracks: Readonly<Record<ColumnName, string>> = {
  title: 'minmax(0, 3fr)',
  authors: 'minmax(0, 2fr)',
  journal: 'minmax(0, 2fr)',
  year: '52px',
  readiness: '112px',
  sync: '168px',
  updated: '88px',
};

const layouts: readonly { from: number; columns: readonly ColumnName[] }[] = [
  { from: 1000, columns: ['title', 'authors', 'journal', 'year', 'readiness', 'sync', 'updated'] },
  { from: 840, columns: ['title', 'journal', 'year', 'readiness', 'sync', 'updated'] },
  { from: 680, columns: ['title', 'journal', 'year', 'readiness', 'sync'] },
  { from: 480, columns: ['title', 'year', 'readiness', 'sync'] },
];

/** The columns that have room in `width` CSS pixels; below 480 a row has two lines instead. */
export function layoutFor(width: number): GridLayout {
  const found = layouts.find(({ from }) => width >= from);
  const columns = found?.columns ?? ['title', 'readiness', 'sync'];
  const template = found ? ['36px', ...columns.map((name) => tracks[name])].join(' ') : '36px minmax(0, 1fr)';
  return { columns, template, isStacked: !found };
}

/** What a column sorts by; the authors cannot be sorted. */
export const sortOf: Readonly<Record<ColumnName, DraftSort['by'] | null>> = {
  title: 'title',
  authors: null,
  journal: 'journal',
  year: 'year',
  readiness: 'readiness',
  sync: 'sync',
  updated: 'updated',
};

/** Height of a row in CSS pixels; never below the 24 that a target needs. */
export function rowHeightFor(layout: GridLayout, density: 'compact' | 'comfortable'): number {
  if (layout.isStacked) return density === 'compact' ? 58 : 68;
  return density === 'compact' ? 32 : 40;
}
