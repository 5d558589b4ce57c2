import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import defaults from '../../resources/sandboxChecker.json' with { type: 'json' };
import { runCli } from '../helpers/runCli.ts';
import { startTestDirectory } from '../helpers/testDirectory.ts';

const given = join(import.meta.dirname, '../fixtures/given/checker');
const folder = mkdtempSync(join(tmpdir(), 'colophon-compliance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('colophon compliance --read', () => {
  test('prints the conclusion from a stored response as JSON', async () => {
    const { code, out } = await runCli([
      'compliance',
      '--read',
      join(given, 'calculate/c18.json'),
      '--pack',
      join(given, 'language/exampleunion__en.json'),
      '--config',
      join(given, 'funder_config/exampleunion.json'),
      '--json',
    ]);
    expect(code).toBe(0);
    const said = JSON.parse(out);
    expect(said.compliant).toBe(true);
    expect(said.local).toEqual({ cards: ['card1_by_exception'], compliant: true, agrees: true });
    const [card] = said.cards;
    expect(card).toMatchObject({ id: 'card1_by_exception', shown: true, title: 'UNION CARD1_BY_EXCEPTION' });
    expect(card.why).toContain('Full OA route complies: yes');
    expect(said.cards.filter((one: { shown: boolean }) => one.shown)).toHaveLength(1);
    expect(said.cards).toHaveLength(12);
    expect(said.routes.find((one: { route: string }) => one.route === 'fully_oa')).toEqual({
      route: 'fully_oa',
      compliant: 'yes',
      qualifications: ['oa_exception_caveat'],
      log: [{ code: 'FullOA.Exception', text: 'On the exception list' }],
    });
  });

  test('reports where the card rules differ from the service’s result', async () => {
    const file = join(folder, 'answer.json');
    const card = { id: 'ta', compliant: true, match_routes: { must: ['ta'] } };
    writeFileSync(
      file,
      JSON.stringify({
        compliant: true,
        results: [{ route: 'ta', compliant: 'no', log: ['TA.NoTA'] }],
        cards: [card],
      }),
    );
    const { out } = await runCli(['compliance', '--read', file, '--json']);
    expect(JSON.parse(out).local).toEqual({ cards: [], compliant: false, agrees: false });
    const words = await runCli(['compliance', '--read', file]);
    expect(words.out).toContain('The journal and the organisation do not share an agreement.');
    expect(words.out).toContain('The checker’s list differs');
  });

  test('prints HTML without active content, with values as text and no placeholders, and explains unconfigured cards', async () => {
    const [answer, pack, config] = ['answer', 'pack', 'config'].map((name) =>
      join(folder, `hostile-${name}.json`),
    );
    const journal = [{ id: 'x', issn: ['1734-6215'], title: '<b>T</b> {funder}' }];
    const results = [
      {
        route: 'ta',
        compliant: 'yes',
        qualifications: null,
        log: ['TA.Exists', { code: 'Brand.New', parameters: { a: ['b', 3] } }],
      },
      { route: 'ta', compliant: 'no', qualifications: ['corresponding_authors'], log: [] },
    ];
    const cards = [
      { id: 'ta', display_if_compliant: ['tj', 'ta'], match_routes: { must: ['ta'] } },
      { id: 'newer', match_qualifications: { or: ['ta.corresponding_authors'] } },
    ];
    const body = {
      default:
        '<p onclick="x()">{title}, {Publisher}, {nope}<script>x()</script> <a href="javascript:x()">a</a></p>',
      ta: '<b>TA</b>',
      tj: 'TJ',
    };
    writeFileSync(
      answer!,
      `\uFEFF${JSON.stringify({ request: { journal }, compliant: 'true', results, cards })}`,
    );
    writeFileSync(pack!, JSON.stringify({ cards: { ta: { title: '<i></i>', body } } }));
    writeFileSync(
      config!,
      JSON.stringify({ cards: [cards[0], { id: 'other', compliant: true }, null], card_order: ['ta'] }),
    );
    const { code, out } = await runCli([
      'compliance',
      '--read',
      answer!,
      '--pack',
      pack!,
      '--config',
      config!,
      '--json',
    ]);
    expect(code).toBe(0);
    const said = JSON.parse(out);
    expect(said.compliant).toBeNull();
    expect(said.cards.map(({ id, shown, title }: Record<string, unknown>) => [id, shown, title])).toEqual([
      ['ta', true, 'Transformative agreement'],
      ['newer', true, 'newer'],
      ['other', false, 'other'],
    ]);
    expect(said.cards[0].body).toBe(
      '<p>&lt;b&gt;T&lt;/b&gt; &#123;funder&#125;, an unknown publisher, not given <a>a</a></p><b>TA</b>',
    );
    expect(said.cards[1].why).toContain('is not in the funder’s own list');
    expect(said.cards[2].why).toContain('does not include it');
    expect(said.routes).toEqual([
      {
        route: 'ta',
        compliant: 'yes',
        qualifications: [],
        log: [
          { code: 'TA.Exists', text: 'The journal and the organisation share an agreement.' },
          { code: 'Brand.New', text: 'Brand.New a: b, 3' },
        ],
      },
      { route: 'ta', compliant: 'no', qualifications: ['corresponding_authors'], log: [] },
    ]);
    expect(said.local).toEqual({ cards: ['ta'], compliant: true, agrees: false });
  });

  test.each([
    ['is not JSON', '<html>'],
    ['is no answer of the checker', '404'],
  ])('reports a file that %s', async (_what, text) => {
    const file = join(folder, 'bad.json');
    writeFileSync(file, text);
    const { code, err } = await runCli(['compliance', '--read', file, '--json']);
    expect(code).toBe(2);
    expect(err).toContain(file);
  });
});

