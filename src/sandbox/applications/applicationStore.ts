import { directoryDate } from '../python/pythonDates.ts';
import type { ApplicationRecord } from '../records.ts';

/** An application with the time (milliseconds) at which its automatic checks end. */
export interface KeptApplication {
  record: ApplicationRecord;
  checkedAt?: number | undefined;
}

/** Delays in milliseconds; they may change while the sandbox runs. */
export interface Timing {
  /** Delay before search and duplicate look-up see a write. */
  indexDelayMs: number;
  /** Delay before a bulk upload runs. */
  jobDelayMs: number;
  /** Duration of the automatic checks of an application; 0 for no checks; undefined: as the world says. */
  checksDelayMs: number | undefined;
  /** Minimum time between two saves of an Update Request for the same journal. */
  resaveDelayMs: number;
}

/** Reading by id returns the latest version, search sees it after the index delay. */
export class ApplicationStore {
  private readonly kept = new Map<string, KeptApplication>();
  private readonly indexed = new Map<string, ApplicationRecord>();
  private readonly waiting: { at: number; id: string }[] = [];
  private readonly timing: Timing;
  private readonly now: () => Date;

  constructor(records: ApplicationRecord[], timing: Timing, now: () => Date) {
    this.timing = timing;
    this.now = now;
    for (const record of records) this.put({ record }, { atOnce: true });
  }

  all(): ApplicationRecord[] {
    this.endChecks();
    return [...this.kept.values()].map(({ record }) => record);
  }

  get(id: string): ApplicationRecord | undefined {
    this.endChecks();
    return this.kept.get(id)?.record;
  }

  /** As stored, with the end of its checks. */
  keptAs(id: string): KeptApplication | undefined {
    return this.kept.get(id);
  }

  /** The newest application about a journal in any state: closed ones no longer name the journal. */
  latestFor(journalId: string): ApplicationRecord | undefined {
    return this.all()
      .filter(({ admin }) => admin.current_journal === journalId)
      .sort((a, b) => ((a.created_date ?? '') < (b.created_date ?? '') ? 1 : -1))[0];
  }

  put(kept: KeptApplication, { atOnce = false } = {}): void {
    this.kept.set(kept.record.id, kept);
    this.indexLater(kept.record.id, atOnce);
  }

  remove(id: string, { atOnce = false } = {}): void {
    this.kept.delete(id);
    this.indexLater(id, atOnce);
  }

  searchable(): ApplicationRecord[] {
    this.endChecks();
    const now = this.now().getTime();
    const due = this.waiting.findIndex((write) => write.at > now);
    for (const { id } of this.waiting.splice(0, due < 0 ? this.waiting.length : due)) this.index(id);
    return [...this.indexed.values()];
  }

  private endChecks(): void {
    const now = this.now().getTime();
    for (const { record, checkedAt } of this.kept.values()) {
      if (checkedAt === undefined || checkedAt > now) continue;
      const status = record.admin.current_journal === undefined ? 'pending' : 'update_request';
      const at = directoryDate(new Date(checkedAt));
      this.put({
        record: { ...record, last_updated: at, admin: { ...record.admin, application_status: status } },
      });
    }
  }

  private indexLater(id: string, atOnce: boolean): void {
    if (atOnce || this.timing.indexDelayMs === 0) this.index(id);
    else this.waiting.push({ at: this.now().getTime() + this.timing.indexDelayMs, id });
  }

  private index(id: string): void {
    const record = this.kept.get(id)?.record;
    if (record) this.indexed.set(id, record);
    else this.indexed.delete(id);
  }
}
