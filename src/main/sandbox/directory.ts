import type { Writing } from './articleService.ts';
import { type BulkJob, newJob, runJob } from './bulkJobs.ts';
import { DirectoryStore } from './directoryStore.ts';
import type { ArticleRecord } from './records.ts';
import { type Change, StateFile } from './stateFile.ts';
import { type Account, readWorld, type World } from './world.ts';

export interface DirectoryOptions {
  indexDelayMs: number;
  jobDelayMs: number;
  now: () => Date;
  /** Where changes are kept over restarts. */
  stateFile?: string | undefined;
}

/** The directory's records and jobs: the world it was loaded with, and every change since, kept in the state file. */
export class Directory {
  store: DirectoryStore;
  /** Read-only mode: every write is answered 503 (reference/directory-api.md 2.2). */
  isReadOnly = false;
  readonly now: () => Date;
  private world: unknown;
  private jobs = new Map<string, BulkJob>();
  private readonly options: DirectoryOptions;
  private readonly stateFile: StateFile | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(world: unknown, options: DirectoryOptions) {
    this.options = options;
    this.now = options.now;
    this.world = world;
    this.store = this.freshStore(readWorld(world));
    if (options.stateFile === undefined) return;
    this.stateFile = new StateFile(options.stateFile);
    this.replay(this.stateFile);
  }

  /** Saves articles, found by search after the delay of the index, or at once where the caller waits for it as bulk does. */
  save(records: ArticleRecord[], { atOnce = false } = {}): void {
    this.keep({ put: records });
    for (const record of records) this.store.put(record, { atOnce });
  }

  remove(id: string): void {
    this.keep({ remove: [id] });
    this.store.remove(id);
  }

  /** Takes a bulk upload; it runs after the delay of jobs. */
  acceptJob(account: Account, body: string): BulkJob {
    const job = newJob(account.id, body, this.now());
    this.keep({ job });
    this.jobs.set(job.id, job);
    this.schedule(job);
    return job;
  }

  job(id: string): BulkJob | undefined {
    return this.jobs.get(id);
  }

  /** Back to the world as it was loaded, or to another one; changes kept so far are forgotten. */
  reset(world: unknown = this.world): void {
    const fresh = readWorld(world);
    this.world = world;
    this.stateFile?.clear();
    this.stopJobs();
    this.jobs = new Map();
    this.isReadOnly = false;
    this.store = this.freshStore(fresh);
  }

  close(): void {
    this.stopJobs();
    this.stateFile?.close();
  }

  private freshStore(world: World): DirectoryStore {
    return new DirectoryStore(world, this.options.indexDelayMs, this.now);
  }

  private keep(change: Change): void {
    this.stateFile?.append(change);
  }

  private replay(file: StateFile): void {
    const touched = new Set<string>();
    let lines = 0;
    for (const change of file.changes()) {
      lines += 1;
      for (const record of change.put ?? []) {
        touched.add(record.id);
        this.store.put(record, { atOnce: true });
      }
      for (const id of change.remove ?? []) {
        touched.add(id);
        this.store.remove(id, { atOnce: true });
      }
      if (change.job) this.jobs.set(change.job.id, change.job);
    }
    // Overwritten records and bodies of finished jobs are dead weight; now and then the file is written anew.
    if (lines > 2 * (touched.size + this.jobs.size) + 100) file.rewrite(this.liveChanges(touched));
    for (const job of this.jobs.values()) if (job.body !== undefined) this.schedule(job);
  }

  private *liveChanges(touched: Iterable<string>): Generator<Change> {
    for (const id of touched) {
      const record = this.store.articles.get(id);
      yield record ? { put: [record] } : { remove: [id] };
    }
    for (const job of this.jobs.values()) yield { job };
  }

  private schedule(job: BulkJob): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.run(job);
    }, this.options.jobDelayMs);
    this.timers.add(timer);
  }

  private run(job: BulkJob): void {
    const account = this.store.accounts.find(({ id }) => id === job.owner);
    if (!account) return;
    const writing: Writing = { store: this.store, account, dialect: '4.0', now: this.now };
    const done = runJob(job, writing);
    // Records and verdict are one change: a killed program has both or neither.
    this.keep({ put: done.records, job: done.job });
    for (const record of done.records) this.store.put(record, { atOnce: true });
    this.jobs.set(job.id, done.job);
  }

  private stopJobs(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
