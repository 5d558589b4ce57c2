import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import type { ProfileChoice } from '../../src/sandbox/profile.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { shippedPack } from '../../src/shared/rulePack/rulePack.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory, world } from '../helpers/testDirectory.ts';
import type { TestServicesOptions } from '../helpers/testServices.ts';
import { importInto } from '../import/importInto.ts';

const editorial = { review_process: ['Anonymous peer review'], review_url: 'https://j1.example.org/review' };
const subject = [{ scheme: 'LCC', term: 'Soils', code: 'S1' }];
const journals = world.journals.map((journal) => ({
  ...journal,
  bibjson: { ...journal.bibjson, editorial, subject, oa_start: 2015 },
}));

/** The application with an account at a directory that plays a profile, and its journals. */
async function open(
  profile: ProfileChoice,
  { dialect = '4.0' as Dialect, ...options }: Partial<TestServicesOptions> = {},
) {
  const directory = await startTestDirectory({ profile, world: { ...world, journals } });
  onTestFinished(() => directory.stop());
  const app = await openForTest({
    directory: directory.directory,
    dialect,
    key: goodKey,
    username: 'pub1',
    ...options,
  });
  const { accountId, handlers } = app;
  await handlers['journals.refresh']({ accountId });
  return {
    ...app,
    directory,
    profile: () => handlers['accounts.profile']({ id: accountId }),
    ask: () => handlers['accounts.askProfile']({ id: accountId }),
  };
}

async function withArticle(app: Awaited<ReturnType<typeof open>>) {
  const { id } = await app.send(app.addDrafts([article(1, { year: '2024' })]));
  await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
}

test.each<Dialect>(['3.0.1', '4.0'])('a server is asked what it does, in %s', async (dialect) => {
  const app = await open('2026-08', { dialect });
  expect(await app.profile()).toEqual({ profile: shippedPack().profile, askedAt: null });
  await withArticle(app);
  const asked = await app.ask();
  expect(asked).toEqual({
    profile: { ...shippedPack().profile, version: '8.6.13' },
    askedAt: expect.any(String),
  });
  expect(await app.profile()).toEqual(asked);
  expect((await app.handlers['accounts.connection']({ id: app.accountId })).state).toBe('online');

  await app.directory.play('next');
  const { profile } = await app.ask();
  expect(profile).toMatchObject({
    version: '8.7.0',
    doiCase: 'lowered',
    reviews: 'by-sides',
    subjects: 'CRDC',
    wildcards: dialect === '4.0' ? 'not-first' : 'refused',
  });
});

test('what no answer tells stays as it was', async () => {
  const app = await open({ doiCase: true, reviewProcess: true });
  // No article has an ISSN that could be found.
  expect((await app.ask()).profile).toMatchObject({ doiCase: 'kept', reviews: 'by-sides' });
  await withArticle(app);
  expect((await app.ask()).profile).toMatchObject({ doiCase: 'lowered' });
});

test('a server is asked in the background once a day', async () => {
  let ahead = 0;
  const clock = { ...systemClock, now: () => Date.now() + ahead };
  const app = await open('next', { clock, watches: true, profilePace: { first: 0, tick: 20 } });
  await app.when(async () => (await app.profile()).askedAt !== null);
  const count = async () =>
    (await app.directory.requests()).filter(({ path }) => path.endsWith('/docs')).length;
  ahead = 12 * 3_600_000;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await count()).toBe(1);
  ahead = 24 * 3_600_000;
  await expect.poll(count).toBe(2);
});

test('a refusal for the year tells that the server compares it, and drafts are checked again', async () => {
  const app = await open({ oaStart: true });
  const [older, other] = app.addDrafts([article(1, { year: '2014' }), article(2, { year: '2013' })]) as [
    number,
    number,
  ];
  const { id } = await app.send([older]);
  await app.until(id, (upload) => upload.state === 'done');
  expect((await app.profile()).profile.oaStart).toBe(true);
  const codesOf = async (draft: number) =>
    (await app.handlers['drafts.get']({ id: draft })).findings.map(({ code }) => code);
  expect(await codesOf(older)).toContain('year-refused');
  expect(await codesOf(other)).toContain('year-refused');
  await app.when(async () => (await app.drafts([other]))[0]!.errors > 0);
  // Asked again by a person, it counts as not known.
  expect((await app.ask()).profile.oaStart).toBe(false);
  expect(await codesOf(other)).toContain('year-before-open-access');
});

test('what a refusal told counts for articles that are imported afterwards', async () => {
  const app = await open({ oaStart: true });
  const [older] = app.addDrafts([article(1, { year: '2014' })]) as [number];
  await app.send([older]);
  await app.when(async () => (await app.profile()).profile.oaStart);
  await importInto(app, 'articles.json', JSON.stringify([article(3, { year: '2012' })]), false);
  const errors = app.db.prepare("SELECT errors FROM drafts WHERE record LIKE '%Article 3%'").pluck();
  expect(errors.all()).toEqual([1]);
});

test('a failure of the server for a year that is no number tells the same', async () => {
  const app = await open({ oaStart: true });
  const [odd] = app.addDrafts([article(1, { year: 'Spring 2024' })]) as [number];
  await app.send([odd], { includeHardToFind: true });
  await app.when(async () => (await app.profile()).profile.oaStart);
  expect((await app.handlers['drafts.get']({ id: odd })).findings.map(({ code }) => code)).toContain(
    'year-unreadable',
  );
});

test('a search with a wildcard is sent where the server allows it', async () => {
  const app = await open('2026-08');
  const run = (query: string) =>
    app.handlers['search.run']({
      accountId: app.accountId,
      kind: 'journal',
      query,
      sort: '',
      page: 1,
      pageSize: 10,
    });
  await expect(run('title:Jour*')).rejects.toMatchObject({ code: 'input' });
  await app.directory.play('next');
  await app.ask();
  expect((await run('title:Jour*')).total).toBeGreaterThan(0);
  await expect(run('*our')).rejects.toMatchObject({ code: 'input' });
  await expect(run('+title:Journal')).rejects.toMatchObject({ code: 'input' });
});
