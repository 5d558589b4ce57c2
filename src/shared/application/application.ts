import { articleHash } from '../article/articleWire.ts';
import type { Dialect } from '../directory/account.ts';
import { dialects } from '../directory/dialects.ts';
import type { DraftRecord } from '../draft/draft.ts';
import { getAt, removeAt, setAt } from '../draft/fieldPath.ts';
import { isObject, type Json, type JsonObject, own } from '../json.ts';
import { acceptedFields, systemFields } from './acceptedFields.ts';

export interface ApplicationSummary {
  title: string;
  pissn: string;
  eissn: string;
  /** `admin.current_journal`; null: a new application. */
  journalId: string | null;
}

/** An empty application in the flat shape: every required member, without answers to the questions. */
export function blankApplication(dialect: Dialect): DraftRecord {
  const admin: JsonObject = wantsContact(dialect) ? { contact: { name: '', email: '' } } : {};
  return { admin, bibjson: withRequiredMembers({}) };
}

/**
 * An Update Request that describes the journal as it is, with every required member (reference/directory-api.md 6) and
 * no others. Values outside the current vocabularies stay, for the rules to report.
 */
export function applicationFromJournal(journal: unknown): DraftRecord {
  const flat = toFlat(journal);
  const id = typeof flat.id === 'string' ? flat.id : '';
  return { admin: { current_journal: id }, bibjson: withRequiredMembers(acceptedMembers(flat.bibjson)) };
}

/** A draft in the flat shape, made from an application as returned by the directory, that can be edited and sent again. */
export function applicationFromStored(record: unknown): DraftRecord {
  const flat = toFlat(record);
  const admin: JsonObject = {};
  const journal = getAt(flat, 'admin.current_journal');
  if (journal !== undefined && journal !== null) admin.current_journal = journal;
  const contact = getAt(flat, 'admin.contact');
  if (isObject(contact)) admin.contact = contact as Json;
  return { admin, bibjson: withRequiredMembers(acceptedMembers(flat.bibjson)) };
}

/** Flat ISSNs instead of `bibjson.identifier`; of two ISSNs for one slot, the one in the list counts. */
export function toFlat(record: unknown): DraftRecord {
  if (!isObject(record)) return {};
  const bibjson = own(record, 'bibjson');
  if (!isObject(bibjson) || !Array.isArray(own(bibjson, 'identifier'))) return record as DraftRecord;
  const { identifier, ...rest } = bibjson;
  const flat: Record<string, unknown> = rest;
  for (const slot of ['pissn', 'eissn']) {
    const listed = listedIssn(identifier as unknown[], slot);
    if (listed !== undefined && listed !== null && listed !== '') flat[slot] = listed;
  }
  return { ...record, bibjson: flat } as DraftRecord;
}

/**
 * Members that the directory reads, as the dialect has them, and every required one. Unknown members stay, since the
 * rules hold such a record back. List indexes stay, so paths are valid in both.
 */
export function applicationToWire(record: DraftRecord, dialect: Dialect): DraftRecord {
  const wire = asSent(record, dialect);
  const bibjson = wire.bibjson;
  if (dialects[dialect].journalIssns === 'flat' || !isObject(bibjson)) return wire;
  const { pissn, eissn, ...rest } = bibjson as JsonObject;
  const identifier = Object.entries({ pissn, eissn }).flatMap(([type, id]): Json[] =>
    id === undefined || id === null || id === '' ? [] : [{ type, id }],
  );
  return { ...wire, bibjson: { ...rest, identifier } };
}

/** Like `applicationToWire`, but with flat ISSNs in either dialect: the version of a draft that the rules validate. */
export function asSent(record: DraftRecord, dialect: Dialect): DraftRecord {
  let sent = toFlat(record);
  for (const path of [...droppedMembers, ...systemFields]) sent = removeAt(sent, path);
  if (!wantsContact(dialect)) sent = removeAt(sent, 'admin.contact');
  if (sent.admin === undefined || sent.admin === null) sent = { ...sent, admin: {} };
  const bibjson = sent.bibjson ?? {};
  return isObject(bibjson)
    ? { ...sent, bibjson: withRequiredMembers(withoutNulls(bibjson as JsonObject) as JsonObject) }
    : sent;
}

