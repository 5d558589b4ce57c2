import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import { dateOrderOf } from '../../../shared/tables/dateOrder.ts';
import type { DateKind, SourceDate } from '../sourceArticle.ts';
import { dayBeforeMonth, maxDateLength, monthNumber, readDate, writtenDate } from '../text/sourceDates.ts';
import type { ColumnPlan } from './columnPlan.ts';

/** The texts of a row's columns by their field. */
export interface Cells {
  all: (target: ColumnTarget) => string[];
  first: (target: ColumnTarget) => string;
  /** The places of the columns of a field. */
  places: (target: ColumnTarget) => readonly number[];
  at: (place: number) => string;
}

/** The dates of a row; those of other calendars as they stand there. */
export function rowDates({ mapping, columns }: ColumnPlan, cells: Cells): SourceDate[] {
  const kinds: [ColumnTarget, DateKind][] = [
    ['date', 'online'],
    ['printDate', 'print'],
    ['issueDate', 'issue'],
  ];
  const found = kinds.flatMap(([target, kind]) =>
    cells.places(target).flatMap((place): SourceDate[] => {
      const column = columns[place];
      if (!column) return [];
      const order = dateOrderOf(column, mapping);
      const text = cells.at(place);
      const dates = writtenDate(kind, order === 'month' ? dayBeforeMonth(text) : text);
      // Only a user's choice, or the other dates of the column, can say which number is the day.
      return order === null ? dates : dates.map(({ kind, year, month }) => ({ kind, year, month }));
    }),
  );
  const year = cells.first('year');
  if (year === '') return found;
  return [
    ...found,
    { kind: found.length > 0 ? 'collection' : 'online', year, month: monthIn(cells.first('month')) },
  ];
}

/** A column of months may have dates, such as those that a spreadsheet shows as "May 2024", or days, as in "MAY 17". */
function monthIn(text: string): string {
  if (monthNumber(text) !== null) return text;
  const short = text.slice(0, maxDateLength);
  return readDate(short)?.month || readDate(`${short} 2000`)?.month || text;
}
