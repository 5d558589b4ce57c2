interface BatchRecord {
  doiKey: string | null;
  urlKey: string | null;
  /** The maximum size of a batch that it may join, in records. */
  cap: number;
}

export type BatchFiller = ReturnType<typeof createBatchFiller>;

/** Claiming and settling more records would block the main thread for too long. */
export const maxInBatch = 800;

/**
 * Fills one batch of at most `limit` bytes of JSON and `maxInBatch` records. Records with the same DOI or full-text key are
 * kept apart, because the directory refuses both, and so are different caps, so that a suspect affects no other record.
 */
export function createBatchFiller(limit: number) {
  const keys = new Set<string>();
  let count = 0;
  let bytes = 2;
  let cap = 0;
  return {
    /** Adds the record unless it has to wait for the next batch; an empty batch takes any record. */
    take(record: BatchRecord, size: number): boolean {
      const own = [record.doiKey && `doi ${record.doiKey}`, record.urlKey && `url ${record.urlKey}`].filter(
        (key) => key !== null && key !== '',
      ) as string[];
      const added = size + (count > 0 ? 1 : 0);
      if (count > 0) {
        if (record.cap !== cap || count >= Math.min(cap, maxInBatch) || bytes + added > limit) return false;
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