describe('colophon compliance', () => {
  const data = join(folder, 'data');
  const wellcome = ['compliance', '--data', data, '--funder', 'wellcome'];
  // `--checker` is kept in the settings.
  const elsewhere = ['compliance', '--data', join(folder, 'elsewhere'), '--funder', 'wellcome'];

  test('checks every journal with every funder and prints a line for each pair', async () => {
    const { code, out } = await runCli([
      ...wellcome,
      'vinnovasweden',
      '--issn',
      '1734-6215',
      '2577-3569',
      '--ror',
      'https://ror.org/03yrm5c26',
      '--json',
    ]);
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ issn, funder, ror }) => [issn, funder, ror])).toEqual([
      ['1734-6215', 'wellcome', '03yrm5c26'],
      ['1734-6215', 'vinnovasweden', '03yrm5c26'],
      ['2577-3569', 'wellcome', '03yrm5c26'],
      ['2577-3569', 'vinnovasweden', '03yrm5c26'],
    ]);
    expect(lines[0]).toMatchObject({
      compliant: true,
      isOrganisationUnknown: false,
      local: { agrees: true },
    });
  });

  test('says of an answer that the checker does not know the organisation', async () => {
    const asked = [...wellcome, '--issn', '1734-6215', '--ror', '02catss52'];
    const json = await runCli([...asked, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ compliant: true, isOrganisationUnknown: true });
    for (const { code, err } of [json, await runCli(asked)]) {
      expect(code).toBe(0);
      expect(err).toContain('does not know an organisation with the ROR id 02catss52');
    }
  });

  test.each([
    [
      'another journal',
      { instead: { issn: '2577-3569' } },
      'another journal, “Journal of Open Source Education”',
    ],
    ['another funder', { instead: { funder: 'formassweden' } }, 'for “Formas” instead of “wellcome”'],
    ['another organisation', { instead: { ror: '03yrm5c26' } }, 'for “University of the Lakes” instead of'],
  ])('prints no verdict about %s', async (_what, oddities, words) => {
    const sandbox = await startTestDirectory({
      world: {
        accounts: [],
        journals: [],
        articles: [],
        applications: [],
        checker: { ...defaults, oddities },
      },
    });
    const asked = [...elsewhere, '--issn', '1734-6215', '--checker', sandbox.checker];
    const said = await runCli(asked);
    expect(said).toMatchObject({ code: 1, out: '' });
    expect(said.err).toContain(words);
    const json = await runCli([...asked, '--json']);
    expect(json.code).toBe(1);
    const line = JSON.parse(json.out);
    expect(line).toEqual({
      issn: '1734-6215',
      funder: 'wellcome',
      ror: '',
      lang: 'en',
      error: expect.stringContaining(words),
    });
    await sandbox.stop();
  });

  test('prints that there is no verdict, the conditions of routes, and agreements that have ended', async () => {
    const checker = {
      ...defaults,
      clock: '2026-11-21T12:00:00Z',
      oddities: { verdict: 'missing' },
      agreements: defaults.agreements.map((one) => ({ ...one, end_date: '2026-06-30' })),
    };
    const sandbox = await startTestDirectory({
      world: { accounts: [], journals: [], articles: [], applications: [], checker },
    });
    const asked = [...elsewhere, '--issn', '1845-7339', '--ror', '02mhbdp94', '--checker', sandbox.checker];
    const { code, out } = await runCli(asked);
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[1]).toBe('The checker gave no verdict.');
    expect(lines).toContain('  The agreement is open to corresponding authors only.');
    expect(lines).toContain('sbx2024lakes, ended 2026-06-30');
    expect(out).toContain('No agreement of the journal and the organisation is still in force');
    const json = JSON.parse((await runCli([...asked, '--json'])).out);
    expect(json).toMatchObject({ compliant: null, local: { agrees: true } });
    expect(json.cautions).toContain('The agreement is open to corresponding authors only.');
    await sandbox.stop();
  });

  test('reads its questions from a file, lists those without a result, and exits with 1', async () => {
    const file = join(folder, 'matrix.json');
    writeFileSync(file, JSON.stringify({ issns: ['1734-6215', '1734-6216'], funders: ['wellcome'] }));
    const { code, out, err } = await runCli(['compliance', '--data', data, '--matrix', file]);
    expect(code).toBe(1);
    expect(out).toContain('Full open access: complies.');
    expect(err).toContain('check digit');
  });

  test('requires a question', async () => {
    const { code, err } = await runCli(wellcome);
    expect(code).toBe(2);
    expect(err).toContain('--issn');
  });
});
