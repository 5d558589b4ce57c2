import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectClient } from '../../../../src/renderer/state/data/client.ts';
import { storeAnswer } from '../../../../src/renderer/state/data/invalidation.ts';
import { cachedAnswer, queryClient } from '../../../../src/renderer/state/data/queries.ts';
import {
  askAgain,
  chooseKind,
  openHit,
  runSaved,
  runSearch,
  setDraftIds,
  setPickedHits,
  setText,
  showSearchesOf,
  tryAgain,
  useSearches,
} from '../../../../src/renderer/state/data/searches.ts';
import type { Answer, Bridge, CallInput } from '../../../../src/shared/contract/contract.ts';
import type { Account } from '../../../../src/shared/directory/account.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { literal } from '../../../../src/shared/message.ts';
import type { Hit, SavedSearch, SearchPage } from '../../../../src/shared/search/searching.ts';
import type { Settings } from '../../../../src/shared/settings.ts';

/** A stand-in for main: responses repeat the question and come when the test releases them. */
class SearchBridge implements Bridge {
  fails = false;
  readonly asked: CallInput<'search.run'>[] = [];
  private readonly held: (() => void)[] = [];

  async invoke(name: string, input: unknown): Promise<Answer> {
    if (name === 'search.list') return { ok: true, value: { saved: [], recent: [] } };
    expect(name).toBe('search.run');
    const asked = input as CallInput<'search.run'>;
    this.asked.push(asked);
    await new Promise<void>((resolve) => this.held.push(resolve));
    if (this.fails) return { ok: false, error: new AppError('offline', literal('No connection.')).toWire() };
    const hits = [{ id: 'a1', title: asked.query, draftId: null } as Hit];
    const { kind, query, sort, page, pageSize } = asked;
    const value: SearchPage = { kind, query, sort, page, pageSize, total: 90, hits, took: 1, at: `${page}` };
    return { ok: true, value };
  }
  subscribe(): () => void {
    return () => {};
  }
  /** Releases pending responses, the latest first, which is the order that reveals mistakes. */
  async answer(): Promise<void> {
    for (const go of this.held.splice(0).reverse()) go();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let bridge: SearchBridge;
let stops: (() => void)[];
let accounts = 0;

beforeEach(() => {
  bridge = new SearchBridge();
  const id = `account ${++accounts}`;
  storeAnswer('app.settings', {}, () => ({ accountId: id }) as Settings);
  storeAnswer('accounts.list', {}, () => [{ id } as Account]);
  stops = [connectClient(bridge)];
  showSearchesOf(id);
  chooseKind('article');
});
afterEach(() => {
  for (const stop of stops) stop();
});

/** The response to the last question. */
function answer() {
  const { asked } = useSearches.getState();
  return {
    result: (asked && cachedAnswer('search.run', asked)) ?? null,
    state: asked && queryClient.getQueryState<unknown, AppError>(['search.run', asked]),
  };
}
const found = () => answer().result?.query;

test('a late answer to an older question is dropped', async () => {
  setText(' first ');
  void runSearch();
  setText('second');
  void runSearch();
  await bridge.answer();
  expect(bridge.asked.map(({ query }) => query)).toEqual(['first', 'second']);
  expect(found()).toBe('second');
  expect(answer().state?.fetchStatus).toBe('idle');
});

test('pages and order belong to the executed query, whatever was typed since', async () => {
  setText('maps');
  void runSearch();
  await bridge.answer();
  setText('something else');
  void askAgain({ page: 3 });
  await bridge.answer();
  void askAgain({ sort: 'title:desc' });
  await bridge.answer();
  expect(bridge.asked.map(({ query, page, sort }) => [query, page, sort])).toEqual([
    ['maps', 1, ''],
    ['maps', 3, ''],
    ['maps', 1, 'title:desc'],
  ]);
  expect(useSearches.getState().sort).toBe('title:desc');
});

test('a failed search is retried unchanged and shows no earlier results', async () => {
  setText('maps');
  void runSearch();
  await bridge.answer();
  bridge.fails = true;
  void askAgain({ page: 2 });
  await bridge.answer();
  expect(answer()).toMatchObject({
    result: null,
    state: { fetchStatus: 'idle', error: { code: 'offline' } },
  });
  bridge.fails = false;
  void tryAgain();
  await bridge.answer();
  expect(answer()).toMatchObject({ result: { page: 2 }, state: { error: null } });
});

test('another kind keeps the typed text and drops the results; another account starts empty', async () => {
  setText('maps');
  void runSearch();
  await bridge.answer();
  openHit(0);
  void askAgain({ sort: 'title:asc' });
  chooseKind('journal');
  await bridge.answer();
  expect(useSearches.getState()).toMatchObject({
    kind: 'journal',
    text: 'maps',
    sort: '',
    asked: null,
    open: null,
  });
  showSearchesOf('someone else');
  expect(useSearches.getState()).toMatchObject({ kind: 'journal', text: '', accountId: 'someone else' });
});

test('a saved search runs with its kind and order, and a result knows its draft', async () => {
  void runSaved({ kind: 'journal', query: 'title:x', sort: 'title:desc' } as SavedSearch);
  await bridge.answer();
  expect(useSearches.getState()).toMatchObject({ kind: 'journal', text: 'title:x', sort: 'title:desc' });
  setDraftIds(new Map([['a1', 7]]));
  expect(answer().result?.hits[0]?.draftId).toBe(7);
});

test('an empty query sends nothing', async () => {
  setText('   ');
  await runSearch();
  await askAgain({ pageSize: 50 });
  await tryAgain();
  expect(bridge.asked).toEqual([]);
  expect(useSearches.getState().pageSize).toBe(50);
});

test('what is chosen on a page that was read before stays when its answer is renewed', async () => {
  const chosen = () => {
    const { open, picked } = useSearches.getState();
    return { open, picked: [...picked] };
  };
  setText('maps');
  void runSearch();
  await bridge.answer();
  void askAgain({ page: 2 });
  setPickedHits(new Set(['a1']));
  openHit(0);
  await bridge.answer();
  // These were of the page before.
  expect(chosen()).toEqual({ open: null, picked: [] });
  void askAgain({ page: 1 });
  setPickedHits(new Set(['a1']));
  openHit(0);
  await bridge.answer();
  expect(chosen()).toEqual({ open: 0, picked: ['a1'] });
});
