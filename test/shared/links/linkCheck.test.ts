import { expect, test } from 'vitest';
import { classifyLink } from '../../../src/main/sources/links/classifyLink.ts';
import type { LinkCheck, LinkRun } from '../../../src/shared/links/linkCheck.ts';
import { acceptNow, asking } from '../../helpers/confirm.ts';
import { allowRubbish } from '../../helpers/rubbish.ts';
import { textOf } from '../../helpers/textOf.ts';
import { articleAt, openSourceWorld, type SourceWorld } from '../../sources/sourceWorld.ts';

/** Checks the addresses as links of the sandbox account's drafts, and returns the results by address. */
async function check(world: SourceWorld, ...links: Parameters<typeof articleAt>) {
  const [id] = world.services.addDrafts([articleAt(...links)], 'sandbox');
  const run = await runFor(world, [id!]);
  const addresses = links.map((link) => (typeof link === 'string' ? link : link.url));
  const checks: LinkCheck[] = await world.handlers['links.checks']({ addresses });
  return { id: id!, run, checks, byAddress: new Map(checks.map((one) => [one.address, one])) };
}

async function runFor({ handlers, services }: SourceWorld, ids: number[]): Promise<LinkRun> {
  await handlers['links.start']({ accountId: 'sandbox', selection: { ids } });
  let run: LinkRun | null = null;
  await services.when(async () => {
    run = await handlers['links.get']({ accountId: 'sandbox' });
    return run !== null && run.state !== 'running';
  });
  return run!;
}

const rows: [host: string, outcome: LinkCheck['outcome'], detail: string][] = [
  ['good', 'ok', '200'],
  ['gone', 'broken', '410'],
  ['missing', 'broken', '404'],
  ['headless', 'ok', '200'],
  ['nohead', 'ok', '200'],
  ['cut', 'ok', '200'],
  ['vanished', 'broken', '410'],
  ['mislaid', 'broken', '404'],
  ['ailing', 'ok', '200'],
  ['closing', 'ok', '200'],
  ['big', 'ok', '200'],
  ['secret', 'unclear', '401'],
  ['closed', 'unclear', '403'],
  ['guarded', 'unclear', '403'],
  ['wall', 'unclear', '200'],
  ['busy', 'unclear', '429'],
  ['legal', 'unclear', '451'],
  ['away', 'unclear', '503'],
  ['down', 'unreachable', '500'],
  ['soft', 'suspicious', 'not-found'],
  ['login', 'suspicious', 'login'],
  ['home', 'suspicious', 'home'],
  ['moved', 'moved', '200'],
  ['briefly', 'ok', '200'],
  ['loop', 'unclear', 'too-many-redirects'],
  ['insecure', 'unclear', 'insecure'],
  ['private', 'forbidden', 'robots'],
  ['asleep', 'forbidden', 'crawl-delay'],
  ['norules', 'forbidden', 'robots'],
  ['patient', 'ok', '200'],
];

test('each kind of answer has the outcome of the rules', async () => {
  const world = await openSourceWorld();
  const addresses = rows.map(([host]) => `https://${host}.links.example/articles/2`);
  const { run, checks } = await check(world, ...addresses);
  expect(run.state).toBe('done');
  expect(checks.map(({ address, outcome, detail }) => [address, outcome, detail])).toEqual(
    rows.map(([, outcome, detail], at) => [addresses[at], outcome, detail]),
  );
  expect(run.done).toBe(rows.length);
  expect(run.outcomes).toMatchObject({ broken: 4, moved: 1, forbidden: 3, suspicious: 3 });
});

