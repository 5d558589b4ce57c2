import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/main/platform/network/fetch.ts';
import { cellTone } from '../../src/shared/i18n/matrixText.ts';
import { issnCheckDigit } from '../../src/shared/text/identifiers.ts';
import { type ComplianceWorld, openComplianceWorld } from '../helpers/complianceWorld.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import { startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

const issns = Array.from({ length: 20 }, (_, n) => {
  const digits = `9900${String(n).padStart(3, '0')}`;
  return `9900-${digits.slice(4)}${issnCheckDigit(digits)}`;
});
const funders = Array.from({ length: 10 }, (_, n) => `fund${n}`);
const routes = { fully_oa: { calculate: true } };
const facts = {
  funders: funders.map((id) => ({
    id,
    name: `Fund ${id}`,
    routes,
    cards: [{ id: 'oa', compliant: true, match_routes: { must: ['fully_oa'] } }],
  })),
  journals: issns.map((issn, n) => ({
    issn: [issn],
    title: `Journal ${n}`,
    indoaj: true,
    licence: [n % 2 === 0 ? 'CC BY' : 'CC BY-NC'],
  })),
};

let sandbox: TestDirectory;
let world: ComplianceWorld;
beforeEach(async () => {
  sandbox = await startTestDirectory({
    world: { accounts: [], journals: [], articles: [], applications: [], checker: facts },
  });
  world = openComplianceWorld({ base: sandbox.checker });
});
afterEach(async () => {
  await world.close();
  world.remove();
  await sandbox.stop();
});

/** The same world, whose answers come through `fetch`. */
async function reopened(fetch: Fetch): Promise<ComplianceWorld> {
  await world.close();
  world.remove();
  return openComplianceWorld({ base: sandbox.checker, fetch });
}

const asked = { name: 'Ours', issns, funders, rors: [], lang: 'en', maxAge: 30 };
const isDone = (matrix: { state: string }) => matrix.state === 'done';
const calculations = async () => (await sandbox.requests()).filter(({ path }) => path.includes('/calculate'));

