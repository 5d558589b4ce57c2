import type { ApplicationChange } from './applications/applicationService.ts';
import type { Timing } from './applications/applicationStore.ts';
import type { Writing } from './articles/articleService.ts';
import { type BulkJob, newJob, runJob } from './articles/bulkJobs.ts';
import { DirectoryStore } from './directoryStore.ts';
import { migration, type Profile, savedArticle } from './profile.ts';
import { directoryDate } from './python/pythonDates.ts';
import type { ApplicationRecord, JournalRecord } from './records.ts';
import { tombstoneOf } from './staff/tombstones.ts';
import { type Change, StateFile } from './stateFile.ts';
import { type Account, readWorld, type World } from './world.ts';

export interface DirectoryOptions extends Timing {
  now: () => Date;
  profile: Profile;
  /** Stores changes across restarts. */
  stateFile?: string | undefined;
}

/** The service takes 10 s and more; users who try it out should notice the checks without waiting long. */
const DEFAULT_CHECKS_MS = 3000;

/** Ids that occur in the state file. */
interface Touched {
  articles: Set<string>;
  applications: Set<string>;
  journals: Set<string>;
}

/** The directory's records and jobs: the loaded world and every change since, stored in the state file. */
export class Directory {
  store: DirectoryStore;
  /** Read-only mode: every write is refused with 503 (reference/directory-api.md 2.2). */
  isReadOnly = false;
  /** The changes of the service that are in force. */
  profile: Profile;
  readonly now: () => Date;
  /** The current delays; they may be changed at any time. */
  readonly timing: Timing;
  private world: unknown;
  private jobs = new Map<string, BulkJob>();
  private readonly initialTiming: Timing;
  private readonly initialProfile: Profile;
  private readonly stateFile: StateFile | undefined;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(world: unknown, { now, stateFile, profile, ...timing }: DirectoryOptions) {
    this.initialTiming = timing;
    this.initialProfile = profile;
    this.profile = profile;
    this.timing = { ...timing };
    this.now = now;
    this.world = world;
    this.store = this.freshStore(readWorld(world));
    if (stateFile !== undefined) {
      this.stateFile = new StateFile(stateFile);
      this.replay(this.stateFile);
    }
    this.changeProfile(profile);
  }

  /**
   * Stores a change; search finds its articles after the index delay, or at once if the caller waits for the index as
   * bulk does.
   */
  commit(change: Change, { atOnce = false } = {}): void {
    const { put, journals } = change;
    const saved: Change = {
      ...change,
      ...(put ? { put: put.map((record) => savedArticle(record, this.profile)) } : {}),
      ...(journals ? { journals: journals.map((journal) => savedJournal(journal, this.now())) } : {}),
    };
    this.stateFile?.append(saved);
    this.applyToStore(saved, atOnce);
  }

  /** Plays the service with other changes in force, which begin by migrating what is stored. */
  changeProfile(profile: Profile): void {
    this.profile = profile;
    const change = migration(this.store, profile);
    if (change.journals.length > 0 || change.applications.length > 0) this.commit(change, { atOnce: true });
  }

  /** Deletes articles of an account, as the API does: each leaves a tombstone. */
  remove(ids: string[]): void {
    const at = directoryDate(this.now());
    const records = ids.map((id) => this.store.articles.get(id)!);
    this.commit({ remove: ids, tombstones: records.map((record) => tombstoneOf(record, this.store, at)) });
  }

  /** Milliseconds that automatic checks delay what is saved now; 0 without checks. */
  get checksDelayMs(): number {
    return this.timing.checksDelayMs ?? (this.store.areChecksOn ? DEFAULT_CHECKS_MS : 0);
  }

  /** Saves a sent application, and the journal that refers to it; starts its automatic checks if there are any. */
  saveApplication({ application, journal }: ApplicationChange): void {
    const now = this.now().getTime();
    const isChecked = application.admin.application_status === 'post_submission_review';
    const checkedAt = isChecked ? now + this.checksDelayMs : undefined;
    const { current_journal } = application.admin;
    if (current_journal !== undefined) this.store.updateRequestSaves.set(current_journal, now);
    this.commit({ applications: [{ record: application, checkedAt }], journals: journal ? [journal] : [] });
  }

  /** Saves the result of an administrator's action. */
  administer(application: ApplicationRecord, journal: JournalRecord | undefined): void {
    this.commit({ applications: [{ record: application }], journals: journal ? [journal] : [] });
  }

  /** Removes an application, and the reference to it from its journal. */
  removeApplication(application: ApplicationRecord): void {
    const journals = this.store.journals
      .filter(({ admin }) => admin.current_application === application.id)
      .map(({ admin: { current_application: _, ...admin }, ...journal }) => ({ ...journal, admin }));
    this.commit({ removeApplications: [application.id], journals });
  }