test.each([
  ['/soil/article/view/41', '/soil', 'home'],
  ['/soil/article/view/41', '/soil/', 'home'],
  ['/soil/article/view/41', '/index.php/Soil/index', 'home'],
  ['/ojs3/index.php/soil/article/view/41/52', '/ojs3/index.php/soil', 'home'],
  ['/index.php/j2/article/download/41/52', '/index.php/j2/index', 'home'],
  ['/soil/article/view/41', '/index.html', 'home'],
  ['/soil/soil-and-sand/pdf', '/soil', 'home'],
  ['/soil/article/view/41', 'https://www.j.example/soil', 'home'],
  ['/soil/article/view/41', '/index.php/soil/login?source=x', 'login'],
  ['/soil/article/view/41', 'https://login.uni.example/x', 'login'],
  ['/soil/article/view/41', 'https://idp.sign-in.uni.example/', 'login'],
  ['/soil/article/view/41', '/soil/article/view/42', '200'],
  ['/soil/article/view/41', '/water', '200'],
  ['/soil/article/view/41', '/soilwater', '200'],
  ['/soil/article/view/41', '/soil/en/article/view/41', '200'],
  ['/soil/article/view/41', '/soil?article=41', '200'],
  ['/soil/article/view/41', '/soil#/41', '200'],
  ['/soil/article/view/41/52', '/soil/article/view/41', '200'],
  ['/soil-and-sand/pdf', '/soil-and-sand', '200'],
  ['/articles/soil-and-sand/full-text', '/articles/soil-and-sand/', '200'],
  ['/doi/10.5555/s.41/pdf', '/doi/10.5555/s.41', '200'],
  ['/41/download', '/41', '200'],
  ['/soil/article/view/41', 'https://idp.example/soil/article/view/41', '200'],
  ['/soil/article/view/41', 'https://blogins.example.org/soil/article/view/41', '200'],
])('a redirect from %s to %s is reported as %s', (path, to, detail) => {
  const asked = `https://j.example${path}`;
  const address = new URL(to, asked).href;
  const headers = new Headers({ 'content-type': 'application/pdf' });
  const result = classifyLink(asked, {
    ...{ kind: 'answer', status: 200, headers, body: Buffer.alloc(0), isWhole: true, isTooLarge: false },
    ...{ address, hops: [{ status: 302, to: address }] },
  });
  expect(result).toMatchObject({ lastAddress: address, detail });
  expect(result.outcome).toBe(detail === '200' ? 'ok' : 'suspicious');
});

test('a server that closes the connection without an answer is unreachable', async () => {
  const { checks } = await check(await openSourceWorld(), 'https://lost.links.example/articles/2');
  expect(checks).toMatchObject([{ outcome: 'unreachable', detail: expect.stringMatching(/./) }]);
});

test('without a network a check ends with an error and stores nothing, and a result of before stays as it is', async () => {
  let isConnected = true;
  const world = await openSourceWorld({
    services: {
      outsideFetch: (address, init) =>
        isConnected ? fetch(address, init) : Promise.reject(new TypeError('fetch failed')),
    },
  });
  const known = 'https://good.links.example/articles/2';
  const { checks: before } = await check(world, known);
  expect(before).toMatchObject([{ outcome: 'ok' }]);
  isConnected = false;
  const { id, run, checks } = await check(world, known, 'https://good.links.example/articles/4');
  expect(run).toMatchObject({ state: 'failed', done: 0, outcomes: {}, problems: [] });
  expect(textOf(run.problem)).toBe(
    'No server can be reached, so links cannot be checked now. Check your connection, then check the links again.',
  );
  expect(checks).toEqual(before);
  isConnected = true;
  expect(await runFor(world, [id])).toMatchObject({ state: 'done', problem: null, outcomes: { ok: 2 } });
});

test('a page is requested with HEAD, and read with GET up to its title', async () => {
  const world = await openSourceWorld();
  await check(world, 'https://good.links.example/articles/2', 'https://good.links.example/articles/1.pdf');
  const asked = await world.asked();
  expect(asked.map(({ method, address }) => `${method} ${address}`)).toEqual([
    'GET https://good.links.example/robots.txt',
    'HEAD https://good.links.example/articles/2',
    'GET https://good.links.example/articles/2',
    'HEAD https://good.links.example/articles/1.pdf',
  ]);
});