describe('a matrix', () => {
  test('asks every question once and reports progress and the result of each cell', async () => {
    expect(await world.handlers['matrix.plan'](asked)).toMatchObject({ cells: 200, kept: 0, requests: 220 });
    // Texts in another language are completed with the English ones.
    expect(await world.handlers['matrix.plan']({ ...asked, lang: 'fr' })).toMatchObject({ requests: 230 });
    const { id } = await world.handlers['matrix.start'](asked);
    const matrix = await world.reached(id, isDone);
    expect(matrix).toMatchObject({ cells: 200, answered: 200, failed: 0, changed: 0, secondsLeft: null });
    expect(await calculations()).toHaveLength(200);
    const cells = await world.handlers['matrix.cells']({ id });
    expect(cells.filter(({ compliant }) => compliant)).toHaveLength(100);
    expect(cells[0]).toMatchObject({
      journal: 0,
      funder: 0,
      state: 'answered',
      compliant: true,
      routes: ['fully_oa'],
    });
    expect(world.received.filter(({ name }) => name === 'matrix.changed').length).toBeGreaterThan(1);
    expect(await world.handlers['matrix.plan'](asked)).toMatchObject({ kept: 200, requests: 0 });
  });

  test('never shows an answer about no journal as a way to comply', async () => {
    const unknown = `9901-000${issnCheckDigit('9901000')}`;
    world = await reopened(async (address, init) => {
      const response = await fetch(address, init);
      if (!new URL(address).pathname.endsWith('/calculate')) return response;
      const answer = (await response.json()) as { request: object; compliant: boolean };
      // A release that answers for any ISSN, and names no journal.
      return Response.json({ ...answer, compliant: true, request: { ...answer.request, journal: [] } });
    });
    const { id } = await world.handlers['matrix.start']({ ...asked, issns: [unknown], funders: ['fund0'] });
    await world.reached(id, isDone);
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell).toMatchObject({ state: 'failed', compliant: null, routes: [] });
    expect(textOf(cell!.message!)).toContain(`does not know the journal ${unknown}`);
    expect(cellTone(cell!)).toBe('failed');
    const { text } = await world.handlers['matrix.export']({ id, format: 'csv' });
    expect(text).not.toContain('yes');
    expect(text).toContain(unknown);
  });

  test('asks only outdated questions again and reports changes', async () => {
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 2),
      funders: ['fund0'],
    });
    await world.reached(id, isDone);
    await world.handlers['matrix.refresh']({ id, maxAge: 1 });
    await world.reached(id, isDone);
    expect(await calculations()).toHaveLength(2);
    const journals = facts.journals.map((one) => ({ ...one, licence: ['CC BY-NC'] }));
    await fetch(`${sandbox.origin}/_sandbox/checker`, {
      method: 'POST',
      body: JSON.stringify({ ...facts, journals }),
    });
    const second = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 2),
      funders: ['fund0'],
      maxAge: 0,
    });
    const { changed } = await world.reached(second.id, isDone);
    expect(changed).toBe(1);
    const [cell] = await world.handlers['matrix.cells']({ id: second.id });
    expect(cell!.changes.map(textOf).join(' ')).toContain('Full open access: complies → does not comply.');
  });

  test('finishes if every question about one funder fails, and asks those again last', async () => {
    const oddities = { failing: ['fund0'] };
    await fetch(`${sandbox.origin}/_sandbox/checker`, {
      method: 'POST',
      body: JSON.stringify({ ...facts, oddities }),
    });
    const rors = Array.from({ length: 60 }, (_, n) => `0aaaaaa${10 + n}`);
    const given = { ...asked, issns: issns.slice(0, 1), funders: ['fund0', 'fund1'], rors };
    const { id } = await world.handlers['matrix.start'](given);
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 60, failed: 60, message: null });
    expect(await calculations()).toHaveLength(180);
    // Again only those that failed are asked, once.
    await world.handlers['matrix.refresh']({ id, maxAge: 30 });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 60, failed: 60, message: null });
    expect(await calculations()).toHaveLength(240);
    await fetch(`${sandbox.origin}/_sandbox/checker`, { method: 'POST', body: JSON.stringify(facts) });
    await world.handlers['matrix.refresh']({ id, maxAge: 30 });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 120, failed: 0 });
  });

  test('asks again last what failed once', async () => {
    const fault = { kind: 'status', status: 503, match: { path: 'calculate', times: 5 } };
    await fetch(`${sandbox.origin}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    const { id } = await world.handlers['matrix.start'](asked);
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 200, failed: 0 });
    expect(await calculations()).toHaveLength(205);
  });

  test('tells what changed since the answer that a cell had, whatever was asked in between', async () => {
    const question = { issn: issns[0]!, funder: 'fund0', ror: '', lang: 'en' };
    const given = { ...asked, issns: issns.slice(0, 1), funders: ['fund0'] };
    const { id } = await world.handlers['matrix.start'](given);
    await world.reached(id, isDone);
    const journals = facts.journals.map((one) => ({ ...one, licence: ['CC BY-NC'] }));
    await fetch(`${sandbox.origin}/_sandbox/checker`, {
      method: 'POST',
      body: JSON.stringify({ ...facts, journals }),
    });
    await world.handlers['compliance.check']({ ...question, maxAge: 0 });
    const again = await world.handlers['compliance.check']({ ...question, maxAge: 0 });
    expect(again.changes).toEqual([]);
    await world.handlers['matrix.refresh']({ id, maxAge: 0 });
    expect(await world.reached(id, isDone)).toMatchObject({ changed: 1 });
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell!.changes.map(textOf).join(' ')).toContain('There is no longer a way to comply');
    await world.handlers['matrix.refresh']({ id, maxAge: 0 });
    expect(await world.reached(id, isDone)).toMatchObject({ changed: 0 });
  });

  test('says in every export that an answer has no verdict, and what ids were asked about', async () => {
    await fetch(`${sandbox.origin}/_sandbox/checker`, {
      method: 'POST',
      body: JSON.stringify({ ...facts, oddities: { verdict: 'missing' } }),
    });
    const given = { ...asked, issns: issns.slice(0, 1), funders: ['fund0'], rors: ['02catss52'] };
    const { id } = await world.handlers['matrix.start'](given);
    await world.reached(id, isDone);
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell).toMatchObject({ state: 'answered', compliant: null });
    const exported = async (format: 'csv' | 'json' | 'html') =>
      (await world.handlers['matrix.export']({ id, format })).text;
    expect(await exported('html')).toContain('>no verdict<');
    const [heads, line] = (await exported('csv')).split('\r\n');
    expect(heads).toContain('Funder,Funder’s id,Organisation,ROR id,Verdict,');
    expect(line).toContain('fund0,fund0,02catss52,02catss52,no verdict,');
    const { cells } = JSON.parse(await exported('json'));
    expect(cells[0]).toMatchObject({
      funderId: 'fund0',
      ror: '02catss52',
      compliant: null,
      verdict: 'no verdict',
    });
  });

  test('pauses at once and continues where it stopped', async () => {
    await fetch(`${sandbox.origin}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ kind: 'slow', ms: 40, times: 1000 }),
    });
    const { id } = await world.handlers['matrix.start'](asked);
    await world.reached(id, ({ answered }) => answered >= 6);
    const paused = await world.handlers['matrix.pause']({ id });
    expect(paused.state).toBe('paused');
    expect(paused.answered).toBeLessThan(200);
    await sandbox.clearFaults();
    // A response in flight during the pause arrives later, and its question is asked again.
    let before = -1;
    const arrives = async () => {
      const last = before;
      before = (await calculations()).length;
      return before > last;
    };
    await expect.poll(arrives, { interval: 300, timeout: 20_000 }).toBe(false);
    await world.handlers['matrix.resume']({ id });
    const matrix = await world.reached(id, isDone);
    expect(matrix).toMatchObject({ answered: 200, failed: 0 });
    expect((await calculations()).length).toBeLessThanOrEqual(before + 200 - paused.answered);
  });

  test('lists unanswered questions and asks them again', async () => {
    const given = { ...asked, issns: issns.slice(0, 3), funders: ['fund0', 'nobody'] };
    const { id } = await world.handlers['matrix.start'](given);
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 3, failed: 3 });
    const failed = (await world.handlers['matrix.cells']({ id })).filter(({ state }) => state === 'failed');
    expect(textOf(failed[0]!.message)).toContain('does not know this funder');
  });

  test('pauses with a message while the checker is unavailable', async () => {
    await world.close();
    world.remove();
    world = openComplianceWorld({ base: 'http://127.0.0.1:9/' });
    const { id } = await world.handlers['matrix.start'](asked);
    const matrix = await world.reached(id, ({ state }) => state === 'paused');
    expect(textOf(matrix.message)).toContain('does not answer');
    expect(textOf(matrix.message)).toContain('could not be reached');
  });

  test('continues after a kill without repeating answered questions', async () => {
    await world.close();
    const child = fork(testPrograms.matrixProcess, [world.folder, sandbox.checker, JSON.stringify(asked)]);
    const [id] = (await once(child, 'message')) as [number];
    child.kill('SIGKILL');
    await once(child, 'exit');
    world = openComplianceWorld({ base: sandbox.checker, folder: world.folder });
    const { answered } = await world.handlers['matrix.get']({ id });
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(200);
    const before = (await calculations()).length;
    world.runs.recover();
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 200, failed: 0 });
    const again = (await calculations()).length - before;
    expect(again).toBeLessThanOrEqual(200 - answered);
    // An answer may have been stored just before its cell.
    expect(again).toBeGreaterThanOrEqual(200 - answered - 6);
  });

  test('exports dates, source and disclaimer, escaped and safe for spreadsheets', async () => {
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      name: '<b>Ours</b>',
      issns: issns.slice(0, 2),
      funders: ['fund0'],
    });
    await world.reached(id, isDone);
    const csv = await world.handlers['matrix.export']({ id, format: 'csv' });
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain('full OA');
    expect(csv.text).toContain('no way');
    const json = JSON.parse((await world.handlers['matrix.export']({ id, format: 'json' })).text);
    expect(json.matrix.disclaimer).toContain('liability');
    expect(json.cells).toHaveLength(2);
    const html = (await world.handlers['matrix.export']({ id, format: 'html' })).text;
    expect(html).toContain('&lt;b&gt;Ours&lt;/b&gt;');
    expect(html).toContain('https://checker.example.org/');
    expect(html).not.toContain('<script');
  });

  test('says in every export which answers have no agreements because the organisation is unknown', async () => {
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(1, 2),
      funders: ['fund0'],
      rors: ['', '02catss52'],
    });
    expect(await world.reached(id, isDone)).toMatchObject({ answered: 2, failed: 0 });
    const [without, unknown] = await world.handlers['matrix.cells']({ id });
    expect(without).toMatchObject({ compliant: false, message: null });
    expect(unknown).toMatchObject({ compliant: false, state: 'answered' });
    const words = textOf(unknown!.message);
    expect(words).toContain('does not know an organisation with the ROR id 02catss52');
    for (const format of ['html', 'csv', 'json'] as const) {
      const { text } = await world.handlers['matrix.export']({ id, format });
      expect(text.split(words), format).toHaveLength(2);
    }
  });

  test('says of a yes by an agreement that the agreement has ended', async () => {
    const log = [{ code: 'TA.Exists', parameters: { ta_id: ['a1'], end_date: ['2020-12-31'] } }];
    const results = [{ route: 'ta', compliant: 'yes', log }];
    world = await reopened(async (address, init) => {
      const answer = await fetch(address, init);
      if (!address.includes('/calculate')) return answer;
      return Response.json({ ...((await answer.json()) as object), compliant: true, results });
    });
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 1),
      funders: ['fund0'],
    });
    await world.reached(id, isDone);
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell).toMatchObject({
      compliant: true,
      routes: ['ta'],
      message: { key: 'compliance.agreements.over' },
    });
  });

  test('names who answered, whatever is set since, and asks that one if it goes on', async () => {
    const question = { ...asked, issns: issns.slice(0, 1), funders: ['fund0'] };
    const { id } = await world.handlers['matrix.start'](question);
    await world.reached(id, isDone);
    world.setSource('https://another.example.org/');
    for (const format of ['html', 'csv', 'json'] as const) {
      const { text } = await world.handlers['matrix.export']({ id, format });
      expect(text).toContain('https://checker.example.org/');
      expect(text).not.toContain('another');
    }
    await world.handlers['matrix.refresh']({ id, maxAge: 30 });
    await world.reached(id, isDone);
    expect(await calculations()).toHaveLength(2);
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell).toMatchObject({ state: 'answered', source: 'https://another.example.org/' });
  });

  test('keeps no verdict of a question that fails when it is asked again', async () => {
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 1),
      funders: ['fund0'],
    });
    await world.reached(id, isDone);
    const fault = { kind: 'status', status: 400, match: { path: 'calculate' } };
    await fetch(`${sandbox.origin}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
    await world.handlers['matrix.refresh']({ id, maxAge: 0 });
    await world.reached(id, isDone);
    await sandbox.clearFaults();
    const [cell] = await world.handlers['matrix.cells']({ id });
    expect(cell).toMatchObject({ state: 'failed', compliant: null, routes: [], changes: [], at: null });
  });

  test('asks again what was answered while the clock was ahead', async () => {
    const { id } = await world.handlers['matrix.start']({
      ...asked,
      issns: issns.slice(0, 1),
      funders: ['fund0'],
    });
    await world.reached(id, isDone);
    world.db.exec(`UPDATE matrix_cells SET at = '2999-01-01T00:00:00.000Z'`);
    await world.handlers['matrix.refresh']({ id, maxAge: 0 });
    await world.reached(id, isDone);
    expect(await calculations()).toHaveLength(2);
  });

  test('with too many questions is refused', async () => {
    const many = Array.from({ length: 200 }, (_, n) => `fund${n}`);
    const rors = Array.from({ length: 60 }, (_, n) => `0aaaaa${String(n).padStart(3, '0')}`);
    await expect(async () =>
      world.handlers['matrix.plan']({ ...asked, funders: many, rors }),
    ).rejects.toMatchObject({ code: 'input' });
  });
});
