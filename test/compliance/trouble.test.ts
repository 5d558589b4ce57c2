import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/main/platform/clock.ts';
import { type ComplianceWorld, openComplianceWorld } from '../helpers/complianceWorld.ts';
import { fastClock } from '../helpers/fastClock.ts';
import { saying } from '../helpers/saying.ts';
import { type SeenRequest, startScriptedServer } from '../helpers/scriptedServer.ts';
import { textOf } from '../helpers/textOf.ts';

const issns = [
  '1734-6215',
  '2577-3569',
  '0028-0836',
  '1476-4687',
  '2041-1723',
  '0036-8075',
  '1095-9203',
  '2167-8359',
];
const question = { issn: issns[0]!, funder: 'wellcome', ror: '', lang: 'en' };
const asked = { name: 'Ours', issns, funders: ['a', 'b', 'c', 'd', 'e'], rors: [], lang: 'en', maxAge: 30 };
type Answerer = (request: SeenRequest, response: ServerResponse) => void;

const open: { close(): Promise<void>; remove(): void }[] = [];
const servers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) {
    await world.close();
    world.remove();
  }
  for (const server of servers.splice(0)) await server.stop();
});

async function start(answer: Answerer, options: Partial<Parameters<typeof openComplianceWorld>[0]> = {}) {
  const server = await startScriptedServer(answer);
  servers.push(server);
  const world = openComplianceWorld({ base: `${server.origin}/`, ...options });
  open.push(world);
  return { server, world };
}

const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
function answerOf(url: string, extra: object = {}) {
  const { searchParams } = new URL(url, 'http://x/');
  const journal = [{ id: searchParams.get('issn'), issn: [searchParams.get('issn')], title: 'J' }];
  return { request: { journal }, compliant: true, results: [], cards: [], ...extra };
}
const good: Answerer = ({ url }, response) =>
  json(response, url.startsWith('/calculate') ? answerOf(url) : {});
const check = (world: ComplianceWorld) => world.handlers['compliance.check']({ ...question, maxAge: 0 });
const isDone = ({ state }: { state: string }) => state === 'done';
const isPaused = ({ state }: { state: string }) => state === 'paused';

describe('a checker', () => {
  test('that hangs times out after a minute with a message', async () => {
    const { world } = await start(() => undefined, { clock: fastClock(300) });
    await expect(check(world)).rejects.toMatchObject({ problem: saying(/within a minute/) });
  });

  test('whose response never ends is not read to its end', async () => {
    let sent = 0;
    const { world } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = `"${'x'.repeat(1_000_000)}",`;
      response.write('[');
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', more);
        }
        response.end('0]');
      };
      more();
    });
    await expect(check(world)).rejects.toMatchObject({
      problem: saying(/could not read the checker’s answer/),
    });
    expect(sent).toBeLessThan(50_000_000);
  });

  test('that redirects is not followed', async () => {
    const elsewhere = await startScriptedServer(good);
    servers.push(elsewhere);
    const { world } = await start(({ url }, response) =>
      response.writeHead(301, { location: `${elsewhere.origin}${url}` }).end(),
    );
    await expect(check(world)).rejects.toMatchObject({
      problem: saying(/could not read the checker’s answer/),
    });
    expect(elsewhere.seen).toEqual([]);
  });

  test('may compress its responses', async () => {
    const { world } = await start(({ url }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(url.startsWith('/calculate') ? answerOf(url) : {}))),
    );
    expect(await check(world)).toMatchObject({ compliant: true, mismatch: null });
  });

  test.each(['true', 1, 'yes', null, undefined, { yes: true }])(
    'that sends %j instead of true has given no verdict',
    async (compliant) => {
      const { world } = await start(({ url }, response) =>
        json(response, answerOf(url, { compliant, cards: [{ id: 'oa', compliant: true }] })),
      );
      expect((await check(world)).compliant).toBeNull();
      expect(await world.handlers['compliance.history'](question)).toMatchObject([{ compliant: null }]);
    },
  );

  test('that answers once about another journal has changed nothing with that', async () => {
    const other = {
      compliant: false,
      request: { journal: [{ id: '0000-0019', issn: ['0000-0019'], title: 'Another' }] },
    };
    const answers = [{}, other, {}, other, { compliant: false }];
    const { world } = await start(({ url }, response) =>
      json(response, url.startsWith('/calculate') ? answerOf(url, answers.shift()) : {}),
    );
    for (let n = 0; n < 4; n++) expect((await check(world)).changes).toEqual([]);
    // What did change is told, whatever was answered in between.
    expect((await check(world)).changes.map(textOf)).toEqual([textOf({ key: 'compliance.change.no' })]);
    const history = await world.handlers['compliance.history'](question);
    expect(history.map(({ mismatch }) => mismatch)).toEqual([
      null,
      saying(/another journal, “Another”/),
      null,
      saying(/another journal, “Another”/),
      null,
    ]);
  });

  test('is asked again if the clock was set back to before the last answer', async () => {
    let now = Date.parse('2026-11-21T12:00:00Z');
    const { world, server } = await start(good, { clock: { ...systemClock, now: () => now } });
    const ask = () => world.handlers['compliance.check']({ ...question, maxAge: 60 });
    await ask();
    await ask();
    const calculations = () => server.seen.filter(({ url }) => url.startsWith('/calculate')).length;
    expect(calculations()).toBe(1);
    now -= 24 * 3_600_000;
    await ask();
    expect(calculations()).toBe(2);
  });
});