/** Returns true if the directory treats the record as an Update Request: it names a journal, even an empty one (reference/directory-api.md 5.1). */
export function isUpdateRequest(record: unknown): boolean {
  const journal = getAt(record, 'admin.current_journal');
  return journal !== undefined && journal !== null;
}

export function applicationSummary(record: DraftRecord): ApplicationSummary {
  const flat = toFlat(record);
  const journal = getAt(flat, 'admin.current_journal');
  return {
    title: text(getAt(flat, 'bibjson.title')),
    pissn: text(getAt(flat, 'bibjson.pissn')),
    eissn: text(getAt(flat, 'bibjson.eissn')),
    journalId: typeof journal === 'string' && journal !== '' ? journal : null,
  };
}

/** Hash of the record that would be sent (see `articleHash`). */
export function applicationHash(wire: DraftRecord): string {
  return articleHash(wire);
}

/**
 * Members around `bibjson` that the directory sets itself; it ignores sent values, or crashes on them
 * (reference/directory-api.md 2.4, 5.1).
 */
const droppedMembers = [
  'id',
  'created_date',
  'last_updated',
  'last_manual_update',
  'es_type',
  'admin.application_status',
  'admin.application_type',
  'admin.date_applied',
  'admin.owner',
  'admin.in_directory',
  'admin.upload_id',
  'bibjson.deposit_policy.is_registered',
];

/** Required members, even if they are empty. */
const requiredMembers: JsonObject = {
  title: '',
  pissn: '',
  eissn: '',
  keywords: [],
  language: [],
  license: [],
  publisher: { name: '' },
  article: {},
  copyright: { url: '' },
  editorial: { review_process: [], review_url: '' },
  plagiarism: { url: '' },
  ref: { journal: '' },
  apc: {},
  waiver: {},
  other_charges: {},
  preservation: {},
  deposit_policy: {},
  pid_scheme: {},
};

function withRequiredMembers(bibjson: JsonObject): JsonObject {
  return fill(bibjson, requiredMembers);
}

function fill(object: JsonObject, pattern: JsonObject): JsonObject {
  const filled: JsonObject = { ...object };
  for (const [name, empty] of Object.entries(pattern)) {
    const value = own(object, name) as Json | undefined;
    if (value === undefined || value === null)
      filled[name] = isObject(empty) ? fill({}, empty as JsonObject) : empty;
    else if (isObject(empty) && isObject(value))
      filled[name] = fill(value as JsonObject, empty as JsonObject);
  }
  return filled;
}

/** Removes nulls, which count as absent, where that does not crash the directory; list indexes stay the same. */
function withoutNulls(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

/** The members of a journal's `bibjson` that an application may have. */
function acceptedMembers(bibjson: unknown): JsonObject {
  let kept: DraftRecord = {};
  for (const { path, kind } of acceptedFields()) {
    if (kind === 'object' || path.includes('[]') || !path.startsWith('bibjson.')) continue;
    const name = path.slice('bibjson.'.length);
    const value = getAt(bibjson, name);
    if (value === undefined || value === null) continue;
    kept = setAt(kept, name, isListOfObjects(path) ? acceptedEntries(value, path) : value);
  }
  return kept;
}

function isListOfObjects(path: string): boolean {
  return acceptedFields().some((field) => field.path === path && field.hasObjects);
}

function acceptedEntries(value: Json, path: string): Json {
  if (!Array.isArray(value)) return value;
  const names = acceptedFields()
    .filter((field) => field.path.startsWith(`${path}[].`))
    .map((field) => field.path.slice(path.length + 3));
  return value.map((entry) => {
    if (!isObject(entry)) return entry;
    const given = names.filter((name) => own(entry, name) !== undefined && own(entry, name) !== null);
    return Object.fromEntries(given.map((name) => [name, entry[name] as Json]));
  });
}

function wantsContact(dialect: Dialect): boolean {
  return dialects[dialect].contact === 'required';
}

/** The last entry of a type counts, as at the directory. */
function listedIssn(identifier: unknown[], slot: string): unknown {
  const entry = identifier.findLast((one) => {
    const type = isObject(one) ? own(one, 'type') : undefined;
    return typeof type === 'string' && type.toLowerCase() === slot;
  });
  return isObject(entry) ? own(entry, 'id') : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
