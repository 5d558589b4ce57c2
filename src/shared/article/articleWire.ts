import type { DraftRecord } from '../draft/draft.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { stripText } from '../text/pythonText.ts';
import { articleTexts, authorMembers, linkMembers } from './articleFields.ts';

const inBibjson = articleTexts.filter(({ isInJournal }) => !isInJournal).map(({ member }) => member);
const inJournal = articleTexts.filter(({ isInJournal }) => isInJournal).map(({ member }) => member);

/** Everything that the directory stores, and nothing else (reference/directory-api.md 4.1), types unchanged. */
export function articleToWire(record: DraftRecord): DraftRecord {
  const wire: JsonObject = {};
  const recordId = isObject(record.admin) ? record.admin.publisher_record_id : undefined;
  if (isGiven(recordId)) wire.admin = { publisher_record_id: recordId };
  if (record.bibjson !== undefined) {
    wire.bibjson = isObject(record.bibjson) ? bibjsonToWire(record.bibjson) : record.bibjson;
  }
  return wire;
}

/** A 64-bit hexadecimal hash of a record's content, independent of the order of its members: equal content, equal hash. */
export function articleHash(wire: DraftRecord, canonicalJson = canonical(wire)): string {
  return hash(canonicalJson);
}

/**
 * JSON with the members of each object in alphabetical order, after those whose names are whole numbers; of the same
 * length as any other JSON of the value.
 */
export function canonical(value: Json): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const ordered: JsonObject = {};
  for (const name of Object.keys(value).sort()) {
    const inner = inOrder(value[name]!);
    if (name === '__proto__') Object.defineProperty(ordered, name, { value: inner, enumerable: true });
    else ordered[name] = inner;
  }
  return ordered;
}

function bibjsonToWire(bibjson: JsonObject): JsonObject {
  const wire: JsonObject = {};
  // The member is required even if it is empty.
  if (bibjson.title !== undefined) wire.title = bibjson.title;
  copyGiven(bibjson, wire, inBibjson);
  if (bibjson.identifier !== undefined) wire.identifier = identifiersToWire(bibjson.identifier);
  copyEntries(bibjson, wire, 'link', linkMembers, 'url');
  copyEntries(bibjson, wire, 'author', authorMembers, 'name');
  if (isObject(bibjson.journal)) {
    const journal: JsonObject = {};
    copyGiven(bibjson.journal, journal, inJournal);
    if (Object.keys(journal).length > 0) wire.journal = journal;
  } else if (isGiven(bibjson.journal)) wire.journal = bibjson.journal;
  const keywords = bibjson.keywords;
  if (Array.isArray(keywords)) {
    const kept = keywords.filter(isGiven);
    if (kept.length > 0) wire.keywords = kept;
  } else if (isGiven(keywords)) wire.keywords = keywords;
  return wire;
}

function identifiersToWire(value: Json): Json {
  if (!Array.isArray(value)) return value;
  return value.flatMap((entry): Json[] => {
    if (!isObject(entry)) return [entry];
    const type = entry.type;
    if (type === undefined || type === null) return [];
    if (typeof type === 'string') {
      const known = type.toLowerCase();
      if (known !== 'doi' && known !== 'pissn' && known !== 'eissn') return [];
      if (entry.id === null || entry.id === '') return [];
      return [entry.id === undefined ? { type: known } : { type: known, id: entry.id }];
    }
    return [entry.id === undefined ? { type } : { type, id: entry.id }];
  });
}

/** Copies the known members of each entry of a list; entries that the directory drops for an empty `key` are left out. */
function copyEntries(
  from: JsonObject,
  to: JsonObject,
  name: string,
  known: readonly string[],
  key: string,
): void {
  const entries = from[name];
  if (!Array.isArray(entries)) {
    if (isGiven(entries)) to[name] = entries;
    return;
  }
  const kept: Json[] = [];
  for (const entry of entries) {
    if (!isObject(entry)) kept.push(entry);
    else if (!isDropped(entry[key], key)) kept.push(pick(entry, known));
  }
  if (kept.length > 0) to[name] = kept;
}

/** The directory trims addresses, but not names, before it tests whether they are empty. */
function isDropped(value: Json | undefined, key: string): boolean {
  if (typeof value !== 'string') return value === null;
  return (key === 'url' ? stripText(value) : value) === '';
}

function pick(entry: JsonObject, known: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const name of known) {
    const value = entry[name];
    // An empty ORCID or link type is refused: they are sent as they are, so that the rules validate what the user sees.
    const isJudgedEmpty = value === '' && (name === 'orcid_id' || name === 'type');
    if (isGiven(value) || isJudgedEmpty || (value === null && name === 'type')) picked[name] = value as Json;
  }
  return picked;
}

function copyGiven(from: JsonObject, to: JsonObject, names: readonly string[]): void {
  for (const name of names) {
    const value = from[name];
    if (isGiven(value)) to[name] = value;
  }
}

function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && value !== '';
}

/** Two multiply-and-mix lanes of 32 bits each. */
function hash(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  const first = mix(a, b);
  const second = mix(b, first);
  return first.toString(16).padStart(8, '0') + second.toString(16).padStart(8, '0');
}

function mix(value: number, other: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  return (half ^ (half >>> 15)) >>> 0;
}
