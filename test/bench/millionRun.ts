import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { DraftFilter, DraftSort } from '../../src/shared/draft/draft.ts';
import { keepSaving, openBenchServices, watchHolds } from './benchServices.ts';

export interface MillionResult {
  name: string;
  calls: number;
  /** Seconds of the slowest call. */
  seconds: number;
  /** Milliseconds. */
  longestHold: number;
  /** Milliseconds of the slowest save of another draft meanwhile. */
  longestSave: number;
}

const newest: DraftSort = { by: 'updated', direction: 'desc' };
const edits = 50;

const [folder, count, ...files] = process.argv.slice(2) as [string, string, ...string[]];
const total = Number(count);
const services = await openBenchServices(folder);
const { handlers, accountId } = services;
const results: MillionResult[] = [];
const list =
  (filter: Partial<DraftFilter>, sort = newest, offset = 0) =>
  () =>
    handlers['drafts.list']({ accountId, filter: { trashed: false, ...filter }, sort, offset, limit: 100 });
/** The titles of a few drafts, of which the first letters are typed. */
let titles: string[] = [];

await measure('import', [() => services.importFiles(files, total)]);
await measure('list', [
  list({}),
  ...(['title', 'journal', 'year', 'readiness', 'sync'] as const).map((by) =>
    list({}, { by, direction: 'asc' }),
  ),
  ...[0.25, 0.5, 0.999].map((share) => list({}, newest, Math.floor(total * share))),
  async () => {
    const { rows } = await list({}, newest, Math.floor(total / 3))();
    titles = rows.slice(0, 3).map(({ title }) => title);
  },
  ...[{}, { readiness: ['ready' as const] }, { list: 'missing-orcid' as const }].map(
    (filter) => () => handlers['drafts.facets']({ accountId, filter: { trashed: false, ...filter } }),
  ),
]);
const typed = titles.flatMap((title) => Array.from(title.slice(0, 20), (_, at) => title.slice(0, at + 1)));
await measure(
  'search',
  [...typed, 'c', 'c d', 'zzzz', '10'].map((text) => list({ text })),
);
await measure('plan', [
  () =>
    handlers['uploads.plan']({
      accountId,
      selection: { filter: { trashed: false }, except: [] },
      includeUnchanged: false,
      takesSnapshots: true,
    }),
]);
const { rows: drafts } = await list({}, newest, 1_000)();
await measure(
  'edit',
  drafts
    .slice(0, edits)
    .flatMap(({ id, version }) => [
      () => handlers['drafts.get']({ id }),
      () => handlers['drafts.save']({ id, version, record: { bibjson: { title: 'Edited' } } }),
      list({}),
    ]),
);
await measure('backup', [() => handlers['backups.make']({})]);
await services.stop();
process.send?.(results);

/** Makes the calls one after another, while another draft is saved again and again. */
async function measure(name: string, calls: readonly (() => unknown)[]): Promise<void> {
  const saving = await keepSaving(services);
  const holds = watchHolds();
  let slowest = 0;
  for (const call of calls) {
    const begun = performance.now();
    await call();
    // Each call of a window arrives in a turn of its own.
    await setImmediate();
    slowest = Math.max(slowest, performance.now() - begun);
  }
  const longestHold = holds.end();
  const { longest: longestSave } = await saving.end();
  results.push({ name, calls: calls.length, seconds: slowest / 1000, longestHold, longestSave });
}
