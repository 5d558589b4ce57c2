import type { DraftColumns } from '../store/draftColumns.ts';
import type { DraftMatch, ImportWriter } from '../store/importWriter.ts';
import type { JobParts } from './importJob.ts';

/** What a record of the file is about. */
export type Match =
  | { kind: 'new'; isInTrash: boolean }
  | { kind: 'draft'; draft: DraftMatch }
  /** An earlier record of the file, at place `first`, has the same identifier: the earlier one counts. */
  | { kind: 'twice'; draft: DraftMatch; first: number; same: 'doi' | 'url' };

/**
 * Finds the draft that a record is about: by DOI, then by full-text address, then by the place it had in a file of this
 * name where no identifier speaks against it. Drafts in the trash are left there, and their records become new drafts.
 * To be called in the transaction that stores the record.
 */
export function createMatcher({
  status,
  imports,
  at,
}: Pick<JobParts, 'status' | 'imports' | 'at'>): (index: number, columns: DraftColumns) => Match {
  const { id, accountId, name } = status;
  /** Drafts that records of this file are about already, with the places of those records. */
  const taken = new Map<number, number>();
  /** Identifiers that such records bring to their drafts. */
  const brought = new Map<string, DraftMatch>();
  const isKnown = createKeyFilter(imports, accountId, at);
  const hasPlaces = imports.hasPlaces(accountId, name);

  const lookUp = (same: 'doi' | 'url', key: string): DraftMatch | null =>
    brought.get(`${same} ${key}`) ??
    (same === 'doi' ? imports.byDoi(accountId, key, id) : imports.byUrl(accountId, key, id));

  function take(index: number, { doiKey, urlKey }: DraftColumns, draft: DraftMatch): Match {
    taken.set(draft.id, index);
    if (doiKey !== null && doiKey !== draft.doiKey) brought.set(`doi ${doiKey}`, draft);
    if (urlKey !== null && urlKey !== draft.urlKey) brought.set(`url ${urlKey}`, draft);
    return { kind: 'draft', draft };
  }
  return (index, columns) => {
    let isInTrash = false;
    for (const same of ['doi', 'url'] as const) {
      const key = same === 'doi' ? columns.doiKey : columns.urlKey;
      const draft = key === null || !isKnown(key) ? null : lookUp(same, key);
      if (draft === null) continue;
      const first = draft.stagedAt ?? taken.get(draft.id);
      if (first !== undefined) return { kind: 'twice', draft, first, same };
      if (!draft.isTrashed) return take(index, columns, draft);
      isInTrash = true;
    }
    const atPlace = hasPlaces ? imports.byPlace(accountId, name, index) : null;
    if (atPlace !== null && !taken.has(atPlace.id) && !contradicts(columns, atPlace))
      return take(index, columns, atPlace);
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