test('a permanently moved link is proposed with its new address, and the fix uses it', async () => {
  const world = await openSourceWorld();
  const { id, byAddress } = await check(world, 'https://moved.links.example/articles/2');
  const after = 'https://new.links.example/articles/2';
  expect(byAddress.get('https://moved.links.example/articles/2')).toMatchObject({ lastAddress: after });
  const { findings } = await world.services.draft(id);
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'link-moved',
      path: 'bibjson.link[0].url',
      fix: expect.objectContaining({ changes: [{ path: 'bibjson.link[0].url', value: after }] }),
    }),
  );
});

test('a page where a PDF is described is a warning at the content type', async () => {
  const world = await openSourceWorld();
  const { id } = await check(world, { url: 'https://page.links.example/1.pdf', content_type: 'PDF' });
  const { findings } = await world.services.draft(id);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'link-type-differs', path: 'bibjson.link[0].content_type' }),
  );
});

test('findings of links are in the facets of the list, and in its badges', async () => {
  const world = await openSourceWorld();
  const { id } = await check(world, 'https://gone.links.example/articles/2');
  const filter = { trashed: false, finding: ['link-broken'] };
  await world.services.when(async () =>
    (
      await world.handlers['drafts.list']({
        accountId: 'sandbox',
        filter,
        sort: { by: 'updated', direction: 'desc' },
        offset: 0,
        limit: 10,
      })
    ).rows.some((row) => row.id === id && row.readiness !== 'ready'),
  );
});

test('a result counts for 30 days', async () => {
  const world = await openSourceWorld();
  const address = 'https://gone.links.example/articles/2';
  const { id } = await check(world, address);
  const codes = async () => (await world.services.draft(id)).findings.map(({ code }) => code);
  expect(await codes()).toContain('link-broken');
  const old = new Date(world.services.clock.now() - 31 * 86_400_000).toISOString();
  world.services.db.prepare('UPDATE link_checks SET checked_at = ?').run(old);
  expect(await codes()).not.toContain('link-broken');
});

test('a server without an answer is broken only if it has none a day later either', async () => {
  const world = await openSourceWorld();
  const address = 'https://down.links.example/articles/2';
  const { id, checks } = await check(world, address);
  expect(checks[0]).toMatchObject({ outcome: 'unreachable' });
  const again = async (hours: number) => {
    const since = new Date(world.services.clock.now() - hours * 3_600_000).toISOString();
    world.services.db.prepare('UPDATE link_checks SET failing_since = ?').run(since);
    await runFor(world, [id]);
    return (await world.handlers['links.checks']({ addresses: [address] }))[0]?.outcome;
  };
  expect(await again(2)).toBe('unreachable');
  expect(await again(25)).toBe('broken');
});

test('a DOI is looked up in the handle system and not followed', async () => {
  const world = await openSourceWorld();
  const known = 'https://doi.org/10.5555/jose.2023.001';
  const { byAddress } = await check(
    world,
    known,
    'https://doi.org/10.5555/unknown',
    'https://doi.org/10.5555/noaddress',
  );
  expect([...byAddress.values()]).toMatchObject([
    { outcome: 'ok', lastAddress: 'https://jose.example.org/articles/1' },
    { outcome: 'broken' },
    { outcome: 'suspicious' },
  ]);
  expect((await world.asked()).map(({ address }) => address)).toEqual([
    'https://doi.org/api/handles/10.5555/jose.2023.001?type=URL',
    'https://doi.org/api/handles/10.5555/unknown?type=URL',
    'https://doi.org/api/handles/10.5555/noaddress?type=URL',
  ]);
});

test('each address is requested once, and a host that refuses three times is not asked again', async () => {
  const world = await openSourceWorld();
  const closed = Array.from({ length: 6 }, (_, at) => `https://closed.links.example/articles/${at}`);
  const { run, checks } = await check(
    world,
    'https://gone.links.example/2',
    'https://gone.links.example/2',
    ...closed,
  );
  expect(run).toMatchObject({ state: 'done', total: 7, done: 7, leftOut: 3 });
  expect(checks.filter(({ address }) => address.includes('closed'))).toHaveLength(3);
});

