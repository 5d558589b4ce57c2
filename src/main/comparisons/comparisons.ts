import type { Comparison } from '../../shared/comparisons/comparison.ts';
import { AppError } from '../../shared/errors.ts';
import { readJournal } from '../../shared/journal/journal.ts';
import { type Message, msg, sentences } from '../../shared/message.ts';
import { parseIssn } from '../../shared/text/identifiers.ts';
import { isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { createReportTimer, createRuns } from '../platform/runs.ts';
import { readLookUp } from '../remote/answers.ts';
import type { DirectoryRequest } from '../remote/directoryClient.ts';
import { quoted } from '../remote/lookupQuery.ts';
import { requestWithRetry } from '../remote/requestWithRetry.ts';
import { searchRequest } from '../remote/searchRequest.ts';
import type { ComparisonStore } from '../store/comparisons/comparisonStore.ts';
import type { DraftsToCompare } from '../store/comparisons/draftsToCompare.ts';
import type { JournalStore } from '../store/journals/journalStore.ts';
import { compareYear, type HeldArticle, holdArticle } from './compareYear.ts';
import { readYear, type YearReadingParts } from './readYear.ts';

export interface ComparisonParts extends YearReadingParts {
  store: ComparisonStore;
  drafts: DraftsToCompare;
}

/** How many comparisons of one account are stored. */
const maxKept = 20;

/** Each comparison sends one request at a time, after those that the user waits for. */
export function createComparisons(parts: ComparisonParts) {
  const { store, clock, publish, scope } = parts;
  const runs = createRuns<number>(scope, 'comparisons');
  /** Settle when the final state of a comparison is stored, which is before it has ended. */
  const settling = new Map<number, PromiseWithResolvers<void>>();
  const now = () => isoNow({ clock });

  function begin(run: Comparison): void {
    const settled = Promise.withResolvers<void>();
    settling.set(run.id, settled);
    runs.start(run.id, async (signal) => {
      try {
        await work(run, signal, settled.resolve);
      } finally {
        settling.delete(run.id);
        settled.resolve();
      }
    });
  }

  async function work(run: Comparison, signal: AbortSignal, settled: () => void): Promise<void> {
    const { id, accountId } = run;
    try {
      store.finish(id, 'done', await compare(parts, run, signal), now());
    } catch (error) {
      if (!signal.aborted && !(error instanceof AppError)) parts.log.error('comparisons', { error });
      const stopped = msg(`comparisons.stopped.${scope.signal.aborted ? 'ended' : 'person'}`);
      store.finish(
        id,
        signal.aborted ? 'stopped' : 'failed',
        signal.aborted ? stopped : wholeMessage(error),
        now(),
      );
    }
    const ended = store.find(id);
    settled();
    if (ended) publish('comparisons.changed', ended);
    if (ended?.state !== 'done') await store.clearRows(id);
    await store.keepNewest(accountId, maxKept);
  }

  function stop(id: number): Promise<void> {
    return runs.stop(id, new AppError('cancelled', msg('comparisons.stopped.person')));
  }

  return {
    /** Starts, or returns the one running for the journal and year; AppError `input` for an invalid ISSN. */
    start({ accountId, issn, year }: { accountId: string; issn: string; year: string }) {
      parts.account(accountId);
      const known = parseIssn(issn);
      if (known === null) {
        throw fail('comparisons.noIssn', { text: issn });
      }
      const same = store
        .list(accountId)
        .find(
          (run) =>
            run.state === 'running' && runs.has(run.id) && run.year === year && run.issns.includes(known),
        );
      if (same) return same;
      const journal = ownJournal(parts.journals, accountId, known);
      const { journalTitle, issns } = journal ?? { journalTitle: known, issns: [known] };
      const run = store.get(store.create({ accountId, journalTitle, issns, year, at: now() }));
      publish('comparisons.changed', run);
      begin(run);
      return run;
    },
    /** Stops the comparison if it is running, and returns its state. */
    async stop(id: number) {
      store.get(id);
      const settled = settling.get(id);
      const ended = stop(id);
      await (settled?.promise ?? ended);
      // Its end could not be stored at the time.
      if (store.get(id).state === 'running')
        store.finish(id, 'stopped', msg('comparisons.stopped.person'), now());
      return store.get(id);
    },
    async remove(id: number) {
      store.get(id);
      await stop(id);
      await store.remove(id);
    },
    /** Marks comparisons that were running when the program ended as stopped, with a message. */
    async recover() {
      await store.stopInterrupted(msg('comparisons.stopped.ended'), now());
    },
  };
}

/** Reads and compares; returns the message for a comparison that finished. */
async function compare(
  parts: ComparisonParts,
  run: Comparison,
  signal: AbortSignal,
): Promise<Message | null> {
  const { store, clock, drafts } = parts;
  const { accountId, year } = run;
  const client = parts.directory.client(accountId);
  const publishProgress = throttled(parts, run.id);
  let requests = 0;
  const ask = (request: DirectoryRequest) =>
    requestWithRetry(client, request, {
      priority: 'bulk',
      signal,
      clock,
      retryLimits: parts.retryLimits,
      sent: () => void requests++,
    });
  let { issns } = run;
  if (run.journalTitle === issns[0]) {
    const journal = await findJournal(ask, issns[0]);
    store.setJournal(run.id, journal);
    issns = journal.issns;
  }
  const there: HeldArticle[] = [];
  const before = requests;
  const result = await readYear({
    issns,
    year,
    ask,
    found: (articles, progress) => {
      there.push(...articles.map(holdArticle));
      const { total, read, inAll } = progress;
      store.setProgress(run.id, { total, read, requests, requestsInAll: before + inAll });
      publishProgress();
    },
  });
  store.setProgress(run.id, { total: result.total, read: result.read, requests, requestsInAll: requests });
  const unreadable = await compareYear({
    accountId,
    issns,
    year,
    there,
    drafts,
    write: (rows) => store.addRows(run.id, rows),
    signal,
  });
  const own = ownJournal(parts.journals, accountId, issns[0] ?? '');
  const remarks = [
    own?.inDirectory === false ? msg('comparisons.withdrawn') : null,
    unreadable.length > 0 ? unreadableDrafts(unreadable) : null,
    result.hasChanged ? msg('comparisons.changed', { total: result.total, read: result.read }) : null,
  ].filter((remark) => remark !== null);
  return remarks.length === 0 ? null : sentences(remarks);
}

/** Titles in one message; the others are counted. */
const named = 3;

function unreadableDrafts(titles: readonly string[]): Message {
  const names = titles
    .slice(0, named)
    .map((title) => (title === '' ? msg('common.untitled') : title.slice(0, 100)));
  return msg('comparisons.unreadable', { count: titles.length, titles: names });
}

/** A stored journal of the account with this ISSN: the one in the directory, if another with it was withdrawn. */
function ownJournal(journals: Pick<JournalStore, 'list'>, accountId: string, issn: string) {
  const all = journals
    .list(accountId)
    .journals.filter((journal) => journal.pissn === issn || journal.eissn === issn);
  const found = all.find(({ inDirectory }) => inDirectory) ?? all[0];
  if (!found) return null;
  return { journalTitle: found.title || issn, issns: issnsOf(found), inDirectory: found.inDirectory };
}

async function findJournal(
  ask: (request: DirectoryRequest) => ReturnType<typeof requestWithRetry>,
  issn: string | undefined,
): Promise<{ journalTitle: string; issns: string[] }> {
  const query = `issn:${quoted(issn ?? '')}`;
  const answer = await ask(searchRequest('journals', query, { page: 1, pageSize: 10 }));
  const { hits } = readLookUp(answer, (record) => readJournal(record, false));
  const journal = hits.find((one) => one.pissn === issn || one.eissn === issn);
  if (!journal) {
    throw fail('comparisons.noJournal', { issn });
  }
  return { journalTitle: journal.title, issns: issnsOf(journal) };
}

function issnsOf({ pissn, eissn }: { pissn: string | null; eissn: string | null }): string[] {
  return [...new Set([pissn, eissn].filter((issn) => issn !== null))];
}

/** Publishes the state of a running comparison now and then. */
function throttled({ store, clock, publish }: ComparisonParts, id: number): () => void {
  const isDue = createReportTimer(clock);
  return () => {
    if (!isDue()) return;
    const run = store.find(id);
    if (run?.state === 'running') publish('comparisons.changed', run);
  };
}

/** The problem of an error, its cause, and how to fix it. */
function wholeMessage(error: unknown): Message {
  if (!(error instanceof AppError)) return sentences([msg('shell.bug.message'), msg('shell.bug.fix')]);
  return error.full;
}
