import { type Message, msg } from '../../../shared/message.ts';
import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import { dateOrderOf } from '../../../shared/tables/dateOrder.ts';
import { asciiDigits } from '../../../shared/text/dates.ts';
import type { DateKind, SourceDate } from '../sourceArticle.ts';
import { type CalendarDate, calendarDate, calendarNote } from '../text/calendars.ts';
import { dayBeforeMonth, monthNumber, readDate, yearAndMonth } from '../text/sourceDates.ts';
import type { ColumnPlan } from './columnPlan.ts';

/** Longer than any date. */
const maxDateLength = 200;

/** The texts of a row's columns by their field. */
export interface Cells {
  all: (target: ColumnTarget) => string[];
  first: (target: ColumnTarget) => string;
  /** The places of the columns of a field. */
  places: (target: ColumnTarget) => readonly number[];
  at: (place: number) => string;
}

/** The dates of a row, in the Gregorian calendar. */
export function rowDates({ mapping, columns }: ColumnPlan, cells: Cells, notes: Message[]): SourceDate[] {
  const kinds: [ColumnTarget, DateKind][] = [
    ['date', 'online'],
    ['printDate', 'print'],
    ['issueDate', 'issue'],
  ];
  const context = () =>
    [...cells.all('title'), ...cells.all('journalTitle'), ...cells.all('authors')].join(' ');
  const found = kinds.flatMap(([target, kind]) =>
    cells.places(target).flatMap((place): SourceDate[] => {
      const text = cells.at(place).slice(0, maxDateLength);
      const column = columns[place];
      if (text === '' || !column) return [];
      const other = calendarDate(text, '', context);
      if (other) return dated(other, kind, text, notes);
      const order = dateOrderOf(column, mapping);
      const date = yearAndMonth(order === 'month' ? dayBeforeMonth(text) : text);
      if (date === null) {
        notes.push(msg('import.note.noDate', { text }));
        return [];
      }
      const isUnclear = order === null && date.unclear !== undefined;
      return [{ kind, year: date.year, month: date.month, ...(isUnclear && { unclear: text }) }];
    }),
  );
  const year = asciiDigits(cells.first('year'));
  if (year === '') return found;
  const kind = found.length > 0 ? 'collection' : 'online';
  const month = cells.first('month');
  const other = calendarDate(cells.first('year'), month, context);
  if (other)
    return [...found, ...dated(other, kind, [month, cells.first('year')].filter(Boolean).join(' '), notes)];
  return [...found, { kind, year, month: monthIn(month) }];
}

/** A column of months may have dates, such as those that a spreadsheet shows as "May 2024", or days, as in "MAY 17". */
function monthIn(text: string): string {
  if (monthNumber(text) !== null) return text;
  const short = text.slice(0, maxDateLength);
  return readDate(short)?.month || readDate(`${short} 2000`)?.month || text;
}

/** A date of another calendar, with a note. */
function dated(found: CalendarDate, kind: DateKind, text: string, notes: Message[]): SourceDate[] {
  notes.push(calendarNote(found, text));
  return found.year === '' ? [] : [{ kind, year: found.year, month: found.month }];
}
