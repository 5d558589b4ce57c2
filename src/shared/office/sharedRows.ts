import { applicationStatusSchema } from '../application/applicationDraft.ts';
import { accountInputSchema } from '../directory/account.ts';
import { refusalSchema, reviewSchema } from '../draft/draft.ts';
import { isRecordTooLarge } from '../draft/recordLimits.ts';
import { readInstant } from '../instant.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { isTooNested } from '../nesting.ts';
import { isRemoteId } from '../remoteId.ts';
import { sameJson } from '../sameJson.ts';
import { type FieldConflict, mergeRecords } from './mergeRecords.ts';

/** The kinds of rows that an office shares. */
export const sharedKinds = ['account', 'article', 'application'] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** A row as it is shared: its columns by name, JSON columns as JSON; null: it was deleted. */
export type SharedContent = JsonObject | null;

interface Columns {
  table: string;
  /** Columns that people edit, or that follow from an edit; JSON and others. */
  edited: readonly string[];
  /**
   * Columns with the state at the directory and its answers: merged as one, with the office's values if both sides
   * changed them.
   */
  directory: readonly string[];
  /** The columns among them that hold JSON. */
  json: readonly string[];
}

/** The columns of local tables that are shared. An account's key is never among them. */
export const sharedColumns: Record<SharedKind, Columns> = {
  account: {
    table: 'accounts',
    edited: ['name', 'base', 'dialect', 'rate', 'username', 'approved_only'],
    directory: [],
    json: [],
  },
  article: {
    table: 'drafts',
    edited: ['record', 'trashed_at', 'review', 'assignee'],
    directory: [
      ...['remote_id', 'sent_hash', 'sent_doi_key', 'sent_url_key', 'sent_at'],
      ...['refusal', 'refusal_hash', 'refusal_state'],
    ],
    json: ['record', 'refusal'],
  },
  application: {
    table: 'applications',
    edited: ['record', 'trashed_at', 'review', 'assignee'],
    directory: [
      ...[
        'base',
        'base_at',
        'remote_id',
        'status',
        'status_at',
        'sent_hash',
        'sent_at',
        'sent',
        'stored',
        'stored_at',
      ],
      ...['refusal', 'refusal_hash', 'refusal_state'],
    ],
    json: ['record', 'base', 'sent', 'stored', 'refusal'],
  },
};

/** The columns that the kind shares. */
export function columnsOf(kind: SharedKind): readonly string[] {
  return [...sharedColumns[kind].edited, ...sharedColumns[kind].directory];
}

/**
 * The content of a row that somebody else wrote, with every column of this version; null if it has values that the
 * local columns cannot hold.
 */
export function readSharedContent(kind: SharedKind, content: unknown): JsonObject | null {
  if (!isObject(content)) return null;
  if (kind === 'account') {
    const isFine = accountInputSchema.safeParse(content).success && isFlag(content.approved_only);
    return isFine ? withAllColumns(kind, content) : null;
  }
  const { json } = sharedColumns[kind];
  const read = withAllColumns(kind, content);
  for (const name of columnsOf(kind)) {
    const value = read[name] ?? null;
    if (value === null && name !== 'record') continue;
    if (name === 'refusal') {
      if (!refusalSchema.safeParse(value).success) return null;
    } else if (json.includes(name)) {
      if (!isObject(value) || isTooNested(value) || isRecordTooLarge(value) || !hasFiniteNumbers(value))
        return null;
    } else if (times.has(name)) {
      const at = readInstant(value);
      if (at === null) return null;
      read[name] = at;
    } else if (!isText(name, value)) return null;
  }
  return read;
}

/** Columns that have a time. */
const times: ReadonlySet<string> = new Set(['trashed_at', 'sent_at', 'base_at', 'status_at', 'stored_at']);

const isFlag = (value: unknown) => [undefined, null, 0, 1].includes(value as number);

/** Characters of a hash, a key or a name. */
const longestText = 10_000;

function isText(name: string, value: Json): boolean {
  if (typeof value !== 'string' || value.length > longestText) return false;
  if (name === 'remote_id') return isRemoteId(value);
  return words[name]?.includes(value) ?? true;
}

/** JSON text can have numbers that are too large to be one. Call it for content that is not nested deeply. */
function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
}

/** Columns that have one of a few words. */
const words: Readonly<Record<string, readonly string[]>> = {
  review: reviewSchema.options,
  refusal_state: ['refused', 'failed'],
  status: applicationStatusSchema.options,
};

/** Content with every column of this version: rows of an older one lack some. */
function withAllColumns(kind: SharedKind, content: JsonObject): JsonObject {
  return { ...pick({}, columnsOf(kind)), ...content };
}

export interface MergedContent {
  merged: SharedContent;
  conflicts: FieldConflict[];
}

/**
 * Merges our version of a row with the office's; `base` is the version that both started from, empty if it is not
 * known. An edit wins over a deletion and over the trash; that is a conflict, too, so that people see it. A record
 * merged from two versions is not approved.
 */
export function mergeShared(
  kind: SharedKind,
  base: JsonObject,
  mine: SharedContent,
  theirs: SharedContent,
): MergedContent {
  if (mine === null || theirs === null) {
    const isSame = mine === null && theirs === null;
    return { merged: mine ?? theirs, conflicts: isSame ? [] : [{ path: '', mine, theirs }] };
  }
  const { edited, directory } = sharedColumns[kind];
  const fields = edited.filter((name) => name !== 'trashed_at');
  const { merged, conflicts } = mergeRecords(pick(base, fields), pick(mine, fields), pick(theirs, fields));
  const isNewsThere = !sameJson(pick(base, directory), pick(theirs, directory));
  Object.assign(merged, pick(isNewsThere ? theirs : mine, directory));
  if (edited.includes('trashed_at')) {
    const trash = mergeTrash(base, mine, theirs);
    merged.trashed_at = trash.at;
    if (trash.isConflict)
      conflicts.push({ path: 'trashed_at', mine: mine.trashed_at, theirs: theirs.trashed_at });
  }
  if (merged.review === 'approved' && !isApprovedBy(merged, mine) && !isApprovedBy(merged, theirs))
    merged.review = 'review';
  return { merged, conflicts };
}

/** Returns true if this side approved exactly this record. */
function isApprovedBy(merged: JsonObject, side: JsonObject): boolean {
  return side.review === 'approved' && sameJson(merged.record, side.record);
}

/**
 * When the row was moved to the trash, or null; a row that one side trashed while the other edited it stays outside.
 */
function mergeTrash(base: JsonObject, mine: JsonObject, theirs: JsonObject) {
  const [here = null, there = null] = [mine.trashed_at, theirs.trashed_at];
  if ((here === null) === (there === null)) return { at: there, isConflict: false };
  const wasTrashed = (base.trashed_at ?? null) !== null;
  if (wasTrashed) return { at: null, isConflict: false };
  const isEdited = !sameJson(base.record, here === null ? mine.record : theirs.record);
  return { at: isEdited ? null : (here ?? there), isConflict: isEdited };
}

function pick(content: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, content[name] ?? null]));
}
