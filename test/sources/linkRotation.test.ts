import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../src/main/platform/clock.ts';
import { defaultSettings } from '../../src/main/store/settingsStore.ts';
import type { Dialect } from '../../src/shared/directory/account.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import type { Settings } from '../../src/shared/settings.ts';
import { asking, sendNow } from '../helpers/confirm.ts';
import { openForTest } from '../helpers/openForTest.ts';
import { article, goodKey, startTestDirectory } from '../helpers/testDirectory.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A server on this computer that is every site but the directory; `answers` by address, else 200. */
async function openSites() {
  const answers = new Map<string, number>();
  let asked: string[] = [];
  let isReached = (_host: string): boolean => true;
  const server = createServer((request, response) => {
    const address = `https:/${request.url}`;
    if (address.endsWith('/robots.txt')) return response.writeHead(404).end();
    asked.push(address);
    response.writeHead(answers.get(address) ?? 200, { 'content-type': 'application/pdf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    answers,
    fetch: (address: string, init?: RequestInit) => {
      const { host, pathname } = new URL(address);
      if (!isReached(host)) return Promise.reject(new TypeError('fetch failed'));
      return fetch(`http://127.0.0.1:${port}/${host}${pathname}`, init);
    },
    /** Only these hosts can be reached. */
    reach: (only: (host: string) => boolean) => {
      isReached = only;
    },
    /** The addresses that were asked since the last call, each once. */
    asked(): string[] {
      const now = [...new Set(asked)];
      asked = [];
      return now;
    },
  };
}

/** An application whose articles are at the directory, and whose clock can be put forward. */
async function openRotation({
  checksLinks = 'monthly',
  dialect = '4.0',
}: {
  checksLinks?: Settings['checksLinks'];
  dialect?: Dialect;
} = {}) {
  const sites = await openSites();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const directory = await startTestDirectory({ now: () => new Date(now()) });
  onTestFinished(() => directory.stop());
  const clock: Clock = {
    now,
    monotonic: () => performance.now() * 100 + ahead,
    // Pauses are short; the time-out of a request is none.
    sleep: (ms, signal) => systemClock.sleep(ms < 10_000 ? ms / 100 : ms, signal),
  };
  const app = await openForTest({
    ...{ directory: directory.directory, dialect, key: goodKey, clock },
    ...{ watches: true, watchPace: { first: 10 * day }, rotationPace: { first: 1_000, tick: 2_000 } },
    outsideFetch: sites.fetch,
    resolveHost: async () => ['203.0.113.7'],
  });
  const { accountId, handlers } = app;
  await handlers['app.changeSettings']({ checksLinks, sources: { ...defaultSettings.sources, isOn: true } });
  const turns = () => handlers['watch.links']({ accountId });
  const addressOf = (number: number) => `https://j1.example.org/article/${number}`;
  return {
    ...{ ...app, sites, directory, turns, addressOf },
    later: (ms: number) => {
      ahead += ms;
    },
    async sent(count: number) {
      const ids = app.addDrafts(Array.from({ length: count }, (_, at) => article(at + 1)));
      const { id } = await app.send(ids);
      await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
      return ids;
    },
    /** Until what is due has been asked. */
    checked: (addresses: readonly string[]) => {
      const all = new Set<string>();
      return app.when(async () => {
        for (const one of sites.asked()) all.add(one);
        return addresses.every((address) => all.has(address)) && !(await turns()).isRunning;
      });
    },
    /** Until so many addresses have been asked, whichever these are, and no more are due. */
    askedFor: (count: number) => {
      const all = new Set<string>();
      return app.when(async () => {
        for (const one of sites.asked()) all.add(one);
        return all.size >= count && !(await turns()).isRunning;
      });
    },
    async findings(isOpen = true) {
      const page = { accountId, kind: 'link' as const, isOpen, offset: 0, limit: 100 };
      return (await handlers['watch.findings'](page)).findings;
    },
    open: async () => (await handlers['watch.state']({ accountId })).open.link,
    findingOf: async (id: number) => (await handlers['drafts.get']({ id })).findings.map(({ code }) => code),
  };
}

/** One article whose link is broken and listed. */
async function openBroken(dialect?: Dialect) {
  const app = await openRotation(dialect && { dialect });
  const [id] = await app.sent(1);
  const address = app.addressOf(1);
  app.sites.answers.set(address, 404);
  await app.checked([address]);
  app.later(25 * hour);
  await app.when(async () => (await app.open()) === 1);
  return { ...app, id: id!, address };
}

test('a link is broken if it was so twice, a day apart, and no longer when it works again', async () => {
  const app = await openRotation();
  const [id] = await app.sent(2);
  const address = app.addressOf(1);
  app.sites.answers.set(address, 404);
  await app.checked([address, app.addressOf(2)]);
  expect(await app.turns()).toMatchObject({ isOn: true, total: 2, checked: 2, days: 30 });
  expect(await app.open()).toBe(0);
  expect(await app.findingOf(id!)).not.toContain('link-broken');
  app.later(25 * hour);
  await app.when(async () => (await app.open()) === 1);
  const [finding] = await app.findings();
  expect(finding).toMatchObject({ title: 'Article 1', draftId: id, decision: null });
  expect(finding!.reason).toMatchObject({
    key: 'watch.reason.linkStatus',
    params: { address, detail: '404' },
  });
  await app.when(async () => (await app.findingOf(id!)).includes('link-broken'));
  const noticed = app.received.filter(({ name }) => name === 'watch.noticed');
  expect(noticed.map(({ data }) => data)).toMatchObject([{ message: { key: 'watch.noticed.link' } }]);
  // Asked again on request: it is still broken, and then it is not.
  const { accountId, handlers } = app;
  const again = async () => {
    await handlers['watch.checkLinks']({ accountId, which: [finding!.id] });
    await app.when(async () => (await handlers['links.get']({ accountId }))?.state === 'done');
  };
  await again();
  expect(await app.open()).toBe(1);
  app.sites.answers.delete(address);
  await again();
  expect(await app.open()).toBe(0);
  expect(await app.findings(false)).toMatchObject([{ decision: 'over' }]);
  await app.when(async () => !(await app.findingOf(id!)).includes('link-broken'));
});

test('a server that is down for some hours is no broken link, and neither is a computer without a network', async () => {
  const app = await openRotation();
  await app.sent(2);
  app.sites.answers.set(app.addressOf(1), 500);
  await app.checked([app.addressOf(1)]);
  app.sites.answers.delete(app.addressOf(1));
  app.later(25 * hour);
  await app.checked([app.addressOf(1)]);
  app.sites.reach(() => false);
  for (let round = 0; round < 3; round++) {
    app.later(31 * day);
    await app.when(async () => !(await app.turns()).isRunning);
  }
  expect((await app.turns()).checked).toBe(0);
  expect([await app.findings(), await app.findings(false)]).toEqual([[], []]);
});

test('a network that goes while links are checked makes no others look broken', async () => {
  const app = await openRotation({ checksLinks: 'never' });
  const addresses = [1, 2, 3].map(app.addressOf);
  await app.sent(addresses.length);
  // The first link has no answer although the network is there. Then it goes.
  let left = 1;
  app.sites.reach((host) => host === 'doi.org' && left-- > 0);
  await app.handlers['app.changeSettings']({ checksLinks: 'monthly' });
  await expect.poll(() => left, { timeout: 50_000 }).toBeLessThan(0);
  expect((await app.turns()).checked).toBe(1);
  const checks = await app.handlers['links.checks']({ addresses });
  expect(checks).toMatchObject([{ outcome: 'unreachable' }]);
});

test('a host that is gone does not keep others from being checked where doi.org cannot be reached', async () => {
  const app = await openRotation({ checksLinks: 'never' });
  const gone = 'https://gone.example.org/article/1';
  const ids = app.addDrafts([setAt(article(1), 'bibjson.link[0].url', gone), article(2)]);
  const { id } = await app.send(ids);
  await app.until(id, (upload) => upload.state === 'done' && upload.idsMissing === 0);
  app.sites.reach((host) => host === 'j1.example.org');
  await app.handlers['app.changeSettings']({ checksLinks: 'monthly' });
  await app.when(async () => (await app.turns()).checked === 2);
  const checks = await app.handlers['links.checks']({ addresses: [gone, app.addressOf(2)] });
  expect(checks.map(({ outcome }) => outcome).sort()).toEqual(['ok', 'unreachable']);
});

test('a broken link is settled when the article is sent with another one', async () => {
  // The newer dialect takes no other link for an article.
  const app = await openBroken('3.0.1');
  const { accountId, handlers, id } = app;
  const { record, version } = await handlers['drafts.get']({ id });
  await handlers['drafts.save']({
    id,
    version,
    record: setAt(record, 'bibjson.link[0].url', 'https://j1.example.org/new'),
  });
  const upload = await sendNow(asking(handlers), {
    accountId,
    selection: { ids: [id] },
    includeUnchanged: false,
    name: 'Repaired',
  });
  await app.until(upload.id, ({ state }) => state === 'done');
  expect(await app.findings()).toEqual([]);
  expect(await app.findings(false)).toMatchObject([{ decision: 'resent' }]);
});

test('where no other link is taken, the article is deleted and sent as a new one with its new link', async () => {
  const app = await openBroken('4.0');
  const { accountId, handlers, id } = app;
  const { record, version } = await handlers['drafts.get']({ id });
  const url = 'https://j1.example.org/new';
  await handlers['drafts.save']({ id, version, record: setAt(record, 'bibjson.link[0].url', url) });
  const wanted = { accountId, selection: { ids: [id] }, includeUnchanged: false, name: 'Repaired' };
  const plan = await handlers['uploads.plan']({
    ...{ accountId, selection: wanted.selection, look: false, watch: 'plan', takesSnapshots: true },
    ...{ includeUnchanged: false, includeHardToFind: false, includeDeleted: false },
  });
  expect(plan).toMatchObject({ toSend: 0, heldBack: [{ draftId: id, reason: 'would-be-refused' }] });
  expect(plan.heldBack[0]!.message.key).toBe('queue.held.addressChanged');
  const [finding] = await app.findings();
  const preview = await handlers['deletions.preview']({
    ...{ accountId, of: { articles: [{ remoteId: finding!.remoteId, title: finding!.title }] } },
  });
  await handlers['deletions.start']({ plan: preview.id });
  await app.when(async () => (await app.open()) === 0);
  const upload = await sendNow(asking(handlers), { ...wanted, includeDeleted: true });
  await app.until(upload.id, ({ state }) => state === 'done');
  const there = await app.directory.articles();
  expect(there).toMatchObject([{ bibjson: { link: [{ url }] } }]);
  expect(there[0]!.id).not.toBe(finding!.remoteId);
});

test('a broken link of an article that is deleted is over', async () => {
  const app = await openBroken();
  const { accountId, handlers, id } = app;
  const preview = await handlers['deletions.preview']({ accountId, of: { selection: { ids: [id] } } });
  await handlers['deletions.start']({ plan: preview.id });
  await app.when(async () => (await app.open()) === 0);
  expect(await app.findings(false)).toMatchObject([{ decision: 'over' }]);
});

test('what was left as it is stays so while the same link is broken, and comes back after it worked', async () => {
  const app = await openBroken();
  const { accountId, handlers, address } = app;
  await handlers['watch.leave']({ accountId, kind: 'link', which: null, isLeft: true });
  app.sites.asked();
  for (let round = 0; round < 2; round++) {
    app.later(31 * day);
    await app.checked([address]);
  }
  expect(await app.findings()).toEqual([]);
  app.sites.answers.delete(address);
  app.later(31 * day);
  await app.when(async () => (await app.findings(false))[0]?.decision === 'over');
  app.sites.asked();
  app.sites.answers.set(address, 410);
  app.later(31 * day);
  await app.checked([address]);
  app.later(25 * hour);
  await app.when(async () => (await app.open()) === 1);
});

test('a host gets only its share a day, the oldest first, until all links were checked', async () => {
  const app = await openRotation();
  await app.sent(45);
  await app.when(async () => (await app.turns()).checked === 20);
  const first = app.sites.asked();
  expect(first.length).toBe(20);
  app.later(25 * hour);
  await app.when(async () => (await app.turns()).checked === 40);
  const second = app.sites.asked();
  expect(second.filter((address) => first.includes(address))).toEqual([]);
  app.later(25 * hour);
  await app.when(async () => (await app.turns()).checked === 45);
  expect(new Set([...first, ...second, ...app.sites.asked()]).size).toBe(45);
});

test('what a host that refuses was not asked does not count as checked, and is asked the next day', async () => {
  // Switched on when all are there, so that they are checked together.
  const app = await openRotation({ checksLinks: 'never' });
  const addresses = [1, 2, 3, 4, 5, 6].map(app.addressOf);
  for (const address of addresses) app.sites.answers.set(address, 403);
  await app.sent(addresses.length);
  await app.handlers['app.changeSettings']({ checksLinks: 'monthly' });
  await app.askedFor(3);
  expect((await app.turns()).checked).toBe(3);
  app.sites.answers.clear();
  app.later(25 * hour);
  await app.when(async () => (await app.turns()).checked === 6);
  const checks = await app.handlers['links.checks']({ addresses });
  expect(checks.filter(({ outcome }) => outcome === 'ok')).toHaveLength(3);
});

test('a link that failed once is looked at again although its host refused to be asked meanwhile', async () => {
  const app = await openRotation({ checksLinks: 'never' });
  const addresses = [1, 2, 3, 4].map(app.addressOf);
  const answerAll = (status: number) => {
    for (const address of addresses) app.sites.answers.set(address, status);
  };
  answerAll(500);
  await app.sent(addresses.length);
  await app.handlers['app.changeSettings']({ checksLinks: 'monthly' });
  await app.checked(addresses);
  answerAll(403);
  app.later(25 * hour);
  await app.askedFor(3);
  answerAll(404);
  app.later(25 * hour);
  // Three were asked and refused, which says nothing of them; only the fourth is still doubted.
  await app.when(async () => (await app.open()) === 1);
});

test('a link that the directory has and no draft here is checked, too', async () => {
  const app = await openRotation();
  const ids = await app.sent(1);
  await app.checked([app.addressOf(1)]);
  const { accountId, handlers } = app;
  await handlers['drafts.trash']({ accountId, selection: { ids } });
  const purge = await handlers['drafts.purgePreview']({ accountId, selection: { ids } });
  await handlers['drafts.purge']({ plan: purge.id });
  await handlers['watch.start']({ accountId, isInventory: true });
  await app.when(async () => (await handlers['watch.state']({ accountId })).inventoryAt !== '');
  app.sites.answers.set(app.addressOf(1), 404);
  app.later(31 * day);
  await app.checked([app.addressOf(1)]);
  app.later(25 * hour);
  await app.when(async () => (await app.open()) === 1);
  expect(await app.findings()).toMatchObject([{ draftId: null, title: 'Article 1' }]);
});

test('nothing is asked unless the settings say so, and no server in the local network ever', async () => {
  const app = await openRotation({ checksLinks: 'never' });
  const { accountId, handlers } = app;
  await app.sent(1);
  const local = setAt(article(2), 'bibjson.link[0].url', 'http://127.0.0.1:9/article');
  const upload = await app.send(app.addDrafts([local]));
  await app.until(upload.id, ({ state, idsMissing }) => state === 'done' && idsMissing === 0);
  expect(await app.turns()).toMatchObject({ isOn: false });
  expect(app.sites.asked()).toEqual([]);
  await handlers['app.changeSettings']({ checksLinks: 'quarterly' });
  await app.checked([app.addressOf(1)]);
  await app.when(async () => (await app.turns()).checked === 2);
  const [check] = await handlers['links.checks']({ addresses: ['http://127.0.0.1:9/article'] });
  expect(check).toMatchObject({ outcome: 'unclear', detail: 'private' });
  await handlers['app.changeSettings']({ sources: { ...defaultSettings.sources, isOn: false } });
  await expect(handlers['watch.checkLinks']({ accountId, which: null })).rejects.toMatchObject({
    code: 'state',
  });
});
