import type { Publish } from '../../shared/contract/contract.ts';
import type { Upload } from '../../shared/upload/upload.ts';
import type { Clock } from '../platform/clock.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { RequestStore } from '../store/uploads/requestStore.ts';
import type { ItemCounts, UploadRow } from '../store/uploads/uploadRows.ts';
import type { UploadStore } from '../store/uploads/uploadStore.ts';

/** Counts uploads from their rows, measures their pace, and tells windows about them. */
export interface Progress {
  read(upload: UploadRow): Upload;
  /** Something changed: published at most once in `every` milliseconds, at once when `isState`. */
  changed(uploadId: number, isState?: boolean): void;
  /** Drafts changed with it; gathered in the same way. */
  draftsChanged(accountId: string, ids: readonly number[]): void;
  /** A request with so many records went out. */
  sent(uploadId: number, records: number): void;
  /** So many records came to an end. */
  finished(uploadId: number, records: number): void;
  /** Work pauses from now on, and its pace is measured again afterwards. */
  rested(uploadId: number): void;
  /** Publishes nothing more. */
  stop(): Promise<void>;
}

interface Pace {
  since: number;
  /** Records that came to an end, with the time. */
  ends: { at: number; records: number }[];
  requests: number;
  records: number;
}

const measured = 60_000;
/** With fewer records done nothing is said about the time left. */
const enough = 5;
const mostIds = 200;

/** Makes the progress of all uploads. */
export function createProgress(parts: {
  uploads: UploadStore;
  requests: RequestStore;
  directory: DirectoryAccess;
  clock: Clock;
  publish: Publish;
  scope: Scope;
  every: number;
}): Progress {
  const { uploads, clock, publish } = parts;
  const paces = new Map<number, Pace>();
  const waiting = new Set<number>();
  /** Uploads that are over do not change by themselves, and there may be many large ones. */
  const over = new Map<number, Upload>();
  const drafts = new Map<string, Set<number>>();
  const scope = parts.scope.child();

  const paceOf = (id: number): Pace => {
    let pace = paces.get(id);
    if (!pace) {
      pace = { since: clock.monotonic(), ends: [], requests: 0, records: 0 };
      paces.set(id, pace);
    }
    return pace;
  };

  function read(upload: UploadRow): Upload {
    const isOver = upload.state === 'done' || upload.state === 'cancelled';
    const known = isOver ? over.get(upload.id) : undefined;
    if (known) return known;
    const counted = count(upload, isOver);
    if (isOver) over.set(upload.id, counted);
    return counted;
  }

  function count(upload: UploadRow, isOver: boolean): Upload {
    const { accountId, ...row } = upload;
    const counts = uploads.counts(upload.id);
    const rate = isOver ? null : rateOf(paces.get(upload.id), clock.monotonic());
    return {
      ...row,
      accountId,
      counts: { total: totalOf(counts), ...counts },
      idsMissing: uploads.countWithoutId(upload.id),
      isKeeping: !isOver && uploads.isKeeping(upload.id),
      replaced: isOver ? uploads.countReplaced(upload.id) : 0,
      requests: parts.requests.count(upload.id),
      rate,
      secondsLeft: isOver ? null : secondsLeft(accountId, counts, rate, paces.get(upload.id)),
      halving: !isOver && uploads.isHalving(upload.id),
      limiter: isOver ? null : parts.directory.limiterStatus(accountId),
    };
  }

  function secondsLeft(
    accountId: string,
    counts: ItemCounts,
    rate: number | null,
    pace?: Pace,
  ): number | null {
    const left = counts.queued + counts.sending + counts.accepted + counts.unsure;
    if (totalOf(counts) - left < enough || rate === null) return null;
    const aRequest = pace && pace.requests > 0 ? pace.records / pace.requests : 1;
    const byLimit = parts.directory.limiter(accountId).secondsFor(Math.ceil(left / aRequest));
    return left === 0 ? 0 : Math.max(byLimit, left / rate);
  }

  function publishNow(id: number): void {
    waiting.delete(id);
    const upload = uploads.find(id);
    if (upload) publish('upload.changed', read(upload));
  }

  function afterAWhile(work: () => void): void {
    scope.run('upload.progress', async (signal) => {
      await clock.sleep(parts.every, signal);
      work();
    });
  }

  return {
    read,
    changed(id, isState = false) {
      over.delete(id);
      if (scope.signal.aborted) return;
      if (isState) publishNow(id);
      else if (!waiting.has(id)) {
        waiting.add(id);
        afterAWhile(() => {
          if (waiting.has(id)) publishNow(id);
        });
      }
    },
    draftsChanged(accountId, ids) {
      if (scope.signal.aborted || ids.length === 0) return;
      const gathered = drafts.get(accountId);
      if (gathered) {
        for (const id of ids) gathered.add(id);
        return;
      }
      drafts.set(accountId, new Set(ids));
      afterAWhile(() => {
        const changed = [...(drafts.get(accountId) ?? [])];
        drafts.delete(accountId);
        publish('drafts.changed', { accountId, ids: changed.length > mostIds ? null : changed });
      });
    },
    sent(id, records) {
      const pace = paceOf(id);
      pace.requests += 1;
      pace.records += records;
    },
    finished(id, records) {
      const pace = paceOf(id);
      const now = clock.monotonic();
      pace.ends.push({ at: now, records });
      while (pace.ends.length > 0 && pace.ends[0]!.at < now - measured) pace.ends.shift();
    },
    rested: (id) => void paces.delete(id),
    stop: () => scope.stop(),
  };
}

function rateOf(pace: Pace | undefined, now: number): number | null {
  if (!pace || pace.ends.length === 0) return null;
  const from = Math.max(pace.since, now - measured);
  const records = pace.ends.reduce((sum, end) => sum + (end.at >= from ? end.records : 0), 0);
  const seconds = (now - from) / 1000;
  return records > 0 && seconds > 0 ? records / seconds : null;
}

function totalOf(counts: ItemCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
