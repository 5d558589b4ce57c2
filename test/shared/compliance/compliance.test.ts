import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agreementsOf,
  isOver,
  mismatch,
  readCalculation,
} from '../../../src/shared/compliance/compliance.ts';
import { readLanguagePack } from '../../../src/shared/compliance/languagePack.ts';
import { concludeFrom } from '../../../src/shared/i18n/complianceResult.ts';
import { describe as textOf } from '../../../src/shared/i18n/i18n.ts';

const folder = join(import.meta.dirname, '../../fixtures/given/checker');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

interface Expected {
  compliant: boolean;
  cards: string[];
  routes: Record<string, { compliant: string; qualifications: string[]; codes: string[] }[]>;
  presentation: {
    headline: string;
    cards: {
      id: string;
      title: string;
      body: string;
      preferred_label: boolean;
      modal?: { id: string; link_text: string };
    }[];
    routes: {
      route: string;
      compliant: string;
      label: string;
      statement: string;
      explanation: string;
      qualification?: { description: string; details?: { value: string }[] };
      log: { text: string; parameters?: { heading?: string; values: (string | number)[] }[] }[];
    }[];
  };
}
interface Sample {
  id: string;
  file: string;
  describes: string;
  request: { issn: string; funder: string; ror?: string };
  language_pack: string;
  funder_config: string;
  expect: Expected;
}
const samples: Sample[] = read('index.json').calculations;
const there = new Set(
  ['language', 'funder_config'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => `${name}/${file}`),
  ),
);
const now = new Date('2026-01-15T00:00:00Z');

function conclude(answer: unknown, pack: unknown, config: unknown = null) {
  const calculation = readCalculation(answer)!;
  return { calculation, ...concludeFrom(calculation, { pack: readLanguagePack(pack), config, now }) };
}

