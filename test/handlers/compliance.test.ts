import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import defaults from '../../resources/sandboxChecker.json' with { type: 'json' };
import { systemClock } from '../../src/main/platform/clock.ts';
import { type ComplianceWorld, openComplianceWorld } from '../helpers/complianceWorld.ts';
import { saying } from '../helpers/saying.ts';
import { startScriptedServer } from '../helpers/scriptedServer.ts';
import { startTestDirectory, type TestDirectory } from '../helpers/testDirectory.ts';
import { textOf } from '../helpers/textOf.ts';

/** A day on which one of the sandbox's agreements is over, and another one is not. */
const clock = { ...systemClock, now: () => Date.parse('2026-11-21T12:00:00Z') };

let sandbox: TestDirectory;
let world: ComplianceWorld;
beforeEach(async () => {
  sandbox = await startTestDirectory({
    world: { accounts: [], journals: [], articles: [], applications: [] },
  });
  world = openComplianceWorld({ base: sandbox.checker, clock });
});
afterEach(async () => {
  await world.close();
  world.remove();
  await sandbox.stop();
});

const question = { issn: '1734-6215', funder: 'wellcome', ror: '', lang: 'en', maxAge: 0 };
const facts = (body: unknown) =>
  fetch(`${sandbox.origin}/_sandbox/checker`, { method: 'POST', body: JSON.stringify(body) });

describe('a compliance question', () => {
  test('is answered with the funder’s texts and cards, and cached with its date', async () => {
    const check = await world.handlers['compliance.check'](question);
    expect(check).toMatchObject({
      compliant: true,
      mismatch: null,
      journalTitle: 'Annals of Imaginary Cartography',
      funderName: 'Wellcome',
      institutionName: '',
      changes: [],
    });
    expect(check.pack).toMatchObject({ id: 'wellcome__en' });
    expect(check.config).toMatchObject({ id: 'wellcome' });
    expect(await world.handlers['compliance.get']({ id: check.id })).toEqual(check);
    expect(await world.handlers['compliance.history'](question)).toMatchObject([{ id: check.id }]);
    const [request] = (await sandbox.requests()).filter(({ path }) => path.includes('calculate'));
    expect(request!.path).not.toContain('api_key');
  });

  test('is answered from the cache while the cached answer is fresh', async () => {
    const first = await world.handlers['compliance.check'](question);
    const again = await world.handlers['compliance.check']({ ...question, maxAge: 60 });
    expect(again.id).toBe(first.id);
    const other = await world.handlers['compliance.check']({ ...question, lang: 'fr', maxAge: 60 });
    expect(other.pack).toMatchObject({ id: 'wellcome__fr' });
  });

  test('reports what changed since it was last asked', async () => {
    await world.handlers['compliance.check'](question);
    const journals = defaults.journals.map((one) => ({ ...one, indoaj: false }));
    await facts({ ...defaults, journals });
    const { changes } = await world.handlers['compliance.check'](question);
    expect(changes.map(textOf)).toEqual([
      'Full open access: complies → does not comply. The journal is not in the directory. The journal has no open application at the directory.',
    ]);
  });

  test.each([
    ['ISSN 17346215', '1734-6215', ''],
    ['1734-6215', '1734-6215', 'https://ror.org/03yrm5c26'],
  ])('accepts %s in any form', async (issn, asked, ror) => {
    const check = await world.handlers['compliance.check']({ ...question, issn, ror });
    expect(check.question).toMatchObject({ issn: asked, ror: ror === '' ? '' : '03yrm5c26' });
  });

  test.each([
    [{ issn: '1734-621' }, /is not an ISSN/],
    [{ issn: '1734-6216' }, /check digit/],
    [{ ror: 'Harvard' }, /not a ROR id/],
    [{ funder: 'Nobody' }, /does not know this funder/],
  ])('is refused with a message: %j', async (change, words) => {
    await expect(async () =>
      world.handlers['compliance.check']({ ...question, ...change }),
    ).rejects.toMatchObject({ code: 'input', problem: saying(words) });
  });

  test.each([
    ['journal', { issn: '2577-3569' }, /another journal, “Journal of Open Source Education”/],
    ['funder', { funder: 'formassweden' }, /for “Formas” instead of “wellcome”/],
    ['organisation', { ror: '05dxps055' }, /for “Institute of Still Water” instead of “03yrm5c26”/],
  ])('is not answered by an answer about another %s', async (_what, instead, words) => {
    const asked = { ...question, ror: '03yrm5c26' };
    await world.handlers['compliance.check'](asked);
    await facts({ ...defaults, oddities: { instead } });
    const check = await world.handlers['compliance.check'](asked);
    expect(check).toMatchObject({ mismatch: saying(words), changes: [] });
    const [history] = await world.handlers['compliance.history'](asked);
    expect(history).toMatchObject({ id: check.id, mismatch: saying(words) });
  });

  test('of an unaffiliated author is not answered for an organisation', async () => {
    await facts({ ...defaults, oddities: { instead: { ror: '03yrm5c26' } } });
    const check = await world.handlers['compliance.check'](question);
    expect(textOf(check.mismatch)).toContain('instead of “Not affiliated”');
  });

  test('may be answered without a verdict, which is told as a change', async () => {
    await world.handlers['compliance.check'](question);
    await facts({ ...defaults, oddities: { verdict: 'missing' } });
    const { compliant, changes } = await world.handlers['compliance.check'](question);
    expect(compliant).toBeNull();
    expect(changes.map(textOf)).toEqual(['Verdict: complies → not determined.']);
  });

  test('is not answered for a journal that the checker does not know', async () => {
    const check = await world.handlers['compliance.check']({ ...question, issn: '2045-2322' });
    expect(textOf(check.mismatch)).toContain('does not know the journal 2045-2322');
  });
});

