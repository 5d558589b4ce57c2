import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { articleKeys, mayBeOne } from '../../../shared/article/articleKeys.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { type GapResult, type GapSource, keyNames } from '../../../shared/gaps/gaps.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import { type Message, msg, sentences } from '../../../shared/message.ts';
import { serviceIssn } from '../../../shared/text/identifiers.ts';
import { isRecord, readArticles } from '../../formats/readArticles.ts';
import { xmlText } from '../../formats/text/decodeText.ts';
import type { ImportJobs } from '../../import/importJobs.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { fail } from '../../platform/failures.ts';
import type { DraftsToCompare } from '../../store/comparisons/draftsToCompare.ts';
import { storageError } from '../../store/database.ts';
import type { HarvestStore, StoredSource } from '../../store/harvest/harvestStore.ts';
import type { ImportStore } from '../../store/imports/importStore.ts';
import type { LedgerStore } from '../../store/watch/ledgerStore.ts';
import type { Crossref } from '../crossref/crossref.ts';
import { sortFormats } from '../harvest/harvestSteps.ts';
import type { PoliteClient } from '../politeClient.ts';
import { splitResponse } from './splitResponse.ts';

export interface FindGapsParts {
  accountId: string;
  client: PoliteClient;
  crossref: Pick<Crossref, 'journalYear'>;
  harvests: Pick<HarvestStore, 'list'>;
  ledger: Pick<LedgerStore, 'alive' | 'find'>;
  drafts: Pick<DraftsToCompare, 'alike'>;
  imports: Pick<ImportStore, 'create' | 'setReceived' | 'move' | 'get'>;
  importJobs: Pick<ImportJobs, 'fileOf' | 'read'>;
  sandboxAddress: (accountId: string | null) => string | null;
  clock: Clock;
  publish: Publish;
  log: { error: (what: string, about: { error: unknown }) => void };
  signal: AbortSignal;
  /** The most bytes that are kept of one repository or journal; by default `maxBytes`. */
  maxBytes?: number;
}

export interface GapQuestion {
  journals: readonly JournalCard[];
  /** These are all journals of the account, so that records without an ISSN are of one of them. */
  isAll: boolean;
  source: GapSource | null;
  reading: (name: string, done: number, total: number) => void;
  /** DOIs and addresses that several published records have (`keyNames`), known at the end. */
  repeated: (names: string[]) => void;
  result: (result: GapResult) => void;
  imported: (id: number) => void;
}

/** The most works that are read of a journal at Crossref. */
const maxWorks = 50_000;
/** The most bytes of missing articles that are kept in memory until they are imported. */
const maxBytes = 200_000_000;

/**
 * Reads what is published of journals, and imports what neither the directory nor the drafts have. A source that fails is
 * a result of its own. Throws AppError, or the signal's reason.
 */
export async function findGaps(parts: FindGapsParts, question: GapQuestion): Promise<void> {
  const { signal } = parts;
  const { source, journals } = question;
  const repositories = source === 'crossref' ? [] : eachOnce(parts.harvests.list(parts.accountId));
  if (source === 'oai' && repositories.length === 0) throw fail('gaps.noRepository');
  const seen = new Set<JournalCard>();
  const published = new Published();
  let done = 0;
  const total = () => repositories.length + (source === 'oai' ? 0 : journals.length - seen.size);
  for (const repository of repositories) {
    signal.throwIfAborted();
    question.reading(repository.name, done, total());
    for (const one of await ofRepository(parts, question, { repository, published })) seen.add(one);
    done++;
  }
  const open = source === 'oai' ? [] : journals.filter((one) => !seen.has(one));
  let works: string[] = [];
  let bytes = 0;
  const importWorks = async () => {
    if (works.length === 0) return;
    const text = `{"message-type":"work-list","message":{"items":[${works.join(',')}]}}`;
    [works, bytes] = [[], 0];
    question.imported(await importOf(parts, 'Crossref', 'crossref-json', 'works', text));
  };
  try {
    for (const [at, journal] of open.entries()) {
      signal.throwIfAborted();
      question.reading(journal.title, repositories.length + at, repositories.length + open.length);
      const found = await ofCrossref(parts, question, { journal, published });
      works.push(...found.missing);
      bytes += found.bytes;
      // The next journal may have as many again.
      if (bytes >= (parts.maxBytes ?? maxBytes)) await importWorks();
    }
  } finally {
    // What was found before it was stopped is kept.
    await importWorks();
  }
  question.repeated(published.repeated());
}

