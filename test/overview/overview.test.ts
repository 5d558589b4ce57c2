import { beforeEach, expect, test } from 'vitest';
import type { DraftFilter, DraftRecord } from '../../src/shared/draft/draft.ts';
import type { JournalOverview } from '../../src/shared/overview/overview.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { fill, storedAs } from '../helpers/directoryYear.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, foreignArticle, goodKey } from '../helpers/testDirectory.ts';
import type { TestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();
let world: TestServices;
beforeEach(() => fill(directory, []));

async function open({ knowsJournals = true } = {}): Promise<void> {
  world = await openForTest({ directory: directory.directory, key: goodKey });
  if (knowsJournals) await world.handlers['journals.refresh']({ accountId: world.accountId });
}

const overview = () => world.handlers['overview.get']({ accountId: world.accountId });

async function journalWith(issn: string): Promise<JournalOverview> {
  return (await overview()).journals.find(({ key }) => key.includes(issn))!;
}

async function countAll() {
  await world.handlers['overview.count']({ accountId: world.accountId });
  const counting = () => world.handlers['overview.counting']({ accountId: world.accountId });
  await world.when(async () => (await counting())?.state !== 'running');
  return counting();
}

/** An article with every element that the overview looks for. */
function whole(number: number, more: Parameters<typeof article>[1] = {}): DraftRecord {
  return article(number, {
    abstract: 'What was found.',
    keywords: ['maps'],
    author: [
      {
        name: 'Ana Diaz',
        affiliation: 'University of Vienna',
        orcid_id: 'https://orcid.org/0000-0002-1825-0097',
      },
    ],
    link: [{ type: 'fulltext', content_type: 'PDF', url: `https://journal.example/${number}.pdf` }],
    ...more,
  });
}

test('each journal and year has its number of articles and of those with each element', async () => {
  await open();
  const [, , trashed] = world.addDrafts([
    whole(1),
    whole(2, { abstract: '', keywords: [], author: [{ name: 'Bo Li' }], link: [] }),
    whole(3),
    whole(4, { year: '2023' }),
  ]);
  await world.handlers['drafts.trash']({ accountId: world.accountId, selection: { ids: [trashed!] } });
  const { years, title } = await journalWith('1234-5679');
  expect(title).toBe('Journal j1');
  expect(years.map(({ year, drafts, directory: there }) => ({ year, drafts, there }))).toEqual([
    { year: '2024', drafts: 2, there: null },
    { year: '2023', drafts: 1, there: null },
  ]);
  const [latest] = years;
  expect(latest!.coverage).toMatchObject({
    abstract: 1,
    keyword: 1,
    orcid: 1,
    affiliation: 1,
    link: 1,
    doi: 2,
  });
});

test('a journal stands in it once, whichever of its ISSNs its drafts name and in whichever place', async () => {
  await open();
  const identifier = [
    { type: 'pissn', id: '2345-6787' },
    { type: 'eissn', id: '1234-5679' },
  ];
  const ids = world.addDrafts([
    whole(1),
    whole(2, { identifier: identifier.slice(1) }),
    whole(3, { identifier }),
  ]);
  const { journals } = await overview();
  const named = journals.filter(({ key }) => key.includes('1234-5679'));
  expect(named).toHaveLength(1);
  expect(named[0]!.years).toMatchObject([{ drafts: 3 }]);
  expect(new Set(await listed({ journal: named[0]!.keys }))).toEqual(new Set(ids));
});

test('the articles at the directory are counted by year, and those of distant years together', async () => {
  await fill(directory, [
    storedAs(1),
    storedAs(2),
    storedAs(3, { year: '2023' }),
    storedAs(4, { year: '1899' }),
  ]);
  await open();
  world.addDrafts([whole(1), whole(5, { year: '2022' }), whole(6, { year: '1975' })]);
  expect(await countAll()).toMatchObject({ state: 'done', message: null });
  const journal = await journalWith('1234-5679');
  expect(journal.countedAt).not.toBeNull();
  expect(journal.years.map(({ year, directory: there }) => [year, there])).toEqual([
    ['2024', 2],
    ['2023', 1],
    ['2022', 0],
    // The one in a distant year may be of this one.
    ['1975', null],
    ['', 1],
  ]);
  const told = world.received.filter(({ name }) => name === 'overview.counting');
  expect(told.at(-1)).toMatchObject({ data: { state: 'done' } });
});

test('an article of two years counts for neither', async () => {
  await fill(directory, [storedAs(1), storedAs(2, { year: '2023-2024' }), storedAs(3, { year: '2015' })]);
  await open();
  world.addDrafts([whole(1), whole(5, { year: '2015' })]);
  await countAll();
  const { years } = await journalWith('1234-5679');
  expect(years.map(({ year, directory: there }) => [year, there])).toEqual([
    ['2024', 1],
    ['2015', 1],
    ['', 1],
  ]);
});

test('a journal with all its articles in years that are counted has none in the distant years of its drafts', async () => {
  await fill(directory, [storedAs(1)]);
  await open();
  world.addDrafts([whole(1), whole(6, { year: '1975' })]);
  await countAll();
  const { years } = await journalWith('1234-5679');
  expect(years.map(({ year, directory: there }) => [year, there])).toEqual([
    ['2024', 1],
    ['1975', 0],
  ]);
});

test('a count that the directory refuses says why and keeps what was counted before', async () => {
  await fill(directory, [storedAs(1)]);
  await open();
  await countAll();
  await directory.fault({ kind: 'status', status: 503 });
  const failed = await countAll();
  await directory.clearFaults();
  expect(failed?.state).toBe('failed');
  expect(failed?.message).not.toBeNull();
  expect((await journalWith('1234-5679')).years).toMatchObject([{ year: '2024', directory: 1 }]);
});

test('records that were stored are counted by month, refused ones by reason, and both can be listed', async () => {
  await open({ knowsJournals: false });
  const ids = world.addDrafts([whole(1), whole(2), foreignArticle(3)]);
  const { id } = (await world.send(ids))!;
  await world.until(id, ({ state }) => state === 'done');
  const present = () => new Date().toISOString().slice(0, 7);
  const before = present();
  const { sent, refusals } = await overview();
  expect(sent).toHaveLength(24);
  expect([before, present()]).toContain(sent.at(-1)!.month);
  // The present month may have begun after they were sent.
  const sentAt = world.db.prepare<[], string>('SELECT max(sent_at) FROM drafts').pluck().get()!;
  const month = sentAt.slice(0, 7);
  expect(sent.find((one) => one.month === month)).toEqual({ month, articles: 2, applications: 0 });
  expect(refusals).toMatchObject([{ code: (await world.draft(ids[2]!)).refusal!.code, articles: 1 }]);
  expect(await listed({ sentIn: month })).toEqual(ids.slice(0, 2));
  expect(await listed({ sentIn: '2020-01' })).toEqual([]);
  expect(await listed({ refusal: refusals[0]!.code })).toEqual([ids[2]]);
  expect(await listed({ refusal: refusals[0]!.code, text: 'nowhere' })).toEqual([]);
});

test('Update Requests are counted by state and age', async () => {
  await open();
  const { journals } = await world.handlers['journals.list']({ accountId: world.accountId });
  const { id } = await world.handlers['applications.create']({
    accountId: world.accountId,
    journalId: journals[0]!.id,
  });
  expect((await overview()).requests).toEqual([{ group: 'drafts', ages: [1, 0, 0, 0] }]);
  const longAgo = new Date(Date.now() - 40 * 86_400_000).toISOString();
  world.db.prepare('UPDATE applications SET updated_at = ? WHERE id = ?').run(longAgo, id);
  expect((await overview()).requests).toEqual([{ group: 'drafts', ages: [0, 0, 1, 0] }]);
});

async function listed(filter: DraftFilter): Promise<number[]> {
  const { rows } = await world.list(filter);
  return rows.map(({ id }) => id);
}