  /** Accepts a bulk upload; it runs after the job delay. */
  acceptJob(account: Account, body: string): BulkJob {
    const job = newJob(account.id, body, this.now());
    this.commit({ job });
    this.schedule(job);
    return job;
  }

  job(id: string): BulkJob | undefined {
    return this.jobs.get(id);
  }

  /** Resets to the loaded world, or to another one; all changes are discarded. */
  reset(world: unknown = this.world): void {
    const fresh = readWorld(world);
    this.world = world;
    this.stateFile?.clear();
    this.stopJobs();
    this.jobs = new Map();
    this.isReadOnly = false;
    Object.assign(this.timing, this.initialTiming);
    this.store = this.freshStore(fresh);
    this.changeProfile(this.initialProfile);
  }

  close(): void {
    this.stopJobs();
    this.stateFile?.close();
  }

  private freshStore(world: World): DirectoryStore {
    return new DirectoryStore(world, this.timing, this.now);
  }

  private replay(file: StateFile): void {
    const touched: Touched = { articles: new Set(), applications: new Set(), journals: new Set() };
    let lines = 0;
    for (const change of file.changes()) {
      lines += 1;
      this.apply(change, touched);
    }
    // Overwritten records and bodies of finished jobs waste space, so the file is rewritten from time to time.
    const kept =
      touched.articles.size + touched.applications.size + touched.journals.size + this.store.tombstones.size;
    if (lines > 2 * (kept + this.jobs.size) + 100) file.rewrite(this.liveChanges(touched));
    for (const job of this.jobs.values()) if (job.body !== undefined) this.schedule(job);
  }

  private apply(change: Change, touched: Touched): void {
    for (const { id } of change.put ?? []) touched.articles.add(id);
    for (const id of change.remove ?? []) touched.articles.add(id);
    for (const { record } of change.applications ?? []) touched.applications.add(record.id);
    for (const id of change.removeApplications ?? []) touched.applications.add(id);
    for (const { id } of change.journals ?? []) touched.journals.add(id);
    for (const id of change.removeJournals ?? []) touched.journals.add(id);
    this.applyToStore(change, true);
  }

  private applyToStore(change: Change, atOnce: boolean): void {
    const { store } = this;
    for (const record of change.put ?? []) store.put(record, { atOnce });
    for (const id of change.remove ?? []) store.remove(id, { atOnce });
    for (const tombstone of change.tombstones ?? []) store.tombstones.set(tombstone.id, tombstone);
    for (const kept of change.applications ?? []) store.applications.put(kept, { atOnce });
    for (const id of change.removeApplications ?? []) store.applications.remove(id, { atOnce });
    for (const journal of change.journals ?? []) store.putJournal(journal);
    for (const id of change.removeJournals ?? []) store.removeJournal(id);
    if (change.job) this.jobs.set(change.job.id, change.job);
  }

  private *liveChanges(touched: Touched): Generator<Change> {
    for (const id of touched.articles) {
      const record = this.store.articles.get(id);
      yield record ? { put: [record] } : { remove: [id] };
    }
    for (const id of touched.applications) {
      const kept = this.store.applications.keptAs(id);
      yield kept ? { applications: [kept] } : { removeApplications: [id] };
    }
    for (const id of touched.journals) {
      const journal = this.store.journal(id);
      yield journal ? { journals: [journal] } : { removeJournals: [id] };
    }
    for (const tombstone of this.store.tombstones.values()) yield { tombstones: [tombstone] };
    for (const job of this.jobs.values()) yield { job };
  }

  private schedule(job: BulkJob): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.run(job);
    }, this.timing.jobDelayMs);
    this.timers.add(timer);
  }

  private run(job: BulkJob): void {
    const account = this.store.accounts.find(({ id }) => id === job.owner);
    if (!account) return;
    const { store, now, profile } = this;
    const writing: Writing = { store, account, dialect: '4.0', now, profile };
    const done = runJob(job, writing);
    // Records and verdict are one change: a killed program has both or neither.
    this.commit({ put: done.records, job: done.job }, { atOnce: true });
  }

  private stopJobs(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}

/** From this date on, acceptance gives a tick. */
const TICKS_SINCE = '2014-03-19';

/** What every save of a journal record sets (reference/directory-changes.md 2.3 and 3). */
function savedJournal(journal: JournalRecord, at: Date): JournalRecord {
  const { in_doaj, related_applications, ticked } = journal.admin;
  const accepted = [journal.created_date, ...(related_applications ?? []).map((one) => one.date_accepted)];
  const isKnown = accepted.some((date) => date !== undefined);
  const isRecent = isKnown
    ? accepted.some((date) => date !== undefined && date >= TICKS_SINCE)
    : ticked === true;
  return {
    ...journal,
    last_updated: directoryDate(at),
    admin: { ...journal.admin, ticked: in_doaj === true && isRecent },
  };
}