describe('a response of the checker', () => {
  test.each(samples)('is interpreted as in the samples: $id, $describes', (sample) => {
    const hasPack = there.has(sample.language_pack);
    const config = there.has(sample.funder_config) ? read(sample.funder_config) : null;
    const result = conclude(read(sample.file), hasPack ? read(sample.language_pack) : {}, config);
    const { expect: expected } = sample;
    expect(result.compliant).toBe(expected.compliant);
    const shown = result.cards.filter((card) => card.shown);
    expect(shown.map((card) => card.id)).toEqual(expected.cards);
    expect(mismatch(result.calculation, { ror: '', ...sample.request })).toBeNull();
    for (const [route, results] of Object.entries(expected.routes)) {
      const got = result.calculation.results.filter((one) => one.route === route);
      expect(
        got.map(({ compliant, qualifications, log }) => ({
          compliant,
          qualifications: qualifications.map(({ id }) => id),
          codes: log.map(({ code }) => code),
        })),
      ).toEqual(results);
    }
    expect(result.local.agrees).toBe(true);
    if (!hasPack) return;
    expect(result.headline).toBe(expected.presentation.headline);
    expect(
      shown.map(({ id, title, body, preferred, modal }) => [
        id,
        title,
        body,
        preferred,
        modal?.id,
        modal?.link,
      ]),
    ).toEqual(
      expected.presentation.cards.map((card) => [
        card.id,
        card.title,
        card.body,
        card.preferred_label,
        card.modal?.id,
        card.modal?.link_text,
      ]),
    );
    for (const [index, route] of expected.presentation.routes.entries()) {
      const got = result.routes[index]!;
      expect([got.route, got.label, got.statement, got.explanation]).toEqual([
        route.route,
        route.label,
        route.statement,
        route.explanation,
      ]);
      expect(got.qualifications[0]?.text).toBe(route.qualification?.description);
      for (const [place, line] of route.log.entries())
        expect(got.log[place]!.text.startsWith(line.text.replace(/:$/, ''))).toBe(true);
    }
  });

  test('lists licences, embargoes, versions and missing values as text, each once', () => {
    const { routes } = conclude(read('calculate/c05.json'), {});
    const policy = routes.find(({ route }) => route === 'self_archiving')!.log[1]!;
    expect(policy.text).toBe(
      'Its policy does not meet the funder’s requirements. Licence: CC BY-NC-ND; embargo: 12 months; version: accepted version',
    );
  });

  test.each([
    ['cc-by-nc-nd', 'CC BY-NC-ND'],
    ['CC BY', 'CC BY'],
    ['ccbysa', 'CC BY-SA'],
    ['CC0', 'CC0'],
    ['publisher-specific', 'publisher-specific'],
  ])('names the licence %s as %s', (licence, name) => {
    const log = [{ code: 'FullOA.Compliant', parameters: { licence: [licence] } }];
    const { routes } = conclude({ results: [{ route: 'fully_oa', log }] }, {});
    expect(routes[0]!.log[0]!.text).toContain(`Licence: ${name}`);
  });

  test('names every agreement once with its own end date, including expired ones', () => {
    const { agreements } = conclude(read('calculate/c05.json'), {});
    expect(agreements).toEqual([
      { id: 'exa2024uni', endDate: '2026-12-31', isOver: false },
      { id: 'exb2025uni.hybrid', endDate: '2025-12-31', isOver: true },
    ]);
    expect(isOver({ id: 'x', endDate: '2026-01-15' }, now)).toBe(false);
    expect(isOver({ id: 'x', endDate: '' }, now)).toBe(false);
  });

  test.each([
    ['seconds', { started: 1764323456, ended: 1764323457 }, '2025-11-28T09:50:56.000Z', 1000],
    [
      'milliseconds',
      { started: 1764323456789, ended: 1764323457201, took: 412 },
      '2025-11-28T09:50:56.789Z',
      412,
    ],
    ['nothing', {}, null, null],
    ['a number that is no time', { started: 1e300, ended: 1e301, took: -5 }, null, null],
    ['a time before everything', { started: -1e12, took: 1e300 }, null, null],
  ])('is dated in %s', (_name, request, started, took) => {
    expect(readCalculation({ request, results: [] })).toMatchObject({ started, took });
  });

  test('may come from any release: bare strings, single values, misspelt and missing members, unknown codes', () => {
    const answer = {
      request: { journal: [{ issn: '1234-5679' }], checks: null },
      results: [
        {
          route: 'ta',
          compliant: 'yes',
          ror: '05abc',
          log: ['TA.Exists', { code: 'TA.New', paramaters: { x: 1 } }, null],
        },
        {
          route: 'sky',
          compliant: 'maybe',
          qualifications: null,
          log: { action: 'Looked', result: 'found' },
        },
        {
          route: 'fully_oa',
          qualifications: [{ rights_retention_author_advice: '' }, 'under_test'],
          log: [{ code: 'FullOA.NonCompliant', license: ['CC BY-NC'] }],
        },
      ],
      cards: [{ id: 'new_card' }, {}],
    };
    const { calculation, routes, cards, compliant } = conclude(answer, null);
    expect(calculation.journal).toMatchObject({ id: '1234-5679', title: '' });
    expect(calculation.results[0]!.rors).toEqual(['05abc']);
    expect(compliant).toBeNull();
    expect(routes.map(({ label, compliant: value }) => [label, value])).toEqual([
      ['Transformative agreement', 'yes'],
      ['sky', 'unknown'],
      ['Full open access', 'unknown'],
    ]);
    expect(routes[0]!.log.map(({ text }) => text)).toEqual([
      'The journal and the organisation share an agreement.',
      'TA.New x: 1',
      'The checker returned a step without a name.',
    ]);
    expect(routes[1]!.log[0]!.text).toBe('Looked: found');
    expect(routes[2]!.qualifications.map(({ text }) => text)).toEqual([
      expect.stringContaining('keep enough rights'),
      'under_test',
    ]);
    expect(routes[2]!.log[0]!.text).toContain('Licence: CC BY-NC');
    expect(cards.map(({ title }) => title)).toEqual(['new_card', 'unnamed']);
  });

  test('never leaves a placeholder or "undefined" in a card, and escapes inserted values', () => {
    const pack = {
      cards: {
        a: {
          title: 'For {funder}',
          body: {
            default: '{title}|{publisher}|{institution}|{end_date}|{oa_exception_caveat}|{new_one}|{title}',
          },
        },
      },
    };
    const answer = {
      request: { journal: [{ id: 'x', title: '<b>T</b>' }] },
      results: [],
      cards: [{ id: 'a' }],
    };
    const [card] = conclude(answer, pack).cards;
    expect(`${card!.title} ${card!.body}`).not.toMatch(/undefined|[{}]/);
    expect(card!.body.split('|')[0]).toBe('&lt;b&gt;T&lt;/b&gt;');
    expect(card!.body.split('|').at(-1)).toBe('&lt;b&gt;T&lt;/b&gt;');
  });

  test.each<[unknown]>([
    [null],
    [404],
    ['x'],
    [[]],
    [{}],
    [{ compliant: true }],
    [{ results: 'none' }],
    [{ results: { a: 1 } }],
    [{ request: null, results: null, cards: 1 }],
  ])('is rejected: %j', (answer) => {
    expect(readCalculation(answer)).toBeNull();
  });

  test.each([
    ['journal', { journal: [{ id: '9900-0105', issn: ['9900-0105'], title: 'Letters' }] }, /“Letters”/],
    ['journal', { journal: [] }, /does not know the journal/],
    ['journal', { journal: [{ id: '9900-0113' }] }, /does not know the journal/],
    ['funder', { funder: [{ id: 'Fund', title: '' }] }, /for “Fund” instead of “fund”/],
    ['organisation', { institution: [{ id: '08yy00b22', title: 'Institute' }] }, /instead of “09zz00a11”/],
  ])('about another %s than asked is no answer: %j', (_what, change, words) => {
    const request = {
      journal: [{ id: '9900-0105', issn: ['9900-0105', '9900-011x'] }],
      funder: [{ id: 'fund' }],
      institution: [{ id: 'https://ror.org/09ZZ00A11' }],
    };
    const asked = { issn: '9900-011X', funder: 'fund', ror: '09zz00a11' };
    const about = (changed: object) => readCalculation({ request: { ...request, ...changed } });
    expect(mismatch(about({}), asked)).toBeNull();
    expect(mismatch(about({ funder: [], institution: [] }), asked)).toBeNull();
    expect(textOf(mismatch(about(change), asked))).toMatch(words);
  });

  test('without texts has cards with titles and conditions of ours', () => {
    const qualified = { match_qualifications: { must: ['ta.corresponding_authors'] } };
    const cards = [
      { id: 'ta_aq', compliant: true, match_routes: { must: ['ta'] }, ...qualified },
      { id: 'card4', compliant: true, match_routes: { or: ['hybrid', 'tj'], not: ['fully_oa'] } },
      { id: 'tile4', compliant: true, match_routes: { not: ['fully_oa', 'ta'] } },
      { id: 'journal_non_compliant', match_routes: { not: ['fully_oa', 'ta'] } },
      { id: 'fully_oa' },
    ];
    expect(conclude({ cards }, {}).cards.map(({ title, body }) => [title, body])).toEqual([
      ['Transformative agreement', 'The agreement is open to corresponding authors only.'],
      ['Hybrid journal or Transformative journal', 'The funder gives no further text.'],
      ['Another way to comply', 'The funder gives no further text.'],
      ['Try another journal', 'The funder gives no further text.'],
      ['fully_oa', 'The funder gives no further text.'],
    ]);
  });

  test('has agreements only if it names some', () => {
    expect(agreementsOf([])).toEqual([]);
  });
});

