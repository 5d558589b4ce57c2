import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { ImportFormat } from '../../shared/draft/importing.ts';
import { asList, asObject, isObject, type Json, type JsonObject } from '../../shared/json.ts';
import type { OwnableField, OwnedFields } from '../formats/tables/ownedFields.ts';

/**
 * The record of a draft after an import. JSON is the complete record. Other formats lack fields, such as keywords in
 * Crossref deposits, which the draft keeps; but a table sets the fields for which it has columns, so an empty cell
 * clears them.
 */
export function mergeRecord(
  before: DraftRecord,
  read: DraftRecord,
  { format, owned = [] }: { format: ImportFormat; owned?: OwnedFields | undefined },
): DraftRecord {
  if (format === 'json' || format === 'jsonl' || owned === 'all') return read;
  const [old, bibjson] = [asObject(before.bibjson), asObject(read.bibjson)];
  const journal = { ...asObject(old.journal), ...asObject(bibjson.journal) };
  const merged: JsonObject = { ...old, ...bibjson };
  if (Object.keys(journal).length > 0) merged.journal = journal;
  const record: DraftRecord = { ...before, ...read, bibjson: merged };
  if (owned.length === 0) return record;
  record.bibjson = withOwned(merged, { old, bibjson, owned });
  if (!owned.includes('publisher_record_id')) return record;
  const { admin: _, ...others } = record;
  return { ...others, ...adminOf(before.admin, read.admin) };
}

interface Sides {
  old: JsonObject;
  bibjson: JsonObject;
  owned: readonly OwnableField[];
}

function withOwned(spread: JsonObject, sides: Sides): JsonObject {
  const { old, bibjson, owned } = sides;
  const has = (field: OwnableField) => owned.includes(field);
  const merged: JsonObject = { ...spread };
  for (const name of ['title', 'abstract', 'keywords', 'year', 'month', 'author', 'link'] as const)
    if (has(name) && bibjson[name] === undefined) delete merged[name];
  // Without a column, the only link is the address that the DOI resolves to.
  if (!has('link') && asList(old.link).length > 0) merged.link = old.link!;
  if (bibjson.author !== undefined) merged.author = authors(sides);
  const identifier = identifiers(sides);
  if (identifier.length > 0) merged.identifier = identifier;
  else delete merged.identifier;
  const journal: JsonObject = { ...asObject(merged.journal) };
  for (const name of ['title', 'volume', 'number', 'start_page', 'end_page'] as const)
    if (has(`journal.${name}`) && asObject(bibjson.journal)[name] === undefined) delete journal[name];
  if (Object.keys(journal).length > 0) merged.journal = journal;
  else delete merged.journal;
  return merged;
}

/** Replaces, in place, identifiers of the kinds that the table sets or names. */
function identifiers({ old, bibjson, owned }: Sides): Json[] {
  const given = asList(bibjson.identifier);
  const kindOf = (entry: Json) => String(asObject(entry).type ?? '').toLowerCase();
  const isReplaced = (entry: Json) =>
    owned.some((field) => field === kindOf(entry)) || given.some((one) => kindOf(one) === kindOf(entry));
  const left = new Set(given);
  const kept = asList(old.identifier).flatMap((entry): Json[] => {
    if (!isReplaced(entry)) return [entry];
    const replacement = [...left].find((one) => kindOf(one) === kindOf(entry));
    if (replacement === undefined) return [];
    left.delete(replacement);
    return [replacement];
  });
  return [...kept, ...left];
}

/** Authors keep what the table has no column for, if they are in the draft under the same name. */
function authors({ old, bibjson, owned }: Sides): Json[] {
  const known = asList(old.author).filter(isObject);
  return asList(bibjson.author).map((author) => {
    if (!isObject(author)) return author;
    const at = known.findIndex(({ name }) => name === author.name);
    if (at < 0) return author;
    const [before = {}] = known.splice(at, 1);
    const kept = { ...before };
    for (const name of ['affiliation', 'orcid_id'] as const)
      if (owned.includes(`author.${name}`)) delete kept[name];
    return { ...kept, ...author };
  });
}

/** `admin` without the publisher's id if the table has a column for it that is empty. */
function adminOf(before: Json | undefined, read: Json | undefined): { admin?: Json } {
  const { publisher_record_id: _, ...kept } = asObject(before);
  const admin: JsonObject = { ...kept, ...asObject(read) };
  return Object.keys(admin).length > 0 ? { admin } : {};
}
