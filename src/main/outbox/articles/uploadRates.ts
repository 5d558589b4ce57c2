/** How fast uploads are sent. */
export interface UploadRates {
  /** A request with so many records went out. */
  sent(uploadId: number, records: number): void;
  /** So many records were settled. */
  finished(uploadId: number, records: number): void;
  /** Records a second over the last minute of work; null until there is something to measure. */
  perSecond(uploadId: number): number | null;
  /** Records in one request, on average. */
  perRequest(uploadId: number): number;
  /** Sending pauses: the rate is measured from the start afterwards. */
  reset(uploadId: number): void;
}

interface Measured {
  since: number;
  ends: { at: number; records: number }[];
  requests: number;
  records: number;
}

const measuredFor = 60_000;

/** Makes rates of a monotonic clock. */
export function createUploadRates(clock: { monotonic(): number }): UploadRates {
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
    sent(id, records) {
      const upload = measured(id);
      upload.requests += 1;
      upload.records += records;
    },
    finished(id, records) {
      const { ends } = measured(id);
      const now = clock.monotonic();
      ends.push({ at: now, records });
      while (ends.length > 0 && ends[0]!.at < now - measuredFor) ends.shift();
    },
    perSecond(id) {
      const upload = uploads.get(id);
      if (!upload || upload.ends.length === 0) return null;
      const now = clock.monotonic();
      const from = Math.max(upload.since, now - measuredFor);
      const records = upload.ends.reduce((sum, end) => sum + (end.at >= from ? end.records : 0), 0);
      const seconds = (now - from) / 1000;
      return records > 0 && seconds > 0 ? records / seconds : null;
    },
    perRequest(id) {
      const upload = uploads.get(id);
      return upload && upload.requests > 0 ? upload.records / upload.requests : 1;
    },
    reset: (id) => void uploads.delete(id),
  };
}
