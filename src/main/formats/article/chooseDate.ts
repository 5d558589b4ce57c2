import { type Message, msg } from '../../../shared/message.ts';
import { asciiDigits } from '../../../shared/text/pythonNumbers.ts';
import { dateKinds, type SourceArticle, type SourceDate } from '../sourceArticle.ts';
import { calendarDate, calendarNote } from '../text/calendars.ts';
import { languageCode } from '../text/languages.ts';
import { oneLine } from '../text/plainText.ts';
import { gregorianYear, monthInLanguage, monthNumber } from '../text/sourceDates.ts';
import type { Choices } from './choices.ts';

/** Year and month of the preferred kind of date that has a year; notes name the others. */
export function chooseDate(
  source: SourceArticle,
  choices: Choices,
  notes: Message[],
): { year: string; month: string } {
  const dates = gregorianDates(source, notes);
  const kinds = choices.date === 'print' ? ['print', ...dateKinds] : dateKinds;
  const dated = dates.map((date) => ({ ...date, year: yearOf(date) })).filter(({ year }) => year !== '');
  const undated = dates.filter((date) => yearOf(date) === '').map(({ year }) => oneLine(year));
  for (const text of new Set(undated.filter(Boolean))) {
    const [other] = otherYear.exec(asciiDigits(text)) ?? [];
    notes.push(
      other === undefined
        ? msg('import.note.noDate', { text })
        : msg('import.note.implausibleYear', { text: other }),
    );
  }
  const chosen = kinds.flatMap((kind) => dated.find((date) => date.kind === kind) ?? [])[0];
  if (!chosen) return { year: '', month: '' };
  const others = new Set(dated.map(({ year }) => year).filter((year) => year !== chosen.year));
  if (others.size > 0) notes.push(msg('import.note.otherYears', { year: chosen.year, others: [...others] }));
  const language = languageCode(source.language);
  const monthOf = (text: string) => monthNumber(text) ?? monthInLanguage(text, language);
  const month = monthOf(chosen.month);
  // Of dates beside the chosen one, a month that is none would be lost without a word: `DA  - 2020-13-45`.
  const beside = dates.filter(({ kind, year }) => kind === chosen.kind && yearOf({ year }) === chosen.year);
  const wrong = new Set(
    [chosen, ...beside]
      .map((date) => oneLine(date.month))
      .filter((text) => text !== '' && monthOf(text) === null),
  );
  for (const text of wrong) notes.push(monthDropped(text, chosen.year));
  if (month !== null && chosen.unclear !== undefined)
    notes.push(msg('import.note.dayFirst', { text: chosen.unclear }));
  return { year: chosen.year, month: month === null ? '' : String(month) };
}

/** Characters of a record that tell the script of its dates. */
const maxContext = 2_000;

/** The dates with those of other calendars converted; a note names what they were, or why they are left out. */
function gregorianDates({ dates, titles, authors, journal }: SourceArticle, notes: Message[]): SourceDate[] {
  return dates.flatMap((date) => {
    if (date.year.trim() === '' || yearOf(date) !== '') return [date];
    const context = () =>
      [journal, ...titles.map(({ text }) => text), ...authors.map(({ name }) => JSON.stringify(name))]
        .join(' ')
        .slice(0, maxContext);
    const other = calendarDate(date.year, date.month, context);
    if (other === null || (other.calendar === 'unknown' && other.year === '')) return [date];
    const text = oneLine([date.month, date.year].filter(Boolean).join(' '));
    notes.push(calendarNote(other, text));
    return other.year === '' ? [] : [{ kind: date.kind, year: other.year, month: other.month }];
  });
}

/** `2019/2020` is no month. */
function monthDropped(text: string, year: string): Message {
  return /^\d{4}\s?(?:[/\u2013]\s?\d{2}|[-/\u2013]\s?\d{4})$/.test(text)
    ? msg('import.note.otherYears', { year, others: [text] })
    : msg('import.note.monthDropped', { month: text });
}

function yearOf({ year }: Pick<SourceDate, 'year'>): string {
  return gregorianYear(year);
}

/** Years of the Solar Hijri (1402) and Buddhist (2567) calendars, which no Gregorian date has. */
const otherYear = /(?<!\d)(?:1[34]|2[1-9])\d{2}(?!\d)/;
