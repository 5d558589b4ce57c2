import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, expect, onTestFinished, test } from 'vitest';
import { type FindGapsParts, findGaps } from '../../../src/main/sources/gaps/findGaps.ts';
import { splitResponse } from '../../../src/main/sources/gaps/splitResponse.ts';
import { readOaiPage } from '../../../src/main/sources/harvest/oaiPage.ts';
import { defaultSettings } from '../../../src/main/store/settingsStore.ts';
import type { GapResult } from '../../../src/shared/gaps/gaps.ts';
import type { JournalCard } from '../../../src/shared/journal/journal.ts';
import type { SourceSettings } from '../../../src/shared/sources/sourceSettings.ts';
import { fastClock } from '../../helpers/fastClock.ts';
import { openForTest } from '../../helpers/openForTest.ts';
import { temporaryFolder } from '../../helpers/storeParts.ts';
import { article, goodKey, startTestDirectory, world } from '../../helpers/testDirectory.ts';

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

test('what Crossref lists as retracted, or as a notice, is marked as such', async () => {
  const { handlers, directory, search, when } = await openPress();
  const withDoi = (number: number, ending: string) =>
    article(number, {
      identifier: [
        { type: 'doi', id: `10.5555/moths.${ending}` },
        { type: 'pissn', id: '1234-5679' },
      ],
    });
  await directory.publish([withDoi(2, 'retracted'), withDoi(3, 'retraction'), article(4)]);
  const [id] = (await search()).importIds;
  await when(async () => (await handlers['imports.get']({ id: id! })).state === 'preview');
  const { rows } = await handlers['imports.rows']({ id: id!, offset: 0, limit: 10 });
  const kindsOf = Object.fromEntries(
    rows.map(({ title, notes }) => [
      title,
      notes.map(({ key }) => key).filter((key) => key.includes('.kind.')),
    ]),
  );
  expect(kindsOf).toEqual({
    'Article 2': ['import.kind.retracted'],
    'Article 3': ['import.kind.retraction'],
    'Article 4': [],
  });
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

const split = async (text: string) => splitResponse(text, (await readOaiPage(text)).pieces);

test('a response is split into its records without those that were deleted', async () => {
  const record = (number: number, status = '') =>
    `<o:record><o:header${status}><o:identifier>${number}</o:identifier></o:header></o:record>`;
  const root = '<o:OAI-PMH xmlns:o="x" about="2 > 1">';
  const deleted = [record(2, ' status="deleted"'), record(4, " a='>' status = 'deleted' ")];
  const text = `\ufeff<?xml version="1.0"?><!-- <OAI-PMH> -->${root}<o:ListRecords>${record(1)}${deleted.join('')}${record(3)}
    <!-- ${record(5)} --></o:ListRecords></o:OAI-PMH>`;
  const response = (number: number) => `${root}<ListRecords>${record(number)}</ListRecords></o:OAI-PMH>`;
  expect(await split(text)).toEqual([
    { identifier: '1', response: response(1) },
    { identifier: '3', response: response(3) },
  ]);
});

test('a record ends where its element ends, whatever is inside', async () => {
  const header = (number: number) => `<header><identifier> oai:${number} </identifier></header>`;
  const records = [
    `<record >${header(1)}</record >`,
    `<record a="1 > 0">${header(2)}<metadata><![CDATA[</record>]]></metadata></record\n>`,
    `<record><!-- <record> </record> -->${header(3)}</record>`,
    `<record>${header(4)}<metadata><record xmlns="marc"><leader/></record></metadata></record>`,
    `<record>${header(5)}<about><record><header status="deleted"/></record></about></record>`,
    '<record/>',
    '<record><header><datestamp>2024-01-01</datestamp></header></record>',
    // Ends of slices in which a response is read may be within a line break or a character.
    ...[8, 9, 10].map((number) => `<record>${header(number)}${'\r\n😀é'.repeat(20_000)}</record>`),
  ];
  const broken = `<record>${header(11)}<metadata><b></metadata>`;
  const found = await split(`<OAI-PMH><ListRecords>${[...records, broken].join('\r\n')}`);
  expect(found.map(({ identifier }) => identifier.replace('oai:', ''))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '',
    '',
    '8',
    '9',
    '10',
    '11',
  ]);
  expect(found.map(({ response }) => response)).toEqual(
    [...records, broken].map((text) => `<OAI-PMH><ListRecords>${text}</ListRecords></OAI-PMH>`),
  );
});

test('a root element of megabytes is not kept with each record', async () => {
  const record = '<record><header><identifier>1</identifier></header></record>';
  const text = `<OAI-PMH about="${'x'.repeat(1_000_000)}"><ListRecords>${record}</ListRecords></OAI-PMH>`;
  const response = `<OAI-PMH><ListRecords>${record}</ListRecords></OAI-PMH>`;
  expect(await split(text)).toEqual([{ identifier: '1', response }]);
});

test('a record with a long comment is found as soon as others', async () => {
  const comment = `<!-- ${'<header '.repeat(400_000)} -->`;
  const text = `<OAI-PMH><record>${comment}<header><identifier>1</identifier></header></record></OAI-PMH>`;
  expect((await split(text)).map(({ identifier }) => identifier)).toEqual(['1']);
}, 20_000);

/** What a search needs besides its sources: no article is known, and imports are only counted. */
function emptyStores() {
  const folder = temporaryFolder();
  let count = 0;
  return {
    accountId: 'a',
    ledger: { alive: () => null, find: () => null },
    drafts: { alike: () => [] },
    imports: {
      create: () => ({ id: ++count }),
      setReceived: () => undefined,
      move: () => false,
      get: () => ({}),
    },
    importJobs: { fileOf: (id: number) => join(folder, String(id)), read: () => undefined },
    sandboxAddress: () => null,
    clock: { now: () => 0 },
    publish: () => undefined,
    log: { error: assert.fail },
    signal: new AbortController().signal,
  };
}

test('an article of a repository that names no journal is not another one at Crossref', async () => {
  const record = `<record><header><identifier>oai:1</identifier><datestamp>2024-01-01</datestamp></header>
    <metadata><dc><title>On moths</title><identifier>10.1234/Moths.1</identifier></dc></metadata></record>`;
  const body = Buffer.from(`<OAI-PMH><ListRecords>${record}</ListRecords></OAI-PMH>`);
  const parts = {
    ...emptyStores(),
    client: { ask: async () => ({ kind: 'answer', status: 200, body, isWhole: true }) },
    crossref: {
      async *journalYear() {
        const works = [1, 2].map((number) => ({ DOI: `10.1234/moths.${number}`, title: ['On moths'] }));
        yield { works, total: 2 };
      },
    },
    harvests: {
      list: () => [{ address: 'https://press.example/oai', name: 'Press', prefix: 'oai_dc', set: '' }],
    },
  } as unknown as FindGapsParts;
  const journal = { title: 'Annals', pissn: '1234-5679', eissn: null } as JournalCard;
  async function search(isAll: boolean) {
    const results: [string, number, number][] = [];
    const repeated: string[] = [];
    await findGaps(parts, {
      journals: [journal],
      isAll,
      source: null,
      reading: () => undefined,
      repeated: (names) => void repeated.push(...names),
      result: ({ name, found, missing }) => void results.push([name, found, missing]),
      imported: () => undefined,
    });
    return { results, repeated };
  }
  expect(await search(true)).toEqual({
    results: [
      ['Press', 1, 1],
      ['Annals', 1, 1],
    ],
    repeated: [],
  });
  // Of one journal of several, what names none is not taken from the repository.
  expect(await search(false)).toEqual({ results: [['Annals', 2, 2]], repeated: [] });
});

test('each record of a repository counts once, however many of its formats and sets are known', async () => {
  const record = (number: number) =>
    `<record><header><identifier>oai:${number}</identifier><datestamp>2024-01-01</datestamp></header>
      <metadata><dc><title>On moths ${number}</title><identifier>10.1234/moths.${number}</identifier></dc></metadata></record>`;
  const numbersOf: Record<string, number[]> = { '': [1, 2], x: [3, 4], y: [4, 5] };
  const asked: string[] = [];
  const results: GapResult[] = [];
  const repeated: string[] = [];
  const known = (host: string, prefix: string, set: string) => ({
    address: `https://${host}.example/oai`,
    name: host,
    prefix,
    set,
  });
  const parts = {
    client: {
      ask: async ({ address }: { address: string }) => {
        const { hostname, searchParams } = new URL(address);
        const set = searchParams.get('set') ?? '';
        asked.push(`${hostname} ${searchParams.get('metadataPrefix')} ${set}`.trim());
        const records = numbersOf[set]!.map(record).join('');
        const body = Buffer.from(`<OAI-PMH><ListRecords>${records}</ListRecords></OAI-PMH>`);
        return { kind: 'answer', status: 200, body, isWhole: true };
      },
    },
    harvests: {
      list: () => [
        ...[known('a', 'oai_dc', ''), known('a', 'marcxml', ''), known('a', 'jats', 'x')],
        ...[known('b', 'oai_dc', 'x'), known('a', 'jats', ''), known('b', 'oai_dc', 'y')],
        ...[known('c', 'marcxml', ''), known('c', 'oai_dc', 'x')],
      ],
    },
    ...emptyStores(),
  } as unknown as FindGapsParts;
  await findGaps(parts, {
    journals: [],
    isAll: true,
    source: 'oai',
    reading: () => undefined,
    imported: () => undefined,
    repeated: (names) => void repeated.push(...names),
    result: (result) => void results.push(result),
  });
  expect(asked).toEqual(['a.example jats', 'b.example oai_dc x', 'b.example oai_dc y', 'c.example oai_dc x']);
  expect(results.map(({ name, found, missing, problem }) => [name, found, missing, problem])).toEqual([
    ['a', 2, 2, null],
    ['b', 2, 2, null],
    ['b', 1, 1, null],
    ['c', 2, 2, null],
  ]);
  // The same article in another repository is another record.
  const dois = repeated.filter((name) => name.startsWith('doi '));
  expect(dois.sort()).toEqual(['doi 10.1234/moths.3', 'doi 10.1234/moths.4']);
});

test('the search stops when it has kept too much of a source, and imports what it has', async () => {
  const folder = temporaryFolder();
  const record = (number: number) =>
    `<record><header><identifier>oai:${number}</identifier><datestamp>2024-01-01</datestamp></header>
      <metadata><dc><title>On moths ${number}</title></dc></metadata></record>`;
  const body = Buffer.from(
    `<OAI-PMH><ListRecords>${record(1)}${record(2)}${record(3)}</ListRecords></OAI-PMH>`,
  );
  const works = (from: number) =>
    [from, from + 1].map((number) => ({ DOI: `10.1234/${number}`, title: ['On moths'] }));
  const imported: { name: string; text: () => string }[] = [];
  const results: GapResult[] = [];
  const parts = {
    accountId: 'a',
    maxBytes: 400,
    client: { ask: async () => ({ kind: 'answer', status: 200, body, isWhole: true }) },
    crossref: {
      async *journalYear() {
        for (const from of [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) yield { works: works(from), total: 20 };
      },
    },
    harvests: {
      list: () => [{ address: 'https://press.example/oai', name: 'Press', prefix: 'dc', set: '' }],
    },
    ledger: { alive: () => null, find: () => null },
    drafts: { alike: () => [] },
    imports: {
      create: ({ name, size }: { name: string; size: number }) => {
        const id = imported.length;
        imported.push({ name, text: () => readFileSync(join(folder, String(id)), 'utf8') });
        expect(size).toBeLessThan(1_200);
        return { id };
      },
      setReceived: () => undefined,
      move: () => false,
      get: () => ({}),
    },
    importJobs: { fileOf: (id: number) => join(folder, String(id)), read: () => undefined },
    sandboxAddress: () => null,
    clock: { now: () => 0 },
    publish: () => undefined,
    log: { error: assert.fail },
    signal: new AbortController().signal,
  } as unknown as FindGapsParts;
  const journal = { title: 'Annals', pissn: '1234-5679', eissn: null } as JournalCard;
  const question = {
    journals: [journal, { ...journal, title: 'Bulletin', pissn: '2049-3630' }],
    isAll: true,
    reading: () => undefined,
    repeated: () => undefined,
    result: (result: GapResult) => void results.push(result),
    imported: () => undefined,
  };
  await findGaps(parts, { ...question, source: 'oai' });
  expect(results.map(({ problem }) => problem?.key)).toEqual([undefined, 'harvest.note.tooLong']);
  expect(imported.map(({ text }) => text().split('<record>').length - 1)).toEqual([2]);

  [results.length, imported.length] = [0, 0];
  await findGaps({ ...parts, harvests: { list: () => [] } }, { ...question, source: 'crossref' });
  const cut = 'comparisons.crossref.cut';
  expect(results.map(({ name, problem }) => [name, problem?.key])).toEqual([
    ['Annals', cut],
    ['Bulletin', cut],
  ]);
  const counts = imported.map(({ text }) => JSON.parse(text()).message.items.length);
  expect(counts).toEqual([10, 10]);

  // So does one that ends before all are there.
  const short = {
    async *journalYear() {
      yield { works: works(1), total: 20 };
    },
  } as unknown as FindGapsParts['crossref'];
  [results.length, imported.length] = [0, 0];
  const crossrefOnly = { ...parts, harvests: { list: () => [] } as never };
  await findGaps({ ...crossrefOnly, crossref: short }, { ...question, source: 'crossref' });
  expect(results.map(({ problem }) => problem)).toMatchObject([
    { key: cut, params: { read: 2, total: 20 } },
    { key: cut },
  ]);

  // Articles with the same address and another DOI are others.
  imported.length = 0;
  const elsewhere = {
    ledger: { alive: () => ({ doiKey: '10.1234/other' }), find: () => null },
    drafts: { alike: () => [{ id: 1, doi: '10.1234/other', remoteId: null }] },
  } as unknown as FindGapsParts;
  await findGaps({ ...crossrefOnly, ...elsewhere, crossref: short }, { ...question, source: 'crossref' });
  expect(imported.map(({ text }) => JSON.parse(text()).message.items.length)).toEqual([4]);

  // A wrong total does not keep the search from ending.
  const endless = {
    async *journalYear() {
      for (let from = 1; from < 1_000; from += 2) yield { works: works(from), total: 1 };
    },
  } as unknown as FindGapsParts['crossref'];
  imported.length = 0;
  await findGaps(
    { ...parts, crossref: endless, harvests: { list: () => [] } as never },
    { ...question, source: 'crossref' },
  );
  expect(imported.map(({ text }) => JSON.parse(text()).message.items.length)).toEqual([10, 10]);
});
