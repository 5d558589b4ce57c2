import type { DraftColumns } from '../store/draftColumns.ts';
import type { DraftMatch } from '../store/importWriter.ts';
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
 */
export function createMatcher({
  status,
  imports,
}: Pick<JobParts, 'status' | 'imports'>): (index: number, columns: DraftColumns) => Match {
  const { id, accountId, name } = status;
  /** Drafts that records of this file are about already, with the places of those records. */
  const taken = new Map<number, number>();
  /** Identifiers that such records bring to their drafts. */
  const brought = new Map<string, DraftMatch>();

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
      const draft = key === null ? null : lookUp(same, key);
      if (draft === null) continue;
      const first = draft.stagedAt ?? taken.get(draft.id);
      if (first !== undefined) return { kind: 'twice', draft, first, same };
      if (!draft.isTrashed) return take(index, columns, draft);
      isInTrash = true;
    }
    const atPlace = imports.byPlace(accountId, name, index);
    if (atPlace !== null && !taken.has(atPlace.id) && !contradicts(columns, atPlace))
      return take(index, columns, atPlace);
    return { kind: 'new', isInTrash };
  };
}

function contradicts(columns: DraftColumns, draft: DraftMatch): boolean {
  const differ = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return differ(columns.doiKey, draft.doiKey) || differ(columns.urlKey, draft.urlKey);
}