describe('cached answers', () => {
  test('to one question are the last fifty, and those shown by a matrix', async () => {
    const { world } = await start(({ url }, response) =>
      json(response, url.startsWith('/calculate') ? answerOf(url) : { id: `${Math.random()}__en` }),
    );
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: [question.issn],
      funders: ['wellcome'],
    });
    await world.reached(id, isDone);
    const [cell] = await world.handlers['matrix.cells']({ id });
    for (let n = 0; n < 60; n++) await check(world);
    const kept = world.db.prepare('SELECT id FROM compliance_checks ORDER BY id').pluck().all();
    expect(kept).toHaveLength(51);
    expect(kept[0]).toBe(cell!.checkId);
    await world.handlers['matrix.remove']({ id });
    await check(world);
    expect(world.db.prepare('SELECT count(*) FROM compliance_checks').pluck().get()).toBe(50);
    expect(world.db.prepare('SELECT count(*) FROM checker_documents').pluck().get()).toBeLessThanOrEqual(3);
  });
});

describe('a matrix', () => {
  test('pauses when the checker disappears and completes when it is back', async () => {
    let isAway = false;
    let answered = 0;
    const { world } = await start((request, response) => {
      if (isAway) return void response.destroy();
      if (request.url.startsWith('/calculate') && ++answered === 10) isAway = true;
      good(request, response);
    });
    const { id } = await world.handlers['matrix.start']({ ...asked, funders: [...'abcdefghij'] });
    const paused = await world.reached(id, isPaused);
    expect(paused.answered).toBe(10);
    expect(textOf(paused.message)).toContain('could not be reached');
    isAway = false;
    await world.handlers['matrix.resume']({ id });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 80, failed: 0, message: null });
  });

  test('rejects an answer about another journal', async () => {
    const another = [{ id: '0000-0019', issn: ['0000-0019'], title: 'Another' }];
    const { world } = await start(({ url }, response) => {
      if (!url.startsWith('/calculate')) return json(response, {});
      const journal = url.includes('1734-6215') ? another : [];
      json(response, answerOf(url, url.includes('0028-0836') ? {} : { request: { journal } }));
    });
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 3),
      funders: ['a'],
    });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 1, failed: 2 });
    const [other] = await world.handlers['matrix.cells']({ id });
    expect(textOf(other!.message)).toContain('another journal, “Another”');
  });

  test('continues when the checker refuses many questions in a row', async () => {
    const { world } = await start((request, response) => {
      if (!request.url.includes('funder=a')) return good(request, response);
      response.writeHead(400, { 'content-type': 'text/html' }).end('The funder id is not valid\n');
    });
    const funders = ['a', 'b'];
    const many = [...issns, '0140-6736', '1474-547X', '0098-7484', '1538-3598', '0028-4793', '1533-4406'];
    const { id } = await world.handlers['matrix.start']({ ...asked, issns: many, funders });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 14, failed: 14 });
  });

  test('is not affected by pausing or removing another one', async () => {
    const waiting: (() => void)[] = [];
    let isHeld = true;
    const { world } = await start((request, response) => {
      // Both wait for the same texts of the same funders.
      if (isHeld && request.url.startsWith('/funder_')) waiting.push(() => good(request, response));
      else good(request, response);
    });
    const first = await world.handlers['matrix.start'](asked);
    const second = await world.handlers['matrix.start']({ ...asked, issns: issns.toReversed() });
    const third = await world.handlers['matrix.start'](asked);
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    expect((await world.handlers['matrix.pause']({ id: first.id })).state).toBe('paused');
    await world.handlers['matrix.remove']({ id: third.id });
    isHeld = false;
    for (const go of waiting.splice(0)) go();
    expect(await world.reached(second.id, isDone)).toMatchObject({ answered: 40, failed: 0 });
    await world.handlers['matrix.resume']({ id: first.id });
    expect(await world.reached(first.id, isDone)).toMatchObject({ answered: 40, failed: 0 });
    expect((await world.handlers['matrix.list']({})).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test('continues when it is resumed before it has paused', async () => {
    const { world } = await start((request, response) => void setTimeout(good, 5, request, response));
    const { id } = await world.handlers['matrix.start'](asked);
    await world.reached(id, ({ answered }) => answered > 0);
    const pausing = world.handlers['matrix.pause']({ id });
    await world.handlers['matrix.resume']({ id });
    await pausing;
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 40, failed: 0 });
  });

  test.each([
    ['full', 'max_page_count = 1'],
    ['not to be written on', 'query_only = ON'],
  ])(
    'whose disk is %s stops with a message, keeps its answers, and continues later',
    async (_what, pragma) => {
      let calculations = 0;
      const { world } = await start(({ url }, response) => {
        if (url.startsWith('/calculate') && ++calculations === 10) world.db.pragma(pragma);
        // Large enough to need room.
        json(response, url.startsWith('/calculate') ? answerOf(url, { text: 'x'.repeat(50_000) }) : {});
      });
      const { id } = await world.handlers['matrix.start'](asked);
      const paused = await world.reached(id, isPaused);
      expect(textOf(paused.message)).toContain('all answers so far are kept');
      expect(paused.answered).toBeLessThan(40);
      world.db.pragma('max_page_count = 1000000');
      world.db.pragma('query_only = OFF');
      expect((await world.handlers['matrix.get']({ id })).state).toBe('paused');
      await world.handlers['matrix.resume']({ id });
      expect(await world.reached(id, isDone)).toMatchObject({ answered: 40, failed: 0 });
    },
  );
});
