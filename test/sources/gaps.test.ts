import { expect, onTestFinished, test } from 'vitest';
import { splitResponse } from '../../src/main/sources/gaps/splitResponse.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import type { SourceSettings } from '../../src/shared/sources/sourceSettings.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory, world } from '../helpers/testDirectory.ts';

const second = ['3456-7896', '9876-5430'];

/** A publisher with two journals; the directory's sandbox plays Crossref. */
async function openPress(sources: Partial<SourceSettings> = {}) {
  const [first] = world.journals;
  const other = {
    ...first,
    id: 'j4',
    bibjson: { ...first!.bibjson, title: 'Journal j4', pissn: second[0], eissn: second[1] },
  };
  const directory = await startTestDirectory({ world: { ...world, journals: [...world.journals, other] } });
  onTestFinished(() => directory.stop());
  const app = await openForTest({ directory: directory.directory, key: goodKey, clock: fastClock(40) });
  const { accountId, handlers } = app;
  await handlers['app.changeSettings']({
    sources: {
      ...defaultSettings.sources,
      isOn: true,
      crossref: `${directory.origin}/web/https/api.crossref.org/`,
      ...sources,
    },
  });
  await handlers['journals.refresh']({ accountId });
  const get = async () => (await handlers['harvest.gaps']({ accountId }))!;
  return {
    ...app,
    directory,
    start: async () => handlers['harvest.startGaps']({ accountId, issn: null, source: null }),
    async search() {
      await handlers['harvest.startGaps']({ accountId, issn: null, source: null });
      await app.when(async () => (await get()).state !== 'running');
      return get();
    },
  };
}

test('all journals of an account are looked up, and what is missing becomes one import to review', async () => {
  const { handlers, directory, search, addDrafts, when } = await openPress();
  const [draft] = addDrafts([article(3)]);
  await directory.publish([article(2), article(3), article(4, { issns: second })]);
  const run = await search();
  expect(run).toMatchObject({ state: 'done', problem: null, done: 1, total: 2 });
  expect([...run.results].sort((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
    { name: 'Journal j1', source: 'crossref', found: 2, there: 0, draftIds: [draft], missing: 1 },
    { name: 'Journal j4', source: 'crossref', found: 1, there: 0, draftIds: [], missing: 1 },
  ]);
  const [id] = run.importIds;
  expect(run.importIds).toHaveLength(1);
  await when(async () => (await handlers['imports.get']({ id: id! })).state === 'preview');
  const { rows } = await handlers['imports.rows']({ id: id!, offset: 0, limit: 10 });
  expect(rows.map(({ title, outcome }) => `${title} ${outcome}`).sort()).toEqual([
    'Article 2 new',
    'Article 4 new',
  ]);
  expect(await directory.articles()).toEqual([]);
});

test('a server that fails is named, and nothing is imported', async () => {
  const { search } = await openPress({ crossref: 'http://127.0.0.1:9/' });
  const run = await search();
  expect(run.state).toBe('done');
  expect(run.results.map(({ problem }) => problem !== null)).toEqual([true, true]);
  expect(run.importIds).toEqual([]);
});

test('nothing is asked while other servers are switched off', async () => {
  const { start, directory } = await openPress({ isOn: false });
  await expect(start()).rejects.toMatchObject({ problem: { key: 'sources.off.message' } });
  expect((await directory.requests()).filter(({ path }) => path.startsWith('/web/'))).toEqual([]);
});

test('a response is split into its records without those that were deleted', () => {
  const record = (number: number, status = '') =>
    `<o:record><o:header${status}><o:identifier>${number}</o:identifier></o:header></o:record>`;
  const root = '<o:OAI-PMH xmlns:o="x">';
  const text = `<?xml version="1.0"?>${root}<o:ListRecords>${record(1)}${record(2, ' status="deleted"')}${record(3)}</o:ListRecords></o:OAI-PMH>`;
  expect(splitResponse(text)).toEqual({ root, end: '</o:OAI-PMH>', records: [record(1), record(3)] });
});