describe('texts for codes', () => {
  // Spec, "Log", and reference/checker-api.md 0.2.
  const codes =
    `FullOA.NoException FullOA.Exception FullOA.NotInDirectory FullOA.InProgressDirectory FullOA.NotInProgressDirectory
    FullOA.InDirectory FullOA.Compliant FullOA.Unknown FullOA.NonCompliant FullOA.InDOAJ FullOA.NotInDOAJ FullOA.InProgressDOAJ
    FullOA.NotInProgressDOAJ SA.RRException SA.RRNoException SA.InPolicySource SA.NotInPolicySource SA.PolicySourceNonCompliant
    SA.PolicySourceIncomplete SA.PolicySourceCompliant SA.InOAB SA.NotInOAB SA.OABCompliant SA.OABIncomplete SA.OABNonCompliant
    SA.FunderRRNotActive SA.FunderRRActive SA.Unknown SA.NonCompliant SA.Compliant SA.NotAsserted TA.NoTA TA.Exists TA.NotActive
    TA.Active TA.Unknown TA.NonCompliant TA.Compliant TJ.NoTJ TJ.Exists TJ.FunderNonCompliant TJ.Compliant Hybrid.NotInRegistry
    Hybrid.InRegistry Hybrid.NonCompliant Hybrid.Unknown Hybrid.Compliant Hybrid.NotInOAW Hybrid.InOAW Hybrid.Exception
    Hybrid.NoException Hybrid.InDirectory Hybrid.NotInDirectory Hybrid.InDOAJ Hybrid.NotInDOAJ Hybrid.NotHybridInOAW
    Hybrid.HybridInOAW Hybrid.OAWTypeUnknown Hybrid.NotHybridInRegistry Hybrid.HybridInRegistry Hybrid.RegistryTypeUnknown`
      .trim()
      .split(/\s+/);
  test.each(codes)('%s has a text of ours if the pack has none', (code) => {
    const results = [{ route: 'fully_oa', compliant: 'no', log: [{ code }] }];
    const [entry] = conclude({ results }, {}).routes[0]!.log;
    expect(entry!.text).toMatch(/ .*\.$/);
    expect(entry!.text).not.toContain(code);
  });

  test.each([
    'directory_under_review',
    'doaj_under_review',
    'rights_retention_author_advice',
    'corresponding_authors',
    'oa_exception_caveat',
  ])('%s has an explanation of ours', (id) => {
    const results = [{ route: 'ta', compliant: 'yes', qualifications: [{ [id]: {} }], log: [] }];
    expect(conclude({ results }, {}).routes[0]!.qualifications[0]!.text).toMatch(/ .*\.$/);
  });
});
