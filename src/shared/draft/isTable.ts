import type { ImportFormat } from './importing.ts';

/** Returns true for the formats whose records are rows of a table. */
export function isTable(format: ImportFormat): boolean {
  return format === 'csv' || format === 'tsv' || format === 'xlsx';
}