describe('a failing checker', () => {
  test.each([
    ['fails', 500, 'text/html', 'Server error.', /caused an error at the checker/],
    ['hides behind its proxy', 504, 'text/html', '<html>gateway</html>', /caused an error at the checker/],
    ['answers with a page', 200, 'text/html', '<html>hello</html>', /could not read the checker’s answer/],
    ['answers with something else', 200, 'application/json', '[1]', /could not read the checker’s answer/],
    ['says not found', 200, 'application/json', '404', /could not read the checker’s answer/],
  ])('that %s is reported', async (_what, status, type, body, words) => {
    const server = await startScriptedServer((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    const other = openComplianceWorld({ base: `${server.origin}/` });
    try {
      await expect(async () => other.handlers['compliance.check'](question)).rejects.toMatchObject({
        code: 'remote',
        problem: saying(words),
      });
    } finally {
      await other.close();
      other.remove();
      await server.stop();
    }
  });

  test('that asks to slow down is asked again after the requested pause', async () => {
    let refused = 0;
    const server = await startScriptedServer((request, response) => {
      if (request.url.includes('calculate') && refused++ === 0)
        response.writeHead(429, { 'retry-after': '0' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": []}');
    });
    const other = openComplianceWorld({ base: `${server.origin}/` });
    try {
      const check = await other.handlers['compliance.check'](question);
      expect(check.compliant).toBeNull();
      expect(refused).toBe(2);
    } finally {
      await other.close();
      other.remove();
      await server.stop();
    }
  });
});

describe('look-ups', () => {
  test('return shared agreements with their end dates and conditions, in both response formats', async () => {
    const asked = { issn: '1845-7339', ror: '02mhbdp94' };
    const expected = {
      compliant: 'yes',
      agreements: [
        { id: 'sbx2024lakes', endDate: '2027-12-31', isOver: false },
        { id: 'sbx2025hills', endDate: '2026-06-30', isOver: true },
      ],
      qualifications: [saying('The agreement is open to corresponding authors only.')],
    };
    expect(await world.handlers['compliance.agreements'](asked)).toMatchObject(expected);
    expect(await world.handlers['compliance.agreements']({ ...asked, issn: '1734-6215' })).toMatchObject({
      compliant: 'yes',
      log: [saying('Looked for an agreement: An agreement was found')],
    });
    await facts({ ...defaults, vocabulary: 'deployed' });
    expect(await world.handlers['compliance.agreements'](asked)).toMatchObject({
      ...expected,
      qualifications: [],
    });
  });

  test('say that all agreements have ended', async () => {
    const asked = { issn: '1845-7339', ror: '02mhbdp94' };
    const { meaning } = await world.handlers['compliance.agreements'](asked);
    expect(meaning.key).toBe('compliance.agreements.yes');
    const agreements = defaults.agreements.map((one) => ({ ...one, end_date: '2026-11-20' }));
    await facts({ ...defaults, agreements });
    const over = await world.handlers['compliance.agreements'](asked);
    expect(over).toMatchObject({ compliant: 'yes', meaning: saying(/still in force/), log: [] });
  });

  test.each(['status', 'body'])('report no agreement for a 404 with its %s', async (notFound) => {
    await facts({ ...defaults, oddities: { notFound } });
    const found = await world.handlers['compliance.agreements']({ issn: '2577-3569', ror: '03yrm5c26' });
    expect(found).toMatchObject({ compliant: 'no', agreements: [] });
    expect(textOf(found.meaning)).toContain('No agreement was found');
  });
});

describe('suggestions and funders', () => {
  test('come from the checker with details that distinguish namesakes', async () => {
    expect(
      await world.handlers['compliance.suggest']({ kind: 'institution', text: 'university of' }),
    ).toEqual([{ id: '03yrm5c26', title: 'University of the Lakes', detail: 'UoL · Nowhere', issns: [] }]);
    expect(await world.handlers['compliance.suggest']({ kind: 'journal', text: '17346215' })).toMatchObject([
      { id: '1734-6215', detail: 'Sandbox Press · 1734-6215, 2734-6226' },
    ]);
    expect(await world.handlers['compliance.suggest']({ kind: 'funder', text: '  ' })).toEqual([]);
  });

  test('that are built in can be marked, changed, extended and restored', async () => {
    const list = () => world.handlers['compliance.funders']({});
    const all = await list();
    expect(all).toHaveLength(29);
    const wellcome = all.find(({ id }) => id === 'wellcome')!;
    const { own: _, ...plain } = wellcome;
    expect(await world.handlers['compliance.saveFunder']({ ...plain, favourite: true })).toEqual({
      ...wellcome,
      favourite: true,
    });
    const own = { id: 'ourfund', name: 'Our Fund', abbr: '', country: '', aliases: [], favourite: false };
    expect(await world.handlers['compliance.saveFunder'](own)).toMatchObject({ own: true });
    expect(await list()).toHaveLength(30);
    await world.handlers['compliance.removeFunder']({ id: 'ourfund' });
    await world.handlers['compliance.removeFunder']({ id: 'wellcome' });
    expect(await list()).toEqual(all);
  });
});
