import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestDirectory, type TestDirectory } from '../../helpers/testDirectory.ts';

/** Facts for each row of the decision tables (reference/checker-api.md 3). */
const issns = (n: number) => [`9900-${String(n).padStart(3, '0')}0`];
const perm = (more: object) => ({
  can_archive: true,
  versions: ['acceptedVersion'],
  embargo_months: 0,
  licences: [{ type: 'cc-by' }],
  ...more,
});
const routes = {
  self_archiving: { calculate: true, rights_retention: '2100-01-01T00:00:00Z' },
  fully_oa: { calculate: true },
  hybrid: { calculate: true },
  ta: { calculate: true },
  tj: { calculate: true },
};
const policy = (n: number, all: object[], journalType: string | null | undefined = undefined) => ({
  issn: issns(n),
  all_permissions: all,
  ...(journalType === undefined
    ? {}
    : { best_permission: { issuer: journalType === null ? {} : { journal_oa_type: journalType } } }),
});
const facts = {
  clock: '2024-06-01T00:00:00Z',
  funders: [
    {
      id: 'plain',
      name: 'Plain Fund',
      routes,
      cards: [{ id: 'way', compliant: true, match_routes: { or: ['fully_oa', 'ta'] } }],
    },
    {
      id: 'keeper',
      name: 'Keeper',
      routes: { ...routes, self_archiving: { calculate: true, rights_retention: '2021-01-01T00:00:00Z' } },
    },
  ],
  language: {
    default__en: { site: { compliant: 'Yes', n: 1 } },
    default__fr: { site: { compliant: 'Oui' } },
    plain__en: { site: { own: 'Own' } },
  },
  institutions: [{ ror: '01aaaaa11', title: 'Uni', country: '', tas: ['t1', 't2'] }],
  agreements: [
    { jct_id: 't1', end_date: '2026-12-31' },
    { jct_id: 't2', corresponding_authors: true },
  ],
  journals: [
    {
      issn: issns(1),
      title: 'Exception',
      oa_exception: true,
      oa_exception_caveat: 'General',
      oa_exception_funder_caveats: [{ funder: 'keeper', caveat: 'Special' }],
    },
    { issn: issns(2), title: 'Unclear', indoaj: true },
    { issn: issns(3), title: 'Open', indoaj: true, licence: ['CC BY-NC', 'CC BY'] },
    { issn: issns(4), title: 'Closed licence', indoaj: true, licence: ['CC BY-NC'] },
    { issn: issns(5), title: 'In progress', doajinprogress: true },
    { issn: issns(6), title: 'Prohibited', sa_prohibited: true },
    { issn: issns(7), title: 'Retained', retained: true },
    { issn: issns(8), title: 'Agreed', tas: ['t1', 't2'] },
    { issn: issns(9), title: 'Transformative', tj: true, tj_excluded_by: ['keeper'] },
    ...[10, 11, 12, 13, 14, 15, 16].map((n) => ({ issn: issns(n), title: `P${n}` })),
  ],
  policies: [
    policy(10, [perm({})], 'hybrid'),
    policy(11, [perm({ embargo_months: 12 })], 'gold'),
    policy(12, [perm({ licences: [] })], null),
    policy(13, [perm({}), { can_archive: true }], 'transformative'),
    policy(14, [perm({ versions: ['submittedVersion'] }), perm({ requirements: { funder: ['Other'] } })]),
    policy(15, [perm({ requirements: { funder: ['Plan S'] }, embargo_months: '0' })]),
    policy(16, [perm({ can_archive: false, score: 1 }), perm({ embargo_months: 6, score: 9 })]),
  ],
};

let sandbox: TestDirectory;
beforeAll(async () => {
  sandbox = await startTestDirectory({
    world: { accounts: [], journals: [], articles: [], applications: [], checker: facts },
  });
});
afterAll(() => sandbox.stop());

async function get(path: string) {
  const response = await fetch(`${sandbox.checker}${path}`);
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
  };
}

