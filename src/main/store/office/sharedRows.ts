import { accountInputSchema } from '../../../shared/directory/account.ts';
import { refusalSchema } from '../../../shared/draft/draft.ts';
import { isRecordTooLarge } from '../../../shared/draft/recordLimits.ts';
import { readInstant } from '../../../shared/instant.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { isTooNested } from '../../../shared/nesting.ts';
import { type FieldConflict, mergeRecords } from '../../../shared/office/mergeRecords.ts';
import type { SharedKind } from '../../../shared/office/office.ts';
import { isRemoteId } from '../../../shared/remoteId.ts';
import { sameJson } from '../../../shared/sameJson.ts';
import { accountTable } from '../accounts/accountTable.ts';
import { applicationTable } from '../applications/applicationTable.ts';
import { columnsWith, type SharedColumn, type Table } from '../columns.ts';
import { draftTable } from '../drafts/draftTable.ts';

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
    edited: columnsWith(accountTable, 'isSharedSetting'),
    directory: [],
    json: [],
  },
  article: columnsIn('drafts', draftTable),
  application: columnsIn('applications', applicationTable),
};

/** What the shared columns of drafts hold, of articles and of applications. */
export const sharedFacts: ReadonlyMap<string, SharedColumn> = new Map(
  [draftTable, applicationTable].flatMap((table: Table) =>
    columnsWith(table, 'shared').map((name) => [name, table[name]!.shared!] as const),
  ),
);

/** The record is first, as conflicts are shown. */
function columnsIn(table: string, columns: Table): Columns {
  const shared = columnsWith(columns, 'shared').filter((name) => name !== 'record');
  const isEdited = (name: string) => columns[name]!.shared!.by === 'editing';
  return {
    table,
    edited: ['record', ...shared.filter(isEdited)],
    directory: shared.filter((name) => !isEdited(name)),
    json: ['record', ...shared.filter((name) => columns[name]!.shared!.holds === 'json')],
  };
}

/** The columns that the kind shares. */
export function columnsOf(kind: SharedKind): readonly string[] {
  return [...sharedColumns[kind].edited, ...sharedColumns[kind].directory];
}

/**
 * The content of a row that somebody else wrote, with every column of this version and nothing else; null if it has values
 * that the local columns cannot hold.
 */
export function readSharedContent(kind: SharedKind, content: unknown): JsonObject | null {
  if (!isObject(content)) return null;
  // Rows of an older version lack some columns.
  const read = pick(content, columnsOf(kind));
  if (kind === 'account') {
    const isFine = accountInputSchema.safeParse(read).success && isFlag(read.approved_only);
    return isFine ? read : null;
  }
  const { json } = sharedColumns[kind];
  for (const name of columnsOf(kind)) {
    const value = read[name] ?? null;
    if (value === null && name !== 'record') continue;
    if (json.includes(name)) {
      if (!isObject(value) || isTooNested(value) || isRecordTooLarge(value) || !hasFiniteNumbers(value))
        return null;
      if (name !== 'refusal') continue;
      const refusal = readRefusal(value);
      if (refusal === null) return null;
      read[name] = refusal;
    } else if (sharedFacts.get(name)?.holds === 'time') {
      const at = readInstant(value);
      if (at === null) return null;
      read[name] = at;
    } else if (!isText(name, value)) return null;
  }
  // The sync state of what was refused follows from both (`syncFromHashes`).
  return read.refusal_hash !== null && read.refusal_state === null ? null : read;
}

/** A refusal as Colophon writes it, because SQL reads its members; null if it is none. Call it for what is not nested deeply. */
function readRefusal(value: JsonObject): JsonObject | null {
  const at = readInstant(value.at);
  const { data } = refusalSchema.safeParse(value);
  return at === null || data === undefined ? null : ({ ...data, at } as unknown as JsonObject);
}

const isFlag = (value: unknown) => [undefined, null, 0, 1].includes(value as number);

/** Characters of a hash, a key or a name. */
const longestText = 10_000;

function isText(name: string, value: Json): boolean {
  if (typeof value !== 'string' || value.length > longestText) return false;
  if (name === 'remote_id') return isRemoteId(value);
  const holds = sharedFacts.get(name)?.holds;
  return Array.isArray(holds) ? holds.includes(value) : true;
}

/** JSON text can have numbers that are too large to be one. Call it for content that is not nested deeply. */
function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
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
    const kept = mine ?? theirs;
    return { merged: kept, conflicts: isSame ? [] : [{ path: '', mine, theirs, kept: kept?.record }] };
  }
  const { edited, directory } = sharedColumns[kind];
  const fields = edited.filter((name) => name !== 'trashed_at');
  const { merged, conflicts } = mergeRecords(pick(base, fields), pick(mine, fields), pick(theirs, fields));
  Object.assign(merged, mergeAnswers(base, { mine, theirs }, directory));
  if (edited.includes('trashed_at')) {
    const trash = mergeTrash(base, mine, theirs);
    merged.trashed_at = trash.at;
    if (trash.isConflict) {
      const sides = { mine: mine.trashed_at, theirs: theirs.trashed_at };
      conflicts.push({ path: 'trashed_at', ...sides, kept: merged.record });
    }
  }
  if (merged.review === 'approved' && !isApprovedBy(merged, mine) && !isApprovedBy(merged, theirs))
    merged.review = 'review';
  return { merged, conflicts };
}

/**
 * The directory's answers are the office's if it has new ones. But a refusal there does not undo that another content was
 * stored, which only this side heard: otherwise the directory would seem to have changed the article on its own.
 */
function mergeAnswers(
  base: JsonObject,
  { mine, theirs }: { mine: JsonObject; theirs: JsonObject },
  directory: readonly string[],
): JsonObject {
  const isNews = (side: JsonObject, names: readonly string[]) =>
    !sameJson(pick(base, names), pick(side, names));
  if (!isNews(theirs, directory)) return pick(mine, directory);
  const refused = directory.filter((name) => refusals.has(name));
  const stored = directory.filter((name) => !refusals.has(name));
  const isStoredHere = isNews(mine, stored) && !isNews(theirs, stored);
  if (!isStoredHere || theirs.refusal_hash === mine.sent_hash) return pick(theirs, directory);
  return { ...pick(mine, stored), ...pick(theirs, refused) };
}

/** Columns that say what the directory refused. */
const refusals: ReadonlySet<string> = new Set(['refusal', 'refusal_hash', 'refusal_state']);

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
