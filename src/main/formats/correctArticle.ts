import { canonicalContentType } from '../../shared/article/contentTypes.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { asList, asObject, isEmpty, isObject, type Json, type JsonObject } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { jsonList, jsonText } from './json/jsonText.ts';
import { monthNumber } from './text/sourceDates.ts';
import { isDate, isWord } from './unused/shapes.ts';
import { jsonPart, type PartRules, type Shape } from './unused/sourcePart.ts';
import { namedParts } from './unused/unusedParts.ts';

type Corrections = Map<string, Message>;

/**
 * Article JSON without the mistakes of OJS' own export for the directory (reference/import-formats.md 4.2). Everything
 * else stays as it is; a note names what was corrected.
 */
export function correctArticle(record: DraftRecord): { record: DraftRecord; notes: Message[] } {
  const corrections: Corrections = new Map();
  const whole = isBareBibjson(record) ? { bibjson: record } : record;
  if (whole !== record) correct(corrections, 'wrapped');
  if (!isObject(whole.bibjson)) return { record, notes: [] };
  const bibjson = correctBibjson(whole.bibjson, corrections);
  if (corrections.size === 0) return { record, notes: [] };
  const notes = [msg('import.note.corrected', { parts: [...corrections.values()] })];
  const isFromOjs = corrections.has('affiliations') || corrections.has('pages') || corrections.has('month');
  if (isFromOjs && asList(bibjson.keywords).length === 6) notes.push(msg('import.note.keywordsCut'));
  const corrected = { ...whole, bibjson };
  const origin = { parts: [jsonPart('', record)], rules };
  return { record: corrected, notes: [...notes, ...namedParts({ origin, used: [corrected], notes }).notes] };
}

const rules: PartRules = {
  shapes: new Map<string, Shape>([
    ['month', isDate],
    ['type', isWord],
    ['content_type', isWord],
  ]),
};

function correct(corrections: Corrections, name: string): void {
  corrections.set(name, msg(`import.correction.${name}`));
}

/** Returns true for what should be the member `bibjson` of a record. */
function isBareBibjson(record: DraftRecord): boolean {
  if (record.bibjson !== undefined || typeof record.title !== 'string') return false;
  return (
    isObject(record.journal) || ['identifier', 'author', 'link'].some((name) => Array.isArray(record[name]))
  );
}

function correctBibjson(bibjson: JsonObject, corrections: Corrections): JsonObject {
  const corrected = correctPages(bibjson, corrections);
  const month = monthText(corrected.month);
  if (month !== null) {
    corrected.month = month;
    correct(corrections, 'month');
  }
  correctEntries(corrected, 'identifier', (entry) => correctIdentifier(entry, corrections));
  correctEntries(corrected, 'author', (entry) => correctAuthor(entry, corrections));
  correctEntries(corrected, 'link', (entry) => correctLink(entry, corrections));
  return corrected;
}

function correctEntries(bibjson: JsonObject, name: string, entry: (value: JsonObject) => JsonObject): void {
  const list = bibjson[name];
  if (Array.isArray(list)) bibjson[name] = list.map((one) => (isObject(one) ? entry(one) : one));
}

/** Pages outside `journal` go into it, unless it has its own. */
function correctPages(bibjson: JsonObject, corrections: Corrections): JsonObject {
  const { start_page, end_page, ...rest } = bibjson;
  const outside = { ...(!isEmpty(start_page) && { start_page }), ...(!isEmpty(end_page) && { end_page }) };
  const journal = rest.journal ?? {};
  const own = asObject(journal);
  // An end page outside may belong to the start page in it.
  const hasOwn = !isEmpty(own.start_page) && !(isEmpty(start_page) && isEmpty(own.end_page));
  if (Object.keys(outside).length === 0 || !isObject(journal) || hasOwn) return { ...bibjson };
  correct(corrections, 'pages');
  return { ...rest, journal: { ...journal, ...(outside as JsonObject) } };
}

/** The number of a month that is written as a name, or null. */
function monthText(month: Json | undefined): string | null {
  if (typeof month !== 'string' || !/\p{L}/u.test(month)) return null;
  const number = monthNumber(month);
  return number === null ? null : String(number);
}

function correctIdentifier(entry: JsonObject, corrections: Corrections): JsonObject {
  const { type } = entry;
  const known = typeof type === 'string' ? type.trim().toLowerCase() : '';
  if (known === type || (known !== 'doi' && known !== 'pissn' && known !== 'eissn')) return entry;
  correct(corrections, 'identifierType');
  return { ...entry, type: known };
}

/** `affiliations` is one text in OJS, and elsewhere may be a list of texts or of objects with names. */
function correctAuthor(author: JsonObject, corrections: Corrections): JsonObject {
  const corrected = { ...author };
  const [affiliation = ''] = jsonList(author.affiliations)
    .map((one) => jsonText(asObject(one).name) || jsonText(one))
    .filter((one) => one !== '');
  if (affiliation !== '' && isEmpty(author.affiliation)) {
    delete corrected.affiliations;
    corrected.affiliation = affiliation;
    correct(corrections, 'affiliations');
  }
  return corrected;
}

function correctLink(link: JsonObject, corrections: Corrections): JsonObject {
  const { content_type } = link;
  const type = typeof content_type === 'string' ? canonicalContentType(content_type) : null;
  if (type === null || type === content_type) return link;
  correct(corrections, 'contentType');
  return { ...link, content_type: type };
}