interface Result {
  route: string;
  compliant: string;
  log: { code: string; parameters?: Record<string, unknown[]> }[];
  qualifications?: object[];
}
async function routeOf(n: number, route: string, { funder = 'plain', ror = '' } = {}): Promise<Result[]> {
  const { json } = await get(`calculate?issn=${issns(n)[0]}&funder=${funder}${ror && `&ror=${ror}`}`);
  return json.results.filter((one: Result) => one.route === route);
}

/** What the codes of a route begin with. */
const prefixes = { fully_oa: 'FullOA', self_archiving: 'SA', ta: 'TA', tj: 'TJ', hybrid: 'Hybrid' };

describe('the checker of the sandbox', () => {
  test.each<[number, keyof typeof prefixes, string, string, { funder?: string; ror?: string }?]>([
    [1, 'fully_oa', 'yes', 'Exception'],
    [2, 'fully_oa', 'unknown', 'NoException InDirectory Unknown NotInProgressDirectory'],
    [3, 'fully_oa', 'yes', 'NoException InDirectory Compliant'],
    [4, 'fully_oa', 'no', 'NoException InDirectory NonCompliant NotInProgressDirectory'],
    [5, 'fully_oa', 'yes', 'NoException NotInDirectory InProgressDirectory'],
    [99, 'fully_oa', 'no', 'NoException NotInDirectory NotInProgressDirectory'],
    [6, 'self_archiving', 'no', 'RRException'],
    [7, 'self_archiving', 'yes', 'Compliant RRNoException'],
    [99, 'self_archiving', 'unknown', 'NotInPolicySource NotAsserted RRNoException FunderRRNotActive'],
    [10, 'self_archiving', 'yes', 'InPolicySource PolicySourceCompliant NotAsserted RRNoException'],
    [
      11,
      'self_archiving',
      'no',
      'InPolicySource PolicySourceNonCompliant NotAsserted RRNoException FunderRRNotActive',
    ],
    [
      11,
      'self_archiving',
      'yes',
      'InPolicySource PolicySourceNonCompliant NotAsserted RRNoException FunderRRActive',
      { funder: 'keeper' },
    ],
    [
      12,
      'self_archiving',
      'unknown',
      'InPolicySource PolicySourceIncomplete NotAsserted RRNoException FunderRRNotActive',
    ],
    [
      13,
      'self_archiving',
      'unknown',
      'InPolicySource PolicySourceIncomplete NotAsserted RRNoException FunderRRNotActive',
    ],
    [
      14,
      'self_archiving',
      'no',
      'InPolicySource PolicySourceNonCompliant NotAsserted RRNoException FunderRRNotActive',
    ],
    [15, 'self_archiving', 'yes', 'InPolicySource PolicySourceCompliant NotAsserted RRNoException'],
    [8, 'ta', 'no', 'NoTA'],
    [8, 'ta', 'yes', 'Exists Exists', { ror: '01aaaaa11' }],
    [9, 'tj', 'yes', 'Exists Compliant'],
    [9, 'tj', 'no', 'Exists FunderNonCompliant', { funder: 'keeper' }],
    [8, 'tj', 'no', 'NoTJ'],
    [6, 'hybrid', 'no', 'Exception'],
    [3, 'hybrid', 'no', 'InDirectory'],
    [9, 'hybrid', 'unknown', 'NotInDirectory NotInRegistry'],
    [12, 'hybrid', 'unknown', 'NotInDirectory InRegistry RegistryTypeUnknown'],
    [10, 'hybrid', 'yes', 'NotInDirectory InRegistry HybridInRegistry'],
    [13, 'hybrid', 'yes', 'NotInDirectory InRegistry HybridInRegistry'],
    [11, 'hybrid', 'no', 'NotInDirectory InRegistry NotHybridInRegistry'],
  ])('decides journal %d, %s: %s', async (n, route, compliant, words, asked = {}) => {
    const codes = words.split(' ').map((word) => `${prefixes[route]}.${word}`);
    const results = await routeOf(n, route, asked);
    for (const result of results) {
      expect(result.compliant).toBe(compliant);
      expect(result.log.map(({ code }) => code)).toEqual(codes);
    }
    expect(results.length).toBe(codes.filter((code) => code === 'TA.Exists').length || 1);
  });

  test('returns the data for the verdicts: the funder’s caveat, licences, embargo of the best record, one result for each agreement', async () => {
    expect((await routeOf(1, 'fully_oa', { funder: 'keeper' }))[0]!.qualifications).toEqual([
      { oa_exception_caveat: { caveat: 'Special' } },
    ]);
    expect((await routeOf(3, 'fully_oa'))[0]!.log[2]!.parameters).toEqual({ licence: ['CC BY-NC', 'CC BY'] });
    expect((await routeOf(16, 'self_archiving'))[0]!.log[1]!.parameters?.embargo).toEqual([6]);
    const agreements = await routeOf(8, 'ta', { ror: '01aaaaa11' });
    expect(agreements.map(({ qualifications }) => qualifications)).toEqual([
      [],
      [{ corresponding_authors: {} }],
    ]);
    expect(agreements[1]!.log[0]!.parameters).toEqual({ ta_id: ['t1'], end_date: ['2026-12-31'] });
  });

  test.each([
    ['calculate?funder=plain', 400, /ISSN/],
    ['calculate?issn=1234-5679', 400, /[Ff]under/],
    ['calculate?issn=12345679&funder=plain', 400, /ISSN/],
    ['calculate?issn=1234-5679,1234-5679&funder=plain', 400, /ISSN/],
    ['calculate?issn=1234-5679&funder=Plain', 400, /funder/],
    ['ta?ror=01aaaaa11', 500, /./],
    ['tj/9900-0030', 404, /TJ/],
  ])('answers %s with %d and text', async (path, status, text) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.json).toBeUndefined();
    expect(answer.text).toMatch(text);
  });

  test('serves a pack in the requested language, else in English, and none for an unknown funder', async () => {
    expect((await get('funder_language/plain/fr')).json).toEqual({
      id: 'plain__fr',
      site: { compliant: 'Oui', n: '1', own: 'Own' },
    });
    expect((await get('funder_language/plain/de')).json.id).toBe('plain__en');
    expect((await get('funder_language/plain')).json.site).toEqual({ compliant: 'Yes', n: '1', own: 'Own' });
    expect((await get('funder_language/nobody')).json).toEqual({});
    expect((await get('funder_config/nobody')).json).toEqual({});
    expect((await get('funder_config')).json).toEqual({ total: 2 });
  });

  test('suggests journals by ISSN with and without hyphen, and by title', async () => {
    const ids = async (text: string) =>
      (await get(`suggest/journal/${text}`)).json.data.map((one: { id: string }) => one.id);
    expect(await ids('9900-0030')).toEqual(['9900-0030']);
    expect(await ids('99000030')).toEqual(['9900-0030']);
    expect(await ids('closed lic')).toEqual(['9900-0040']);
    expect((await get('suggest/institution/uni')).json.total).toBe(1);
    expect((await get('suggest/funder/keep')).json.data[0].id).toBe('keeper');
  });

  test('imitates the deployed service when configured', async () => {
    await fetch(`${sandbox.origin}/_sandbox/checker`, {
      method: 'POST',
      body: JSON.stringify({
        ...facts,
        vocabulary: 'deployed',
        oddities: { notFound: 'body', errors: 'bare', order: 'mixed' },
      }),
    });
    expect((await routeOf(3, 'fully_oa'))[0]!.log.map(({ code }) => code)).toContain('FullOA.InDOAJ');
    expect((await routeOf(10, 'self_archiving'))[0]!.log[1]!.code).toBe('SA.OABCompliant');
    expect((await routeOf(5, 'fully_oa'))[0]!.qualifications).toEqual([{ doaj_under_review: {} }]);
    expect((await get('ta?issn=9900-0030&ror=01aaaaa11')).json).toBe(404);
    expect((await get('tj/9900-0030')).json).toBe(404);
    expect((await get('calculate?funder=plain')).text).toBe('Server error.');
    const both = (await get('ta?issn=9900-0080&ror=01aaaaa11')).json;
    expect(both).toHaveLength(2);
    expect(both[0].result).toHaveLength(2);
    await sandbox.reset();
    expect((await routeOf(3, 'fully_oa'))[0]!.log.map(({ code }) => code)).toContain('FullOA.InDirectory');
  });
});
