import { create } from 'zustand';
import type { DraftFilter, DraftRow, DraftSort } from '../../shared/draft/draft.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, call } from './client.ts';
import { filterKey } from './draftsView.ts';
import { createRefresher } from './refresher.ts';

const chunkSize = 100;
/** What one call may ask for. */
const mostRows = 500;
/** Requests at a time; scrolling past a thousand rows does not ask for all of them. */
const mostAtOnce = 2;
/** Rows beyond those in view that are fetched before they are: a row that is drawn empty first is drawn twice. */
const ahead = 60;

export interface DraftQuery {
  accountId: string;
  filter: DraftFilter;
  sort: DraftSort;
}

interface DraftRows {
  /** Key of the query whose rows these are; the rows of the one before stay until the first new ones are here. */
  key: string;
  /** null until the first answer. */
  total: number | null;
  chunks: ReadonlyMap<number, readonly DraftRow[]>;
  error: AppError | null;
}

export const useDraftRows = create<DraftRows>(() => ({
  key: '',
  total: null,
  chunks: new Map(),
  error: null,
}));

// What is being fetched, beside the store: no one renders it.
let query: DraftQuery | null = null;
let wanted: [first: number, last: number] = [0, 0];
/** The chunks next to those in view that will be wanted soon. */
let nearby: number[] = [];
let asked = new Set<number>();
/** Answers to older questions are dropped. */
let epoch = 0;

/** Shows the rows of another query; answers for the one before are dropped when they come. */
export function showQuery(next: DraftQuery): void {
  if (query && queryKey(query) === queryKey(next)) return;
  query = next;
  wanted = [0, 0];
  nearby = [];
  // That the list before was empty says nothing of this one.
  if (useDraftRows.getState().total === 0) useDraftRows.setState({ total: null });
  void fetchFirst(true);
}

/** Fetches rows `first` to `last` (0-based, inclusive) unless they are here, and then those that are about to be needed. */
export function needRows(first: number, last: number): void {
  const { total } = useDraftRows.getState();
  wanted = [chunkOf(first), chunkOf(last)];
  nearby = [chunkOf(Math.min(last + ahead, (total ?? 0) - 1)), chunkOf(first - ahead)];
  fetchMissing();
}

function fetchMissing(): void {
  const { key, chunks } = useDraftRows.getState();
  if (!query || key !== queryKey(query)) return;
  const isMissing = (chunk: number) => !chunks.has(chunk) && !asked.has(chunk);
  for (let chunk = wanted[0]; chunk <= wanted[1]; chunk++) {
    if (asked.size >= mostAtOnce) return;
    if (isMissing(chunk)) void fetchChunk(query, chunk);
  }
  const next = nearby.find(isMissing);
  if (next !== undefined && asked.size === 0) void fetchChunk(query, next);
}

/** Fetches what is in view anew, quietly. */
export const refreshRows = createRefresher(() => fetchFirst(false), 250);

/** The row at a 0-based place, if it is here. */
export function rowAt(chunks: DraftRows['chunks'], index: number): DraftRow | undefined {
  return chunks.get(chunkOf(index))?.[index % chunkSize];
}

/** The 0-based place of a draft among the rows that are here, or null. */
export function placeOf(chunks: DraftRows['chunks'], id: number): number | null {
  for (const [chunk, rows] of chunks) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return chunk * chunkSize + at;
  }
  return null;
}

/** The ids of rows `first` to `last`, fetched as far as they are not here. */
export async function idsBetween(first: number, last: number): Promise<number[]> {
  const ids: number[] = [];
  const { chunks } = useDraftRows.getState();
  for (let index = first; query && index <= last; ) {
    const row = rowAt(chunks, index);
    if (row) {
      ids.push(row.id);
      index++;
      continue;
    }
    const limit = Math.min(mostRows, last - index + 1);
    const { rows } = await call('drafts.list', { ...query, offset: index, limit });
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
    index += rows.length;
  }
  return ids;
}

/** Fetches the chunks in view; when they are here they replace all others. `isNew`: of a query just chosen. */
async function fetchFirst(isNew: boolean): Promise<void> {
  if (!query) return;
  const of = query;
  const mine = ++epoch;
  asked = new Set();
  const [first, last] = isNew ? [0, 0] : wanted;
  try {
    const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const pages = await Promise.all(places.map((chunk) => listRows(of, chunk)));
    if (mine !== epoch) return;
    const chunks = new Map(places.map((chunk, at) => [chunk, pages[at]!.rows]));
    useDraftRows.setState({ key: queryKey(of), total: pages[0]!.total, chunks, error: null });
    fetchMissing();
  } catch (error) {
    if (mine === epoch) useDraftRows.setState({ error: asAppError(error) });
  }
}

async function fetchChunk(of: DraftQuery, chunk: number): Promise<void> {
  const mine = epoch;
  asked.add(chunk);
  try {
    const { total, rows } = await listRows(of, chunk);
    if (mine !== epoch) return;
    useDraftRows.setState(({ chunks }) => ({ total, chunks: new Map(chunks).set(chunk, rows), error: null }));
  } catch (error) {
    if (mine === epoch) useDraftRows.setState({ error: asAppError(error) });
  } finally {
    if (mine === epoch) asked.delete(chunk);
  }
  // By now something else may be in view.
  if (mine === epoch && !useDraftRows.getState().error) fetchMissing();
}

function listRows(of: DraftQuery, chunk: number) {
  return call('drafts.list', { ...of, offset: chunk * chunkSize, limit: chunkSize });
}

function chunkOf(index: number): number {
  return Math.max(0, Math.floor(index / chunkSize));
}

function queryKey({ accountId, filter, sort }: DraftQuery): string {
  return JSON.stringify([accountId, filterKey(filter), sort.by, sort.direction]);
}
