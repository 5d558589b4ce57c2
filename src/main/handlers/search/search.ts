import type { HandlersOf } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import type { SavedSearch, SearchKind } from '../../../shared/search/searching.ts';
import { checkPaging, checkQuery, checkSort } from '../../../shared/search/searchQuery.ts';
import { isoNow } from '../../platform/clock.ts';
import { readHits } from '../../remote/answers.ts';
import type { Answer } from '../../remote/exchange.ts';
import { requestWithRetry } from '../../remote/requestWithRetry.ts';
import { searchPages } from '../../remote/searchPages.ts';
import { type SearchedKind, searchRequest } from '../../remote/searchRequest.ts';
import { takeTurn } from '../../remote/takeTurn.ts';
import type { App } from '../../services/createApp.ts';
import type { SearchAsked } from '../../store/searches/searchStore.ts';
import { keepRemoved, undoably } from '../undoably.ts';
import { exportSearch } from './exportSearch.ts';
import { type HitParts, readSearchHits } from './searchHits.ts';

const collections: Record<SearchKind, SearchedKind> = {
  article: 'articles',
  journal: 'journals',
  application: 'applications',
};

/** The calls that search the directory and store searches. */
export function searchHandlers(app: App): HandlersOf<'search'> {
  const { access } = app;
  const { searches, journals } = app.stores;
  const hitParts: HitParts = {
    drafts: searches,
    isMine: (accountId, id) => journals.get(accountId, id)?.journal.mine ?? false,
  };
  const now = () => isoNow(app);
  const published = (search: SavedSearch): SavedSearch => {
    app.publish('search.changed', { accountId: search.accountId });
    return search;
  };

  return {
    'search.run': async ({ page, pageSize, ...asked }) => {
      checkAsked(asked, app);
      stopAt(checkPaging({ page: String(page), pageSize: String(pageSize) }).findings);
      const { answer, took } = await ask(app, asked, { page, pageSize });
      const { total, results } = readHits(answer);
      const at = now();
      if (page === 1) {
        searches.note(asked, total, at);
        app.publish('search.changed', { accountId: asked.accountId });
      }
      const { kind, sort } = asked;
      const hits = readSearchHits(results, asked, hitParts);
      return { kind, query: sentQuery(asked, app), sort, total, page, pageSize, hits, took, at };
    },
    'search.list': ({ accountId }) => {
      access.get(accountId);
      return searches.list(accountId);
    },
    'search.save': (search) => {
      access.get(search.accountId);
      return published(searches.save(search));
    },
    'search.rename': ({ id, name }) => published(searches.rename(id, name)),
    'search.remove': async ({ id }) => {
      const search = searches.get(id);
      const { accountId, name } = search;
      const remove = () => {
        searches.remove(id);
        published(search);
        return null;
      };
      // Recent searches have no name; they come and go by themselves.
      if (name === '') return remove();
      const about = { accountId, kind: 'removeSearch' as const, subject: String(id), name };
      await undoably(app, about, async (step) => {
        await keepRemoved(app, step, 'searches', [id]);
        remove();
        return {};
      });
      return null;
    },
    'search.count': async ({ id }) => {
      const search = searches.get(id);
      checkAsked(search, app);
      const { total } = readHits((await ask(app, search, { page: 1, pageSize: 1 })).answer);
      return published(searches.setTotal(id, total, now()));
    },
    'search.export': async ({ format, ...asked }) => {
      checkAsked(asked, app);
      const { total, records } = await allRecords(app, asked);
      const hits = readSearchHits(records, asked, hitParts);
      const about = { ...asked, query: sentQuery(asked, app), total, at: now() };
      return { ...exportSearch(hits, about, format), count: hits.length, total };
    },
  };
}

/** Throws with the first reason why the search may not be sent. */
function checkAsked({ accountId, kind, query, sort }: SearchAsked, { access, serverProfiles }: App): void {
  const { dialect } = access.get(accountId);
  const { wildcards } = serverProfiles.of(accountId);
  stopAt(checkQuery(query, { kind, dialect, wildcards }).findings);
  stopAt(checkSort(sort, { kind, dialect }).findings);
}

function stopAt(findings: readonly Finding[]): void {
  const error = findings.find(({ severity }) => severity === 'error');
  if (error) throw new AppError('input', error.message, { fix: error.help });
}

function sentQuery({ accountId, kind, query }: SearchAsked, { access }: App): string {
  return checkQuery(query, { kind, dialect: access.get(accountId).dialect }).query;
}

/** Requests one page; `took` is how long the directory needed, in milliseconds, without the limiter's pause. */
async function ask(
  { access, directory, clock }: App,
  { accountId, kind, query, sort }: SearchAsked,
  paging: { page: number; pageSize: number },
): Promise<{ answer: Answer; took: number }> {
  const client = directory.client(accountId);
  const request = searchRequest(collections[kind], query, { ...paging, sort });
  // Without a key nothing is sent, and the client reports that.
  const mayGo = !request.wantsKey || (await access.key(accountId)) !== null;
  const stopped = mayGo ? await takeTurn(directory.limiter(accountId), 'interactive') : null;
  if (stopped) return { answer: stopped, took: 0 };
  let started = clock.monotonic();
  let answer = mayGo ? await client.perform(request, client.begin(request, null)) : await client.ask(request);
  if (answer.kind === 'answer' && answer.status === 429) {
    started = clock.monotonic();
    answer = await client.ask(request);
  }
  return { answer, took: Math.round(clock.monotonic() - started) };
}

/** Every record that the directory shows: its first 1,000, page by page with the lowest priority. */
async function allRecords(
  { directory, clock, options }: App,
  { accountId, kind, query, sort }: SearchAsked,
): Promise<{ total: number; records: unknown[] }> {
  const found = new Map<unknown, unknown>();
  let total = 0;
  const client = directory.client(accountId);
  const pages = searchPages({ kind: collections[kind], query, sort }, (request) =>
    requestWithRetry(client, request, { priority: 'bulk', clock, retryLimits: options.timing?.retryLimits }),
  );
  for await (const page of pages) {
    total = page.total;
    // A record that moved to the next page meanwhile appears twice.
    for (const record of page.results) found.set((record as { id?: unknown } | null)?.id ?? record, record);
  }
  return { total, records: [...found.values()] };
}