/**
 * What has to be read of each repository to find all that was fetched from it before: everything, if that was fetched once, else
 * each set that was; in the best of the formats, and in one that we cannot read only if no other is known.
 */
function eachOnce(sources: readonly StoredSource[]): StoredSource[] {
  return [...Map.groupBy(sources, ({ address }) => address).values()].flatMap((known) => {
    const formats = sortFormats(known.map(({ prefix }) => prefix));
    const readable = formats.filter(({ isReadable }) => isReadable);
    const sorted = (readable.length > 0 ? readable : formats).flatMap((format) =>
      known.filter(({ prefix }) => prefix === format.prefix),
    );
    const whole = sorted.find(({ set }) => set === '');
    const bySet = Map.groupBy(sorted, ({ set }) => set);
    return whole ? [whole] : [...bySet.values()].map(([best]) => best!);
  });
}

/** The journals of which the repository has records. */
async function ofRepository(
  parts: FindGapsParts,
  question: GapQuestion,
  {
    repository: { address, name, prefix, set },
    published,
  }: { repository: StoredSource; published: Published },
): Promise<JournalCard[]> {
  const { accountId, signal } = parts;
  const { harvestRecords } = await import('../harvest/harvestRecords.ts');
  const counts = new Counts(parts);
  const missing: string[] = [];
  let kept = 0;
  const notes: Message[] = [];
  let problem: Message | null = null;
  try {
    await harvestRecords({
      client: parts.client,
      address,
      sandboxAddress: parts.sandboxAddress(accountId),
      signal,
      query: { prefix, set, from: '' },
      state: { token: '', responseDate: null },
      offered: () => {},
      async keep({ bytes, pieces }) {
        for (const { identifier, response: file } of splitResponse(await xmlText(bytes), pieces)) {
          // It may be in several sets, and in several parts of a list that changes while it is read.
          if (identifier !== '' && !published.isFirst(`${address} ${identifier}`)) continue;
          const record = await readOne(file);
          published.add(record);
          const journal = record === null ? null : journalOf(record, question);
          if (journal === 'other') continue;
          published.take(record);
          if (!counts.add(journal, record)) continue;
          missing.push(file);
          kept += Buffer.byteLength(file);
          if (kept >= (parts.maxBytes ?? maxBytes)) throw new AppError('remote', msg('harvest.note.tooLong'));
        }
      },
      async restart() {
        missing.length = 0;
        kept = 0;
        counts.clear();
        published.forget();
      },
      progress: () => {},
      note: (note) => notes.push(note),
    });
  } catch (error) {
    if (!signal.aborted) problem = problemOf(error, (bug) => parts.log.error('gaps', { error: bug }));
  }
  published.keep('oai');
  for (const { journal, ...one } of counts.all()) {
    const about = journal === null ? { name, issns: [] } : { name: journal.title, issns: issnsOf(journal) };
    question.result({ source: 'oai', ...about, ...one, problem: null });
  }
  for (const one of [...(problem === null ? [] : [problem]), ...notes])
    question.result({ source: 'oai', name, issns: [], ...noCounts(), problem: one });
  if (missing.length > 0) question.imported(await importOf(parts, name, 'oai', prefix, ...missing));
  signal.throwIfAborted();
  return counts.all().flatMap(({ journal }) => journal ?? []);
}