test('a host that wants a long pause does not keep others from being checked', async () => {
  const world = await openSourceWorld();
  const strict = [1, 2, 3].map((number) => `https://strict.links.example/articles/${number}`);
  const others = [1, 2, 3].map((number) => `https://gone.links.example/articles/${number}`);
  const start = world.services.clock.now();
  const { run, byAddress } = await check(world, ...strict, ...others);
  expect(world.services.clock.now() - start).toBeLessThan(600_000);
  expect(run).toMatchObject({ state: 'done', done: 6, leftOut: 2, outcomes: { unclear: 1, broken: 3 } });
  expect(byAddress.get(strict[0]!)).toMatchObject({ outcome: 'unclear', detail: '429' });
});

test('a check can be cancelled, and its results stay', async () => {
  const world = await openSourceWorld();
  const links = Array.from({ length: 30 }, (_, at) => `https://gone.links.example/articles/${at}`);
  const [id] = world.services.addDrafts([articleAt(...links)], 'sandbox');
  await world.handlers['links.start']({ accountId: 'sandbox', selection: { ids: [id!] } });
  await world.services.when(
    async () => ((await world.handlers['links.get']({ accountId: 'sandbox' }))?.done ?? 0) > 0,
  );
  const ended = await world.handlers['links.cancel']({ accountId: 'sandbox' });
  expect(ended?.state).toBe('cancelled');
  expect(ended!.done).toBeLessThan(30);
  expect(await world.handlers['links.checks']({ addresses: links })).not.toHaveLength(0);
});

test('no request is sent while external sources are switched off', async () => {
  const world = await openSourceWorld({ sources: { isOn: false } });
  const [id] = world.services.addDrafts([articleAt('https://gone.links.example/2')], 'sandbox');
  const start = world.handlers['links.start']({ accountId: 'sandbox', selection: { ids: [id!] } });
  await expect(start).rejects.toMatchObject({ code: 'state' });
  expect(await world.asked()).toEqual([]);
});

test('drafts without links are counted', async () => {
  const world = await openSourceWorld();
  const ids = world.services.addDrafts([articleAt(), articleAt('https://gone.links.example/2')], 'sandbox');
  expect(await runFor(world, ids)).toMatchObject({ total: 1, withoutLinks: 1 });
});

test('drafts that are imported later have the findings, too', async () => {
  const world = await openSourceWorld();
  const { handlers, services } = world;
  const address = 'https://gone.links.example/articles/2';
  const { id } = await check(world, address);
  await handlers['drafts.trash']({ accountId: 'sandbox', selection: { ids: [id] } });
  const bytes = Buffer.from(JSON.stringify([articleAt(address)]));
  const { id: importId } = await handlers['imports.open']({
    accountId: 'sandbox',
    name: 'a.json',
    size: bytes.length,
  });
  await handlers['imports.write']({ id: importId, at: 0, piece: bytes.toString('base64') });
  await handlers['imports.read']({ id: importId });
  await services.when(async () => (await handlers['imports.get']({ id: importId })).state === 'preview');
  await acceptNow(asking(handlers), importId);
  const filter = { trashed: false, finding: ['link-broken'], import: [String(importId)] };
  await services.when(
    async () => (await handlers['drafts.facets']({ accountId: 'sandbox', filter })).total === 1,
  );
});

test('drafts that cannot be opened are left out of a check and counted', async () => {
  const world = await openSourceWorld();
  const link = articleAt('https://good.links.example/2');
  const ids = world.services.addDrafts([link, articleAt(), articleAt()], 'sandbox');
  allowRubbish(world.services.db);
  world.services.db.prepare("UPDATE drafts SET record = '[5]' WHERE id = ?").run(ids[2]!);
  const large = JSON.stringify({ bibjson: { title: 'x'.repeat(2_000_000) } });
  world.services.db.prepare('UPDATE drafts SET record = ? WHERE id = ?').run(large, ids[1]!);
  const run = await world.handlers['links.start']({ accountId: 'sandbox', selection: { ids } });
  expect(run).toMatchObject({ total: 1, withoutLinks: 0, unopened: 2 });
});
