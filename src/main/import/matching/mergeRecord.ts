import { articleFields, type HeadedFieldName } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { headedFields, type OwnedFields } from '../../formats/tables/ownedFields.ts';

/** How the file of a record sets the fields of a draft. */
export interface Merging {
  format: ImportFormat;
  /** The fields for which a table has columns. */
  owned?: OwnedFields | undefined;
  /** True if empty cells clear what the draft has. */
  clears: boolean;
  /** False if the record's only address is the one that its DOI resolves to. */
  hasLink?: boolean | undefined;
}

/**
 * The record of a draft after an import. JSON is the complete record. Other formats lack fields, such as keywords in
 * Crossref deposits, which the draft keeps; the empty cells of a table keep or clear what the draft has.
 */
export function mergeRecord(before: DraftRecord, read: DraftRecord, merging: Merging): DraftRecord {
  const { format, owned = [], clears, hasLink = true } = merging;
  if (format === 'json' || format === 'jsonl' || (owned === 'all' && clears)) return read;
  const [old, bibjson] = [asObject(before.bibjson), asObject(read.bibjson)];
  const cleared: readonly HeadedFieldName[] = clears ? (owned === 'all' ? headedFields : owned) : [];
  const sides = { old, bibjson, cleared };
  const merged: JsonObject = { ...old, ...bibjson };
  clearMembers(merged, bibjson, membersCleared(cleared, 'bibjson'));
  // The month of another year is no month of this one.
  if (bibjson.year !== undefined && bibjson.month === undefined && !isSame(bibjson.year, old.year))
    delete merged.month;
  if (!hasLink && !cleared.includes('address') && asList(old.link).length > 0) merged.link = old.link!;
  if (bibjson.author !== undefined) merged.author = authors(sides);
  setOrRemove(merged, 'identifier', identifiers(sides));
  setOrRemove(merged, 'journal', journal(sides));
  const record: DraftRecord = { ...before, ...read, bibjson: merged };
  if (isObject(before.admin ?? {})) setOrRemove(record, 'admin', admin(before.admin, read.admin, cleared));
  return record;
}

interface Sides {
  old: JsonObject;
  bibjson: JsonObject;
  /** The fields that an empty value clears. */
  cleared: readonly HeadedFieldName[];
}

function journal({ old, bibjson, cleared }: Sides): JsonObject {
  const [before, read] = [asObject(old.journal), asObject(bibjson.journal)];
  const merged: JsonObject = { ...before, ...read };
  clearMembers(merged, read, membersCleared(cleared, 'bibjson.journal'));
  const { start_page: start, end_page: end } = read;
  // The last page of other pages is no page of this article.
  if (start !== undefined && end === undefined && !isSame(start, before.start_page)) delete merged.end_page;
  return merged;
}

/** The members of an object that empty cells clear; a list belongs to its required member. */
function membersCleared(cleared: readonly HeadedFieldName[], holder: string): string[] {
  return cleared.flatMap((name) => {
    const { path, kind, ...field } = articleFields[name];
    if (kind === 'identifier') return [];
    const at = 'isRequired' in field && holder === 'bibjson' ? path.split('[]')[0]! : path;
    return at.startsWith(`${holder}.`) && !at.slice(holder.length + 1).includes('.')
      ? [at.slice(holder.length + 1)]
      : [];
  });
}

function clearMembers(merged: JsonObject, read: JsonObject, names: readonly string[]): void {
  for (const name of names) if (read[name] === undefined) delete merged[name];
}

const otherIssn = new Map([
  ['pissn', 'eissn'],
  ['eissn', 'pissn'],
]);

/** Whether the draft has an ISSN as one of the other kind, which the file lacks: many files do not state the kinds. */
function isKnownIssn(entry: Json, { old, bibjson, cleared }: Sides): boolean {
  const kind = kindOf(entry);
  const other = otherIssn.get(kind);
  if (other === undefined || cleared.some((field) => field === kind || field === other)) return false;
  const ofOther = (list: Json | undefined) => asList(list).filter((one) => kindOf(one) === other);
  const isSameIssn = (one: Json) => isSame(asObject(one).id ?? '', asObject(entry).id);
  return ofOther(bibjson.identifier).length === 0 && ofOther(old.identifier).some(isSameIssn);
}

function kindOf(identifier: Json): string {
  return String(asObject(identifier).type ?? '').toLowerCase();
}

/** Replaces, in place, identifiers of the kinds that the file gives or clears. */
function identifiers(sides: Sides): Json[] {
  const { old, bibjson, cleared } = sides;
  const given = asList(bibjson.identifier).filter((entry) => !isKnownIssn(entry, sides));
  const isReplaced = (entry: Json) =>
    cleared.some((field) => field === kindOf(entry)) || given.some((one) => kindOf(one) === kindOf(entry));
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

/** Authors keep what the file does not say, if they are in the draft under the same name. */
function authors({ old, bibjson, cleared }: Sides): Json[] {
  const known = asList(old.author).filter(isObject);
  return asList(bibjson.author).map((author) => {
    if (!isObject(author)) return author;
    const at = known.findIndex(({ name }) => name === author.name);
    if (at < 0) return author;
    const [before = {}] = known.splice(at, 1);
    const kept = { ...before };
    for (const name of membersCleared(cleared, 'bibjson.author[]')) if (name !== 'name') delete kept[name];
    return { ...kept, ...author };
  });
}

function admin(
  before: Json | undefined,
  read: Json | undefined,
  cleared: readonly HeadedFieldName[],
): JsonObject {
  const { publisher_record_id: id, ...kept } = asObject(before);
  const isKept = id !== undefined && !cleared.includes('recordId');
  return { ...kept, ...(isKept && { publisher_record_id: id }), ...asObject(read) };
}

/** Leaves no empty object where there was none. */
function setOrRemove(target: JsonObject, name: string, value: Json[] | JsonObject): void {
  if (Object.keys(value).length > 0) target[name] = value;
  else delete target[name];
}

function isSame(a: Json, b: Json | undefined): boolean {
  return b !== undefined && String(a).trim() === String(b).trim();
}
