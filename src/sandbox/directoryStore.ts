import { ApplicationStore, type Timing } from './applications/applicationStore.ts';
import type { ArticleRecord, JournalRecord, Tombstone } from './records.ts';
import type { Account, Lock, World } from './world.ts';

/** An article as search and duplicate look-up see it: as last indexed. */
export interface Indexed {
  record: ArticleRecord;
  /** Sequence number of the first indexing: the order of results without a sort. */
  order: number;
}

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
  private readonly indexed = new Map<string, Indexed>();
  private readonly byDoi = new IdIndex();
  private readonly byFullText = new IdIndex();
  private readonly byValue: Record<string, IdIndex> = {
    'index.issn.exact': new IdIndex(),
    'bibjson.identifier.id.exact': new IdIndex(),
    'bibjson.link.url.exact': new IdIndex(),
  };
  private readonly waiting: { at: number; id: string }[] = [];
  private readonly timing: Timing;
  private readonly now: () => Date;
  private nextOrder = 0;

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
    this.refresh();
    const ids = new Set([...this.byDoi.get(doiKey), ...this.byFullText.get(fullTextKey)]);
    return [...ids].map((id) => this.indexed.get(id)!.record);
  }

  searchable(): Iterable<Indexed> {
    this.refresh();
    return this.indexed.values();
  }

  /** The articles with this exact value in the field, oldest first; undefined for a field without an index. */
  searchableWith(field: string, value: string): Indexed[] | undefined {
    this.refresh();
    if (field === 'id' || field === 'id.exact') {
      const one = this.indexed.get(value);
      return one ? [one] : [];
    }
    const index = this.byValue[field];
    return index && [...index.get(value)].map((id) => this.indexed.get(id)!);
  }

  private indexLater(id: string, atOnce: boolean): void {
    if (atOnce || this.timing.indexDelayMs === 0) this.index(id);
    else this.waiting.push({ at: this.now().getTime() + this.timing.indexDelayMs, id });
  }

  private refresh(): void {
    const now = this.now().getTime();
    const due = this.waiting.findIndex((write) => write.at > now);
    for (const { id } of this.waiting.splice(0, due < 0 ? this.waiting.length : due)) this.index(id);
  }

  private index(id: string): void {
    const before = this.indexed.get(id);
    if (before) this.eachKey(before.record, (index, key) => index.remove(key, id));
    const record = this.articles.get(id);
    if (record) {
      this.indexed.set(id, { record, order: before?.order ?? this.nextOrder++ });
      this.eachKey(record, (index, key) => index.add(key, id));
    } else this.indexed.delete(id);
  }

  private eachKey(record: ArticleRecord, visit: (index: IdIndex, key: string | undefined) => void): void {
    visit(this.byDoi, record.index.doi);
    visit(this.byFullText, record.index.fulltext);
    for (const issn of record.index.issn ?? []) visit(this.byValue['index.issn.exact']!, issn);
    for (const { id } of record.bibjson.identifier ?? [])
      visit(this.byValue['bibjson.identifier.id.exact']!, id);
    for (const { url } of record.bibjson.link ?? []) visit(this.byValue['bibjson.link.url.exact']!, url);
  }
}

function issnsOfJournal({ bibjson }: JournalRecord): Set<string> {
  return new Set(
    [bibjson.pissn, bibjson.eissn].filter((issn) => issn !== undefined).filter((issn) => issn !== ''),
  );
}

/** Several ids for a key, cheap in the usual case of one id. */
class IdIndex {
  private readonly ids = new Map<string, string | Set<string>>();

  add(key: string | undefined, id: string): void {
    if (key === undefined) return;
    const held = this.ids.get(key);
    if (held === undefined) this.ids.set(key, id);
    else if (typeof held !== 'string') held.add(id);
    else if (held !== id) this.ids.set(key, new Set([held, id]));
  }

  remove(key: string | undefined, id: string): void {
    if (key === undefined) return;
    const held = this.ids.get(key);
    if (held === id) this.ids.delete(key);
    else if (held instanceof Set && held.delete(id) && held.size === 0) this.ids.delete(key);
  }

  get(key: string | undefined): Iterable<string> {
    const held = key === undefined ? undefined : this.ids.get(key);
    if (held === undefined) return [];
    return typeof held === 'string' ? [held] : held;
  }
}