async function ofCrossref(
  parts: FindGapsParts,
  question: GapQuestion,
  { journal, published }: { journal: JournalCard; published: Published },
): Promise<{ missing: string[]; bytes: number }> {
  const { accountId, signal } = parts;
  const { recordOfWork } = await import('../crossref/recordOfWork.ts');
  const counts = new Counts(parts);
  const missing: string[] = [];
  let bytes = 0;
  const issns = issnsOf(journal);
  let problem: Message | null = null;
  let [read, total] = [0, 0];
  try {
    for await (const page of parts.crossref.journalYear(accountId, { issns, year: null, signal })) {
      const { works } = page;
      total = page.total;
      for (const work of works) {
        const record = recordOfWork(work);
        if (published.isTaken(record)) continue;
        published.add(record);
        if (!counts.add(journal, record)) continue;
        const text = JSON.stringify(work);
        missing.push(text);
        bytes += Buffer.byteLength(text);
      }
      read += works.length;
      if (read >= maxWorks || bytes >= (parts.maxBytes ?? maxBytes)) break;
    }
    // Crossref may say a wrong total, or end its list too early.
    if (read < total) problem = msg('comparisons.crossref.cut', { read, total });
  } catch (error) {
    if (!signal.aborted) problem = problemOf(error, (bug) => parts.log.error('gaps', { error: bug }));
  }
  published.keep('crossref');
  const [counted] = counts.all();
  const { journal: _, ...all } = counted ?? { journal, ...noCounts() };
  question.result({ source: 'crossref', name: journal.title, issns, ...all, problem });
  return { missing, bytes };
}

/** The records of a search, and the DOIs and addresses of all of them, of whatever journal. */
class Published {
  readonly #kept: Record<GapSource, Map<string, number>> = { oai: new Map(), crossref: new Map() };
  /** The records themselves, by their repository and identifier. */
  readonly #records = new Set<string>();
  /** Those of the source that is being read. */
  #now: string[] = [];
  readonly #recordsNow = new Set<string>();
  /** The DOIs of articles that were taken from repositories, which Crossref has, too. */
  readonly #taken = new Set<string>();
  #takenNow: string[] = [];

