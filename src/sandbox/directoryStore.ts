import { ApplicationStore, type Timing } from './applications/applicationStore.ts';
import type { ArticleRecord, JournalRecord, Tombstone } from './records.ts';
import { ArticleIndex } from './search/articleIndex.ts';
import type { Account, Lock, World } from './world.ts';

/** Reads by id are current; search and duplicates lag `indexDelayMs` (reference/directory-api.md 1.3). */
export class DirectoryStore {
  readonly accounts: Account[];
  readonly applications: ApplicationStore;
  /** Records that are open for editing. */
  locks: Lock[];
  /** True if the world has automatic checks. */
  readonly areChecksOn: boolean;
  /** Time of the last save of an Update Request in milliseconds, by journal. */
  readonly updateRequestSaves = new Map<string, number>();
  readonly articles = new Map<string, ArticleRecord>();
  /** By the id of the deleted article, which may exist again (reference/directory-changes.md 1.8). */
  readonly tombstones = new Map<string, Tombstone>();
  private readonly accountsByKey = new Map<string, Account>();
  private readonly journalsById = new Map<string, JournalRecord>();
  private readonly journalsWithIssn = new Map<string, JournalRecord[]>();
  private readonly index = new ArticleIndex();
  private readonly waiting: { at: number; id: string }[] = [];
  private readonly timing: Timing;
  private readonly now: () => Date;

  constructor(world: World, timing: Timing, now: () => Date) {
    this.accounts = world.accounts;
    this.applications = new ApplicationStore(world.applications, timing, now);
    this.locks = world.locks;
    this.areChecksOn = world.areChecksOn;
    this.timing = timing;
    this.now = now;
    for (const account of world.accounts) this.accountsByKey.set(account.api_key, account);
    for (const journal of world.journals) this.putJournal(journal);
    for (const article of world.articles) this.put(article, { atOnce: true });
  }

  accountWithKey(key: string): Account | undefined {
    return this.accountsByKey.get(key);
  }

  get journals(): JournalRecord[] {
    return [...this.journalsById.values()];
  }

  journal(id: string): JournalRecord | undefined {
    return this.journalsById.get(id);
  }

  putJournal(journal: JournalRecord): void {
    this.removeJournal(journal.id);
    this.journalsById.set(journal.id, journal);
    for (const issn of issnsOfJournal(journal)) {
      this.journalsWithIssn.set(issn, [...this.journalsByIssn(issn), journal]);
    }
  }

  removeJournal(journalId: string): void {
    const before = this.journalsById.get(journalId);
    for (const issn of before ? issnsOfJournal(before) : []) {
      const others = this.journalsByIssn(issn).filter(({ id }) => id !== journalId);
      this.journalsWithIssn.set(issn, others);
    }
    this.journalsById.delete(journalId);
  }

  /** Every journal record, including withdrawn ones, with the ISSN in either slot. */
  journalsByIssn(issn: string): JournalRecord[] {
    return this.journalsWithIssn.get(issn) ?? [];
  }

  put(record: ArticleRecord, { atOnce = false } = {}): void {
    this.articles.set(record.id, record);
    this.indexLater(record.id, atOnce);
  }

  /** Returns false if there is no such article. */
  remove(id: string, { atOnce = false } = {}): boolean {
    const was = this.articles.delete(id);
    this.indexLater(id, atOnce);
    return was;
  }

  /** The indexed articles with this DOI key or this full-text key. */
  articlesWithKeys(doiKey: string | undefined, fullTextKey: string | undefined): ArticleRecord[] {
    const index = this.articleIndex();
    const slots = new Set([
      ...(doiKey === undefined ? [] : index.slotsWith('index.doi.exact', doiKey)),
      ...(fullTextKey === undefined ? [] : index.slotsWith('index.fulltext.exact', fullTextKey)),
    ]);
    return [...slots].map((slot) => index.get(slot)!);
  }

  /** The articles as search sees them now. */
  articleIndex(): ArticleIndex {
    const now = this.now().getTime();
    const due = this.waiting.findIndex((write) => write.at > now);
    for (const { id } of this.waiting.splice(0, due < 0 ? this.waiting.length : due)) this.reindex(id);
    return this.index;
  }

  private indexLater(id: string, atOnce: boolean): void {
    if (atOnce || this.timing.indexDelayMs === 0) this.reindex(id);
    else this.waiting.push({ at: this.now().getTime() + this.timing.indexDelayMs, id });
  }

  private reindex(id: string): void {
    this.index.set(id, this.articles.get(id));
  }
}

function issnsOfJournal({ bibjson }: JournalRecord): Set<string> {
  return new Set(
    [bibjson.pissn, bibjson.eissn].filter((issn) => issn !== undefined).filter((issn) => issn !== ''),
  );
}
