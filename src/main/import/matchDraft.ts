import type { DraftColumns } from '../store/drafts/draftColumns.ts';
import type { DraftMatch, ImportWriter } from '../store/imports/importWriter.ts';
import type { JobParts } from './importJob.ts';

/** The position of a record: its file, and its place in it from 1. */
export interface RecordPlace {
  file: string;
  index: number;
}

/** The result of matching a record. */
export type Match =
  | { kind: 'new'; isInTrash: boolean }
  | { kind: 'draft'; draft: DraftMatch }
  /** An earlier record of the import, at place `first`, has the same identifier and takes precedence. */
  | { kind: 'twice'; draft: DraftMatch; first: RecordPlace; same: 'doi' | 'url' };

export interface Matcher {
  /** Call it at the start of each transaction, which then sees the same drafts until its end. */
  refresh(): void;
  /** Matches a record in the transaction that stores it; `draftKey` is the key of its draft in a returned table. */
  find(place: RecordPlace, columns: DraftColumns, draftKey?: string): Match;
}

/**
 * Finds a record's draft by its key in a table that was returned, then by DOI, then full-text address, then its place in a file of this name unless identifiers
 * contradict. Drafts in the trash do not match.
 */
export function createMatcher({ status, imports, at }: Pick<JobParts, 'status' | 'imports' | 'at'>): Matcher {
  const { id, accountId } = status;
  /** Drafts already matched by records of this import, with the places of those records. */
  const taken = new Map<number, RecordPlace>();
  /** Identifiers that these records add to their drafts. */
  const brought = new Map<string, DraftMatch>();
  const keys = createKeyFilter(imports, accountId, at);
  const placed = new Map<string, boolean>();
  /** True if drafts came from a file of this name before. */
  const hasPlaces = (file: string): boolean => {
    const known = placed.get(file) ?? imports.hasPlaces(accountId, file);
    placed.set(file, known);
    return known;
  };

  const lookUp = (same: 'doi' | 'url', key: string): DraftMatch | null =>
    brought.get(`${same} ${key}`) ??
    (same === 'doi' ? imports.byDoi(accountId, key, id) : imports.byUrl(accountId, key, id));

  function take(place: RecordPlace, { doiKey, urlKey }: DraftColumns, draft: DraftMatch): Match {
    taken.set(draft.id, place);
    if (doiKey !== null && doiKey !== draft.doiKey) brought.set(`doi ${doiKey}`, draft);
    if (urlKey !== null && urlKey !== draft.urlKey) brought.set(`url ${urlKey}`, draft);
    return { kind: 'draft', draft };
  }
  function find(place: RecordPlace, columns: DraftColumns, draftKey = ''): Match {
    let isInTrash = false;
    const named = draftKey === '' ? null : imports.byKey(accountId, draftKey);
    if (named !== null && !named.isTrashed && !taken.has(named.id)) return take(place, columns, named);
    for (const same of ['doi', 'url'] as const) {
      const key = same === 'doi' ? columns.doiKey : columns.urlKey;
      const draft = key === null || !keys.isKnown(key) ? null : lookUp(same, key);
      if (draft === null) continue;
      const first = draft.stagedAt ?? taken.get(draft.id);
      if (first !== undefined) return { kind: 'twice', draft, first, same };
      if (!draft.isTrashed) return take(place, columns, draft);
      isInTrash = true;
    }
    const atPlace = hasPlaces(place.file) ? imports.byPlace(accountId, place.file, place.index) : null;
    if (atPlace !== null && !taken.has(atPlace.id) && !contradicts(columns, atPlace))
      return take(place, columns, atPlace);
    return { kind: 'new', isInTrash };
  }
  return { find, refresh: keys.refresh };
}

/**
 * Returns true if a key may be in the database and must be looked up; most keys of a large file are new. Checked keys
 * count as present from then on; `refresh` adds those that other connections have written.
 */
function createKeyFilter(imports: ImportWriter, accountId: string, at: string) {
  const known = new Set<number>();
  const learn = (keys: Iterable<string>) => {
    for (const key of keys) known.add(hashOf(key));
  };
  let version = imports.dataVersion();
  learn(imports.allKeys(accountId));
  return {
    refresh: () => {
      const now = imports.dataVersion();
      if (now !== version) learn(imports.keysSince(accountId, at));
      version = now;
    },
    isKnown: (key: string): boolean => {
      const hash = hashOf(key);
      const isKnown = known.has(hash);
      if (!isKnown) known.add(hash);
      return isKnown;
    },
  };
}

/** 32 bits are enough: a collision of two keys costs only one database lookup. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function contradicts(columns: DraftColumns, draft: DraftMatch): boolean {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return differ(columns.doiKey, draft.doiKey) || differ(columns.urlKey, draft.urlKey);
}
