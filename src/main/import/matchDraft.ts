import type { DraftColumns } from '../store/drafts/draftColumns.ts';
import type { DraftMatch, ImportWriter } from '../store/imports/importWriter.ts';
import type { JobParts } from './importJob.ts';

/** Where a record stands: its file, and its place in it from 1. */
export interface RecordPlace {
  file: string;
  index: number;
}

/** What a record is about. */
export type Match =
  | { kind: 'new'; isInTrash: boolean }
  | { kind: 'draft'; draft: DraftMatch }
  /** An earlier record of the import, at place `first`, has the same identifier: the earlier one counts. */
  | { kind: 'twice'; draft: DraftMatch; first: RecordPlace; same: 'doi' | 'url' };

/**
 * Finds the draft that a record is about: by DOI, then by full-text address, then by the place it had in a file of this
 * name where no identifier speaks against it. Drafts in the trash are left there, and their records become new drafts.
 * To be called in the transaction that stores the record.
 */
export function createMatcher({
  status,
  imports,
  at,
}: Pick<JobParts, 'status' | 'imports' | 'at'>): (place: RecordPlace, columns: DraftColumns) => Match {
  const { id, accountId } = status;
  /** Drafts that records of this import are about already, with the places of those records. */
  const taken = new Map<number, RecordPlace>();
  /** Identifiers that such records bring to their drafts. */
  const brought = new Map<string, DraftMatch>();
  const isKnown = createKeyFilter(imports, accountId, at);
  const placed = new Map<string, boolean>();
  /** Whether drafts came from a file of this name before. */
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
  return (place, columns) => {
    let isInTrash = false;
    for (const same of ['doi', 'url'] as const) {
      const key = same === 'doi' ? columns.doiKey : columns.urlKey;
      const draft = key === null || !isKnown(key) ? null : lookUp(same, key);
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
  };
}

/**
 * Tells keys that cannot be in the database from those that may be, which are then looked up: most keys of a large file
 * are new. A key that was asked for counts as known from then on. What other connections write is taken in by its time.
 */
function createKeyFilter(imports: ImportWriter, accountId: string, at: string): (key: string) => boolean {
  const known = new Set<number>();
  const learn = (keys: Iterable<string>) => {
    for (const key of keys) known.add(hashOf(key));
  };
  let version = imports.dataVersion();
  learn(imports.allKeys(accountId));
  return (key) => {
    const now = imports.dataVersion();
    if (now !== version) learn(imports.keysSince(accountId, at));
    version = now;
    const hash = hashOf(key);
    const isKnown = known.has(hash);
    if (!isKnown) known.add(hash);
    return isKnown;
  };
}

/** 32 bits: two keys that share them cost one look into the database. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function contradicts(columns: DraftColumns, draft: DraftMatch): boolean {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return differ(columns.doiKey, draft.doiKey) || differ(columns.urlKey, draft.urlKey);
}
