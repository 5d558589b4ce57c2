import { readArticle } from '../../../shared/article/article.ts';
import { type ArticleKeys, articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Comparison, CrossrefReading } from '../../../shared/comparisons/comparison.ts';
import type { Publish } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { removeAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import type { JournalCard } from '../../../shared/journal/journal.ts';
import { type Message, msg, sentences } from '../../../shared/message.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createRuns } from '../../platform/runs.ts';
import type { Scope } from '../../platform/scope.ts';
import { type ComparisonStore, type NewRow, rowKeys } from '../../store/comparisons/comparisonStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { Crossref } from './crossref.ts';

export interface CrossrefReadingsParts {
  crossref: Pick<Crossref, 'journalYear'>;
  store: ComparisonStore;
  /** Returns true if the directory or a draft has the article, of whatever year. */
  isKnown: (accountId: string, keys: ArticleKeys) => boolean;
  /** The account’s journals; null if they were never fetched. */
  journals: (accountId: string) => readonly JournalCard[] | null;
  clock: Clock;
  publish: Publish;
  log: Pick<Log, 'error'>;
  scope: Scope;
}

/** The maximum number of works read for one journal and year. */
const maxWorks = 10_000;
/** Rows written in one transaction. */
const sliceSize = 100;

/**
 * Each reading adds Crossref's data to the rows of a finished comparison, and adds rows for articles that only Crossref
 * has.
 */
export function createCrossrefReadings(parts: CrossrefReadingsParts) {
  const { store, clock, publish, scope } = parts;
  const runs = createRuns<number>(scope, 'crossref');

  function report(id: number, reading: Omit<CrossrefReading, 'at'>): void {
    store.setCrossref(id, { ...reading, at: isoNow({ clock }) });
    const run = store.find(id);
    if (run) publish('comparisons.changed', run);
  }

  async function work(run: Comparison, signal: AbortSignal): Promise<void> {
    const { id } = run;
    let progress: { total: number | null; read: number } = { total: null, read: 0 };
    try {
      const { recordOfWork } = await import('./recordOfWork.ts');
      const records = new Map<string, DraftRecord>();
      await store.clearCrossref(id);
      for await (const { works, total } of parts.crossref.journalYear(run.accountId, { ...run, signal })) {
        for (const one of works) {
          const record = recordOfWork(one);
          if (record) records.set(String(one.DOI).toLowerCase(), record);
        }
        progress = { total, read: progress.read + works.length };
        report(id, { state: 'running', message: null, ...progress });
        if (progress.read >= maxWorks) break;
      }
      await storeWorks(run, records, signal);
      const isCut = progress.total !== null && progress.read < progress.total;
      const message = isCut ? msg('comparisons.crossref.cut', progress) : null;
      report(id, { state: 'done', message, ...progress });
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) parts.log.error('crossref', { error });
      await store.clearCrossref(id);
      report(id, { ...endOf(error, signal, scope.signal), ...progress });
    }
  }

  async function storeWorks(
    run: Comparison,
    records: Map<string, DraftRecord>,
    signal: AbortSignal,
  ): Promise<void> {
    const hasAbstracts = isOwnJournal(parts.journals(run.accountId) ?? [], run.issns);
    const jsonOf = (record: DraftRecord) =>
      JSON.stringify(hasAbstracts ? record : removeAt(record, 'bibjson.abstract'));
    const rows = store.rowDois(run.id).filter(({ doi }) => records.has(doi));
    await inBatches(
      rows,
      (slice) => store.setWorks(slice.map(({ id, doi }) => ({ rowId: id, json: jsonOf(records.get(doi)!) }))),
      { size: sliceSize, signal },
    );
    for (const { doi } of rows) records.delete(doi);
    // An article that appeared online in December may be here, and there, under the next year.
    const others: NewRow[] = [];
    await inBatches(
      [...records],
      (slice) => {
        const unknown = slice.filter(([, record]) => !parts.isKnown(run.accountId, articleKeys(record)));
        others.push(...unknown.map(([doi, record]) => rowOf(doi, record, jsonOf(record))));
      },
      { size: sliceSize, signal },
    );
    others.sort((one, other) => one.title.localeCompare(other.title));
    await inBatches(others, (slice) => store.addRows(run.id, slice), { size: sliceSize, signal });
    signal.throwIfAborted();
  }

  return {
    /** Starts a reading for a finished comparison, unless one is running. */
    start(id: number): Comparison {
      const run = store.get(id);
      if (run.state !== 'done' || runs.has(id)) return run;
      report(id, { state: 'running', message: null, total: null, read: 0 });
      runs.start(id, (signal) => work(run, signal));
      return store.get(id);
    },
    /** Stops the reading if it is running; what it read is not kept. */
    async stop(id: number): Promise<Comparison> {
      await runs.stop(id, new AppError('cancelled', msg('comparisons.crossref.stopped')));
      return store.get(id);
    },
    /** Marks readings that were running when the program ended as stopped. */
    async recover(): Promise<void> {
      for (const { id, crossref } of store.askingCrossref()) {
        if (!crossref) continue;
        await store.clearCrossref(id);
        store.setCrossref(id, { ...crossref, state: 'stopped', message: msg('comparisons.crossref.ended') });
      }
    },
  };
}

function isOwnJournal(journals: readonly JournalCard[], issns: readonly string[]): boolean {
  return journals.some(
    ({ mine, pissn, eissn }) => mine && [pissn, eissn].some((issn) => issn !== null && issns.includes(issn)),
  );
}

function rowOf(doi: string, record: DraftRecord, json: string): NewRow {
  return {
    outcome: 'crossref-only',
    title: readArticle(record).title,
    doi,
    draftId: null,
    draftVersion: null,
    remoteId: null,
    differences: [],
    keys: rowKeys({ doi, remoteId: null, draftId: null }),
    record: null,
    crossref: json,
  };
}

function endOf(
  error: unknown,
  signal: AbortSignal,
  program: AbortSignal,
): { state: 'stopped' | 'failed'; message: Message } {
  if (signal.aborted)
    return {
      state: 'stopped',
      message: msg(`comparisons.crossref.${program.aborted ? 'ended' : 'stopped'}`),
    };
  if (error instanceof AppError) return { state: 'failed', message: error.full };
  return { state: 'failed', message: sentences([msg('shell.bug.message'), msg('shell.bug.fix')]) };
}
