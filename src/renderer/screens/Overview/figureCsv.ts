import { csvText } from '../../../shared/text/csvText.ts';
import type { Figure } from './figures.ts';

/** The numbers of a figure as CSV, the same in every language; shares without their percent sign, unknown ones empty. */
export function figureCsv({ rowHead, series, rows }: Figure): string {
  return csvText(
    [rowHead, ...series.map(({ name }) => name)],
    rows.map(({ label, cells }) => [
      label,
      ...cells.map(({ value }) => (value === null ? '' : String(value))),
    ]),
  );
}
