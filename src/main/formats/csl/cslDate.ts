import { asObject } from '../../../shared/json.ts';
import { jsonList, jsonText } from '../json/jsonText.ts';
import type { DateKind, SourceDate } from '../sourceArticle.ts';
import { writtenDate } from '../text/sourceDates.ts';

const seasons = ['spring', 'summer', 'autumn', 'winter'];

/** A date of CSL-JSON or Crossref's REST API: parts, a text, or an object with either; none if it has no year. */
export function cslDate(value: unknown, kind: DateKind): SourceDate[] {
  if (typeof value === 'string' || typeof value === 'number') return writtenDate(kind, String(value));
  if (Array.isArray(value)) return partsDate(value, '', kind);
  const date = asObject(value);
  const season = jsonText(date.season);
  const parts = partsDate(jsonList(date['date-parts']), season, kind);
  if (parts.length > 0) return parts;
  const year = jsonText(date.year);
  if (year !== '') return [{ kind, year, month: jsonText(date.month) || seasonName(season) }];
  return writtenDate(kind, jsonText(date.raw) || jsonText(date.literal));
}

/** One date, or the beginning and end of a period; a period within one month has that month. */
function partsDate(list: unknown[], season: string, kind: DateKind): SourceDate[] {
  const [first, second] = Array.isArray(list[0]) ? list : [list];
  const [from, to] = [first, second].map((parts) => jsonList(parts).map(jsonText));
  const [year = '', month = ''] = from!;
  if (year === '') return [];
  // The whole date as one part.
  if (month === '' && /^\d{4}[-/]/.test(year)) return writtenDate(kind, year);
  const [lastYear = '', lastMonth = ''] = to!;
  const isPeriod = Number(lastYear) > 0 && (lastYear !== year || lastMonth !== month);
  if (isPeriod) return [{ kind, year, month: month === '' ? '' : `${month}-${lastMonth}` }];
  return [{ kind, year, month: month || seasonName(season) }];
}

function seasonName(season: string): string {
  return seasons[Number(season) - 1] ?? season;
}
