import type { Publish } from '../../../shared/contract/contract.ts';
import { isUploadOver } from '../../../shared/upload/overUploads.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { RequestStore } from '../../store/uploads/requestStore.ts';
import type { ItemCounts, UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { createUploadRates } from './uploadRates.ts';

export type Progress = ReturnType<typeof createProgress>;

interface ProgressOptions {
  uploads: UploadStore;
  requests: Pick<RequestStore, 'count'>;
  directory: Pick<DirectoryAccess, 'limiter' | 'limiterStatus'>;
  clock: Clock;
  publish: Publish;
  scope: Scope;
  every: number;
}

/** How many records must be settled before the time left is estimated. */
const enough = 5;
/** If more drafts change, the event says "many". */
const maxIds = 200;

/** Counts uploads from their rows and publishes their progress. */
export function createProgress({
  uploads,
  requests,
  directory,
  clock,
  publish,
  scope: parent,
  every,
}: ProgressOptions) {
  const rates = createUploadRates(clock);
  const waiting = new Set<number>();
  /** Counts of finished uploads, which are slow to count and rarely change. */
  const over = new Map<number, Upload>();
  const drafts = new Map<string, Set<number>>();
  const scope = parent.child();

  function count(upload: UploadRow, isOver: boolean): Upload {
    const { id, accountId } = upload;
    const counts = uploads.counts(id);
    return {
      ...upload,
      counts: { total: totalOf(counts), ...counts },
      idsMissing: uploads.countWithoutId(id),
      isKeeping: !isOver && uploads.isKeeping(id),
      replaced: isOver ? uploads.countReplaced(id) : 0,
      requests: requests.count(id),
      rate: isOver ? null : rates.perSecond(id),
      secondsLeft: isOver ? null : secondsLeft(upload, counts),
      halving: !isOver && uploads.isHalving(id),
      limiter: isOver ? null : directory.limiterStatus(accountId),
    };
  }

  function secondsLeft({ id, accountId }: UploadRow, counts: ItemCounts): number | null {
    const left = counts.queued + counts.sending + counts.accepted + counts.unsure;
    const rate = rates.perSecond(id);
    if (totalOf(counts) - left < enough || rate === null) return null;
    const requestsLeft = Math.ceil(left / rates.perRequest(id));
    return left === 0 ? 0 : Math.max(directory.limiter(accountId).secondsFor(requestsLeft), left / rate);
  }

  function publishNow(id: number): void {
    waiting.delete(id);
    const upload = uploads.find(id);
    if (upload) publish('uploads.changed', read(upload));
  }

  function later(work: () => void): void {
    scope.run('outbox.progress', async (signal) => {
      await clock.sleep(every, signal);
      work();
    });
  }

  function read(upload: UploadRow): Upload {
    const isOver = isUploadOver(upload);
    const known = isOver ? over.get(upload.id) : undefined;
    if (known) return known;
    const counted = count(upload, isOver);
    if (isOver) over.set(upload.id, counted);
    return counted;
  }

  return {
    read,
    /** Publishes a change of an upload at most once in `every` milliseconds, at once if `isState`. */
    changed(id: number, isState = false): void {
      over.delete(id);
      if (scope.signal.aborted) return;
      if (isState) publishNow(id);
      else if (!waiting.has(id)) {
        waiting.add(id);
        later(() => {
          if (waiting.has(id)) publishNow(id);
        });
      }
    },
    /** Publishes changed drafts at most once in `every` milliseconds. */
    draftsChanged(accountId: string, ids: readonly number[]): void {
      if (ids.length === 0) return;
      const gathered = drafts.get(accountId);
      if (gathered) {
        for (const id of ids) gathered.add(id);
        return;
      }
      const changed = new Set(ids);
      drafts.set(accountId, changed);
      later(() => {
        drafts.delete(accountId);
        publish('drafts.changed', { accountId, ids: changed.size > maxIds ? null : [...changed] });
      });
    },
    sent: rates.sent,
    finished: rates.finished,
    resetRate: rates.reset,
    /** Stops publishing. */
    stop: () => scope.stop(),
  };
}

function totalOf(counts: ItemCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
