import type { Publish } from '../../../shared/contract/contract.ts';
import type { Upload } from '../../../shared/upload/upload.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { RequestStore } from '../../store/uploads/requestStore.ts';
import type { ItemCounts, UploadRow } from '../../store/uploads/uploadRows.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { createUploadRates } from './uploadRates.ts';

/** Counts uploads from their rows and publishes their progress. */
export interface Progress {
  read(upload: UploadRow): Upload;
  /** Publishes a change of an upload at most once in `every` milliseconds, at once if `isState`. */
  changed(uploadId: number, isState?: boolean): void;
  /** Publishes changes of drafts, gathered in the same way. */
  draftsChanged(accountId: string, ids: readonly number[]): void;
  /** A request with so many records went out. */
  sent(uploadId: number, records: number): void;
  /** So many records were settled. */
  finished(uploadId: number, records: number): void;
  /** Sending pauses: its rate is measured from the start afterwards. */
  resetRate(uploadId: number): void;
  /** Publishes nothing more. */
  stop(): Promise<void>;
}

export interface ProgressOptions {
  uploads: UploadStore;
  requests: Pick<RequestStore, 'count'>;
  directory: Pick<DirectoryAccess, 'limiter' | 'limiterStatus'>;
  clock: Clock;
  publish: Publish;
  scope: Scope;
  every: number;
}

/** With fewer settled records the time left is not estimated. */
const enough = 5;
/** More changed drafts are published as "many". */
const mostIds = 200;

/** Makes the progress of all uploads. */
export function createProgress({
  uploads,
  requests,
  directory,
  clock,
  publish,
  scope: parent,
  every,
}: ProgressOptions): Progress {
  const rates = createUploadRates(clock);
  const waiting = new Set<number>();
  /** Uploads that are over do not change by themselves, and there may be many large ones. */
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
    if (upload) publish('upload.changed', progress.read(upload));
  }

  function later(work: () => void): void {
    scope.run('outbox.progress', async (signal) => {
      await clock.sleep(every, signal);
      work();
    });
  }

  const progress: Progress = {
    read(upload) {
      const isOver = upload.state === 'done' || upload.state === 'cancelled';
      const known = isOver ? over.get(upload.id) : undefined;
      if (known) return known;
      const counted = count(upload, isOver);
      if (isOver) over.set(upload.id, counted);
      return counted;
    },
    changed(id, isState = false) {
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
    draftsChanged(accountId, ids) {
      if (scope.signal.aborted || ids.length === 0) return;
      const gathered = drafts.get(accountId);
      if (gathered) {
        for (const id of ids) gathered.add(id);
        return;
      }
      drafts.set(accountId, new Set(ids));
      later(() => {
        const changed = [...(drafts.get(accountId) ?? [])];
        drafts.delete(accountId);
        publish('drafts.changed', { accountId, ids: changed.length > mostIds ? null : changed });
      });
    },
    sent: rates.sent,
    finished: rates.finished,
    resetRate: rates.reset,
    stop: () => scope.stop(),
  };
  return progress;
}

function totalOf(counts: ItemCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
