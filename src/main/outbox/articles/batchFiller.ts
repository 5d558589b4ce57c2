/** A record for a batch, with the keys that it must not share with another of the batch. */
export interface BatchRecord {
  doiKey: string | null;
  urlKey: string | null;
  /** May only join batches of at most this many records. */
  cap: number;
}

/** Fills one batch: counts the exact bytes of UTF-8 JSON with brackets and commas. */
export interface BatchFiller {
  /** Adds the record, unless it has to wait for the next batch. An empty batch takes any record. */
  take(record: BatchRecord, bytes: number): boolean;
  readonly count: number;
  readonly bytes: number;
}

/** Records of one batch, however small: claiming and settling more would block the main thread too long. */
export const mostInBatch = 800;

/**
 * Makes a batch of at most `limit` bytes and `mostInBatch` records. It holds no two records with one DOI or full-text key,
 * which the directory refuses together, and only records with the same cap, so that a suspect causes no other to be refused.
 */
export function createBatchFiller(limit: number): BatchFiller {
  const keys = new Set<string>();
  let count = 0;
  let bytes = 2;
  let cap = 0;
  return {
    take(record, size) {
      const own = [record.doiKey && `doi ${record.doiKey}`, record.urlKey && `url ${record.urlKey}`].filter(
        (key) => key !== null && key !== '',
      ) as string[];
      const added = size + (count > 0 ? 1 : 0);
      if (count > 0) {
        if (record.cap !== cap || count >= Math.min(cap, mostInBatch) || bytes + added > limit) return false;
        if (own.some((key) => keys.has(key))) return false;
      }
      for (const key of own) keys.add(key);
      cap = record.cap;
      count += 1;
      bytes += added;
      return true;
    },
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
  };
}
