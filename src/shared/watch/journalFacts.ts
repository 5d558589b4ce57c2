import type { ValueDifference } from '../application/applicationDraft.ts';
import { readInstant } from '../instant.ts';
import { asList, asObject, type Json, type JsonObject } from '../json.ts';
import { sameJson } from '../sameJson.ts';

/** The members of a journal record that are watched, by their paths; all of them are set by the directory's staff or follow from what they accept. */
const watched = [
  'bibjson.title',
  'bibjson.alternative_title',
  'bibjson.pissn',
  'bibjson.eissn',
  'bibjson.publisher',
  'bibjson.language',
  'bibjson.subject',
  'bibjson.oa_start',
  'bibjson.discontinued_date',
  'bibjson.replaces',
  'bibjson.is_replaced_by',
  'bibjson.labels',
  'admin.ticked',
  'admin.last_full_review',
] as const;

/** A change of this alone is no news: it is computed at each save (reference/directory-changes.md 3). */
const notNews: ReadonlySet<string> = new Set(['admin.ticked']);

/** What is remembered of a journal's record: a value for each watched path, and its dates. */
export interface JournalFacts {
  values: JsonObject;
  /** When it last changed at the directory, and was last edited or reviewed there; empty: not known, or never. */
  updatedAt: string;
  editedAt: string;
  reviewedAt: string;
}

/** Characters of JSON of one value that are remembered. */
const longest = 5_000;

/** Reads them from a search hit or a record that was fetched. Unknown members are ignored. */
export function journalFacts(record: unknown): JournalFacts {
  const values: JsonObject = {};
  for (const path of watched) {
    const value = valueAt(record, path);
    if (value !== null && JSON.stringify(value).length <= longest) values[path] = value;
  }
  const admin = asObject(asObject(record).admin);
  return {
    values,
    updatedAt: readInstant(asObject(record).last_updated) ?? '',
    editedAt: notNever(readInstant(asObject(record).last_manual_update) ?? ''),
    reviewedAt: readInstant(admin.last_full_review) ?? '',
  };
}

/** What differs between two states of a journal, without what is no news. */
export function journalDifferences(before: JournalFacts, after: JournalFacts): ValueDifference[] {
  return watched
    .filter((path) => !notNews.has(path))
    .map((path) => ({ path, before: before.values[path] ?? null, after: after.values[path] ?? null }))
    .filter((one) => !sameJson(one.before, one.after));
}

function valueAt(record: unknown, path: string): Json {
  const [first, second] = path.split('.') as [string, string];
  const holder = asObject(asObject(record)[first]);
  if (second === 'pissn' || second === 'eissn') return flatIssn(holder, second);
  if (second === 'subject')
    return asList(holder.subject).map((entry) => {
      const { code, term } = asObject(entry);
      return `${String(term ?? '')} (${String(code ?? '')})`;
    });
  return (holder[second] ?? null) as Json;
}

/** ISSNs are flat in some answers, and identifiers in others. */
function flatIssn(bibjson: Record<string, unknown>, type: string): string | null {
  const flat = bibjson[type];
  if (typeof flat === 'string' && flat !== '') return flat;
  const found = asList(bibjson.identifier).find((entry) => asObject(entry).type === type);
  const id = asObject(found).id;
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The directory writes the year 1970 for `never`. */
function notNever(at: string): string {
  return at.startsWith('1970') ? '' : at;
}