  /** Returns false for a record that this search has read before. */
  isFirst(record: string): boolean {
    if (this.#records.has(record) || this.#recordsNow.has(record)) return false;
    this.#recordsNow.add(record);
    return true;
  }

  /** null: the record cannot be read. */
  add(record: unknown): void {
    if (record !== null) this.#now.push(...keyNames(articleKeys(record)));
  }

  /** The article is one of those that the repository is asked about. */
  take(record: unknown): void {
    const { doi } = record === null ? { doi: null } : articleKeys(record);
    if (doi) this.#takenNow.push(doi);
  }

  isTaken(record: unknown): boolean {
    return record !== null && this.#taken.has(articleKeys(record).doi ?? '');
  }

  /** The source starts over. */
  forget(): void {
    this.#now = [];
    this.#takenNow = [];
    this.#recordsNow.clear();
  }

  /** The source has been read. */
  keep(source: GapSource): void {
    const kept = this.#kept[source];
    for (const name of this.#now) kept.set(name, (kept.get(name) ?? 0) + 1);
    for (const record of this.#recordsNow) this.#records.add(record);
    for (const doi of this.#takenNow) this.#taken.add(doi);
    this.#now = [];
    this.#takenNow = [];
    this.#recordsNow.clear();
  }

  /** What a repository and Crossref both have is the same article. */
  repeated(): string[] {
    const names = Object.values(this.#kept).flatMap((kept) =>
      [...kept].flatMap(([name, count]) => (count > 1 ? name : [])),
    );
    return [...new Set(names)];
  }
}

type Count = Omit<GapResult, 'source' | 'name' | 'issns' | 'problem'>;

const noCounts = (): Count => ({ found: 0, there: 0, draftIds: [], missing: 0, unreadable: 0 });

/** Counts the records of each journal; null: those that name no journal. */
class Counts {
  readonly #parts: Pick<FindGapsParts, 'accountId' | 'ledger' | 'drafts'>;
  readonly #counts = new Map<JournalCard | null, Count>();

  constructor(parts: Pick<FindGapsParts, 'accountId' | 'ledger' | 'drafts'>) {
    this.#parts = parts;
  }

  clear(): void {
    this.#counts.clear();
  }

  all(): (Count & { journal: JournalCard | null })[] {
    return [...this.#counts].map(([journal, count]) => ({ journal, ...count }));
  }

  /** Returns true if the article belongs in the import; null: it cannot be read, which the import explains. */
  add(journal: JournalCard | null, record: unknown): boolean {
    const count = this.#counts.get(journal) ?? noCounts();
    this.#counts.set(journal, count);
    count.found++;
    if (record === null) {
      count.unreadable++;
      return true;
    }
    const keys = articleKeys(record);
    const { accountId, ledger, drafts } = this.#parts;
    const alike = drafts
      .alike(accountId, { remoteId: null, ...keys })
      .filter(({ doi }) => mayBeOne(doi, keys.doi));
    const there = ledger.alive(accountId, { doiKey: keys.doi, urlKey: keys.url, remoteId: '' });
    // What was never read back may be in the ledger under its draft's id alone.
    const isThere =
      (there !== null && mayBeOne(there.doiKey, keys.doi)) ||
      alike.some(({ remoteId }) => remoteId !== null && isPresent(ledger.find(accountId, remoteId)));
    if (isThere) count.there++;
    else if (alike.length > 0)
      count.draftIds = [...new Set([...count.draftIds, ...alike.map(({ id }) => id)])];
    else count.missing++;
    return !isThere && alike.length === 0;
  }
}

function isPresent(known: { state: string } | null): boolean {
  return known === null || known.state === 'present';
}

function issnsOf({ pissn, eissn }: JournalCard): string[] {
  return [...new Set([pissn, eissn].filter((issn) => issn !== null))];
}

/** `other`: of a journal that is not asked about; null: the record names none. */
function journalOf(record: unknown, { journals, isAll }: GapQuestion): JournalCard | 'other' | null {
  const issns = issnsIn(record);
  const found = journals.find((journal) => issnsOf(journal).some((issn) => issns.includes(issn)));
  if (found) return found;
  return issns.length === 0 && isAll ? null : 'other';
}

function issnsIn(record: unknown): string[] {
  const { identifier } = (record as { bibjson?: { identifier?: unknown } }).bibjson ?? {};
  if (!Array.isArray(identifier)) return [];
  return identifier.flatMap(({ type, id }) =>
    /^[pe]?issn$/.test(String(type)) ? serviceIssn(String(id)) : [],
  );
}

/** null: it cannot be read. */
async function readOne(text: string): Promise<unknown> {
  async function* once() {
    yield Buffer.from(text);
  }
  for await (const item of readArticles(once(), { format: 'oai', fileName: 'record.xml' }))
    return isRecord(item) ? item.record : null;
  return null;
}

/** An import of texts, each of which is a file; it waits for a review. */
async function importOf(
  { imports, importJobs, clock, accountId, publish }: FindGapsParts,
  name: string,
  format: 'oai' | 'crossref-json',
  file: string,
  ...texts: readonly string[]
): Promise<number> {
  const pieces = texts.map((text) => Buffer.from(text));
  const files = pieces.map(({ length }, at) => ({
    name: `${file}-${at + 1}.${format === 'oai' ? 'xml' : 'json'}`,
    size: length,
  }));
  const size = files.reduce((sum, one) => sum + one.size, 0);
  const at = isoNow({ clock });
  const { id } = imports.create({ accountId, name: name.slice(0, 300), size, files, format, at });
  const path = importJobs.fileOf(id);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, Buffer.concat(pieces), { mode: 0o600 });
  imports.setReceived(id, size);
  if (imports.move(id, ['receiving'], 'reading')) importJobs.read(id);
  publish('imports.changed', imports.get(id));
  return id;
}

/** Why a search failed, in words for the user. */
export function problemOf(error: unknown, bug: (error: unknown) => void): Message {
  const known = storageError(error);
  if (known instanceof AppError) return known.full;
  bug(error);
  return sentences([msg('shell.bug.message'), msg('shell.bug.fix')]);
}
