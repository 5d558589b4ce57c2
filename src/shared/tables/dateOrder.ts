import type { ColumnTarget } from './columnTargets.ts';
import type { ColumnMapping, TableMapping } from './tableMapping.ts';

/** Returns true for a field whose dates may have the day or the month first. */
export function isDateTarget(target: ColumnTarget): boolean {
  return target === 'date' || target === 'printDate' || target === 'issueDate';
}

/** Whether 03/04/2024 in a column is in April or in March; null: unknown, so it is read as April, with a note. */
export function dateOrderOf(column: ColumnMapping, mapping: TableMapping): TableMapping['dateOrder'] {
  return column.dateOrder ?? mapping.dateOrder;
}
