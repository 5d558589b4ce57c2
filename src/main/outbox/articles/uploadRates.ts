interface Measured {
  since: number;
  ends: { at: number; records: number }[];
  requests: number;
  records: number;
}

const measuredFor = 60_000;

/** Measures how fast uploads are sent. */
export function createUploadRates(clock: { monotonic(): number }) {
  const uploads = new Map<number, Measured>();

  function measured(id: number): Measured {
    let found = uploads.get(id);
    if (!found) {
      found = { since: clock.monotonic(), ends: [], requests: 0, records: 0 };
      uploads.set(id, found);
    }
    return found;
  }

  return {
    /** Counts a request with this many records. */
    sent(id: number, records: number): void {
      const upload = measured(id);
      upload.requests += 1;
      upload.records += records;
    },
    /** Counts settled records. */
    finished(id: number, records: number): void {
      measured(id).ends.push({ at: clock.monotonic(), records });
    },
    /** Records a second over the last minute of work; null until there is something to measure. */
    perSecond(id: number): number | null {
      const upload = uploads.get(id);
      if (!upload) return null;
      const now = clock.monotonic();
      const from = Math.max(upload.since, now - measuredFor);
      upload.ends = upload.ends.filter(({ at }) => at >= from);
      const records = upload.ends.reduce((sum, end) => sum + end.records, 0);
      const seconds = (now - from) / 1000;
      return records > 0 && seconds > 0 ? records / seconds : null;
    },
    /** Records in one request, on average. */
    perRequest(id: number): number {
      const upload = uploads.get(id);
      return upload && upload.requests > 0 ? upload.records / upload.requests : 1;
    },
    /** Forgets the rate when sending pauses. */
    reset: (id: number) => void uploads.delete(id),
  };
}
