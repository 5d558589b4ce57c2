import type { SearchKind } from '../searching.ts';
import { knownField } from './fields.ts';
import type { Group } from './parse.ts';
import { unescaped } from './text.ts';
import { range, type Token } from './tokens.ts';

/** A value of the wrong type for its field. */
export interface BadValue {
  code: 'query-date-unreadable' | 'query-number-unreadable';
  token: Token;
  field: string;
  value: string;
}

const day = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z?)?)?)?$/;
const number = /^-?\d+(?:\.\d+)?$/;

/** The values of date and number fields that are neither: the search engine returns an error for them. */
export function badValues(group: Group, kind: SearchKind, around?: string): BadValue[] {
  return group.clauses.flatMap(({ field: own, value }) => {
    const field = own ? unescaped(own.text) : around;
    if (value.type === 'group') return badValues(value, kind, field);
    const type = field === undefined ? undefined : knownField(field, kind)?.type;
    if (type !== 'date' && type !== 'number') return [];
    const code = type === 'date' ? 'query-date-unreadable' : 'query-number-unreadable';
    return valuesOf(value)
      .filter((text) => !isReadable(text, type))
      .slice(0, 1)
      .map((text) => ({ code, token: value, field: field!, value: text }) as const);
  });
}

function isReadable(text: string, type: 'date' | 'number'): boolean {
  if (type === 'number') return number.test(text);
  return day.test(text) && isOnCalendar(text);
}

/** Returns true if month, day and time exist; a short date means its first moment. */
function isOnCalendar(text: string): boolean {
  const [, month = '01', dayOfMonth = '01'] = /^\d{4}(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text)!;
  const date = new Date(`${text.slice(0, 4)}-${month}-${dayOfMonth}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(dayOfMonth)) return false;
  const time = /T(\d{2}):(\d{2}):(\d{2})/.exec(text);
  return !time || (Number(time[1]) < 24 && Number(time[2]) < 60 && Number(time[3]) < 60);
}

/** The plain values of a clause: the word or phrase itself, or the ends of a range; none for a wildcard. */
function valuesOf(value: Token): string[] {
  if (value.type === 'phrase') return [unescaped(value.text.slice(1, -1))];
  if (value.type === 'range') {
    range.lastIndex = 0;
    const [, , from, to] = range.exec(value.text)!;
    return [from!, to!]
      .filter((end) => end !== '*')
      .map((end) => unescaped(end.replace(/^"([\s\S]*)"$/, '$1')));
  }
  if (/(?<!\\)[*?]/.test(value.text)) return [];
  return [unescaped(value.text.replace(/^[<>]=?/, ''))];
}
