import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../answers.ts';
import { matchCards } from './cardRules.ts';
import type { CheckerFunder, CheckerJournal, CheckerPolicy, CheckerWorld } from './checkerWorld.ts';
import { packOf } from './languagePacks.ts';
import { type RouteAnswer, routeChecks } from './routeChecks.ts';
import { suggest } from './suggestions.ts';

/** A request to the checker: the path below its root, percent-decoded by segment, and a query parameter. */
export interface CheckerRequest {
  method: string;
  path: string;
  parameter: (name: string) => string | undefined;
}

/** Responds to a request as the compliance checker would (reference/checker-api.md 1 to 6). */
export async function answerChecker(
  request: CheckerRequest,
  world: CheckerWorld,
  now: Date,
): Promise<Answer> {
  const parts = request.path.split('/').filter((part) => part !== '');
  const [name = '', first = '', second = ''] = parts.map(decode);
  if (request.method === 'OPTIONS') return { status: 200, headers: cors, body: '' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return noMethod();
  switch (name) {
    case '':
      return json('JCT API');
    case 'calculate':
      return calculate(request, world, now);
    case 'funder_language':
      return first === '' ? json({ total: world.funders.size }) : json(packFor(world, first, second));
    case 'funder_config':
    case 'funder':
      if (first === '') return json({ total: world.funders.size });
      return json(world.funders.get(first.toLowerCase().trim()) ?? {});
    case 'tj':
      return transformative(world, first, request.parameter('funder'), now);
    case 'ta':
      return agreements(request, world, now);
    case 'suggest': {
      const size = Number(request.parameter('size') ?? 10);
      const found = suggest(world, first, second, Number.isInteger(size) && size > 0 ? size : 10);
      return found ? json(found) : failed(world, 500, 'Unknown kind of suggestion');
    }
    default:
      return json(404);
  }
}

const cors = { 'Access-Control-Allow-Origin': '*' };
const routeOrder = ['self_archiving', 'fully_oa', 'hybrid', 'ta', 'tj'];

/** Reference 1.4: four checks, in this order. */
async function calculate(request: CheckerRequest, world: CheckerWorld, now: Date): Promise<Answer> {
  const issn = request.parameter('issn') || request.parameter('journal') || '';
  const funderId = request.parameter('funder') ?? '';
  if (issn === '') return failed(world, 400, 'ISSN parameter must be supplied');
  if (funderId === '') return failed(world, 400, 'Funder id must be supplied');
  if (!/^\d{4}-\d{3}[\dXx]$/.test(issn)) return failed(world, 400, 'ISSN is malformed');
  if (!world.funders.has(funderId)) return failed(world, 400, 'Supplied funder id is not valid');
  if (world.oddities.failing.includes(funderId)) return failed(world, 500, 'Something went wrong');
  const ror = request.parameter('ror') || request.parameter('institution') || '';
  return calculated({ issn, funder: funderId, ror, ...world.oddities.instead }, world, now);
}

async function calculated(
  { issn, funder: funderId, ror }: { issn: string; funder: string; ror: string },
  world: CheckerWorld,
  now: Date,
): Promise<Answer> {
  const funder = world.funders.get(funderId)!;
  const started = now.getTime();
  const results = calculateRoutes(world, funder, { issn, ror, now });
  const took = 30 + (hash(`${issn}${funderId}${ror}`) % 40);
  await pause(took / 10);
  const { cards, compliant } = matchCards(funder, results);
  const journal = findJournal(world, issn);
  const institution = world.institutions.find((one) => one.ror === ror);
  return json(
    spelt(world, {
      request: {
        started,
        ended: started + took,
        took,
        journal: journal ? [describe(journal)] : [],
        funder: [{ id: funder.id, title: funder.name }],
        institution: institution ? [{ id: institution.ror, title: institution.title }] : [],
        checks: routesOf(funder),
      },
      ...(world.oddities.verdict === 'given' ? { compliant } : {}),
      results: world.oddities.order === 'mixed' ? shuffled(results, `${issn}${funderId}`) : results,
      cards,
    }),
  );
}

function routesOf(funder: CheckerFunder): string[] {
  return routeOrder.filter((route) => funder.routes[route]?.calculate === true);
}

function calculateRoutes(
  world: CheckerWorld,
  funder: CheckerFunder,
  { issn, ror, now }: { issn: string; ror: string; now: Date },
): RouteAnswer[] {
  const journal = findJournal(world, issn);
  const issns = journal?.issns ?? [issn];
  const facts = {
    journal,
    issns,
    funder,
    ror,
    agreements: sharedAgreements(world, journal, ror),
    policy: policyOf(world, issns),
    now,
  };
  return routesOf(funder).flatMap((route) => routeChecks[route]!(facts));
}

/** The policy source's records for any of the ISSNs, combined (reference/checker-api.md 3.2). */
function policyOf(world: CheckerWorld, issns: readonly string[]): CheckerPolicy | null {
  const found = world.policies.filter((policy) => policy.issns.some((one) => issns.includes(one)));
  if (found.length === 0) return null;
  return {
    issns: found.flatMap((policy) => policy.issns),
    permissions: found.flatMap(({ permissions }) => permissions),
    best: found.find(({ best }) => best !== null)?.best ?? null,
  };
}

function sharedAgreements(world: CheckerWorld, journal: CheckerJournal | null, ror: string) {
  const institution = world.institutions.find((one) => one.ror === ror);
  if (!journal || !institution) return [];
  return journal.agreements
    .filter((id) => institution.agreements.includes(id))
    .flatMap((id) => world.agreements.get(id) ?? [{ id, correspondingAuthors: false }]);
}

/**
 * A journal that is not indexed can match another one by its first half, as in the deployed service
 * (reference/checker-api.md 1.4).
 */
function findJournal(world: CheckerWorld, issn: string): CheckerJournal | null {
  const exact = world.journals.find(({ issns }) => issns.includes(issn));
  if (exact || world.vocabulary === 'spec') return exact ?? null;
  return (
    world.journals.find(({ issns }) => issns.some((one) => one.slice(0, 4) === issn.slice(0, 4))) ?? null
  );
}

function describe({ issns, title, publisher, priceDataYears }: CheckerJournal) {
  return {
    id: issns[0],
    title,
    issn: issns,
    ...(publisher ? { publisher } : {}),
    ...(priceDataYears ? { price_data_years: priceDataYears } : {}),
  };
}

function packFor(world: CheckerWorld, funder: string, language: string): object {
  const pack = world.funders.has(funder) ? packOf(world.language, funder, language || 'en') : {};
  return spelt(world, pack) as object;
}

/** Reference 1.5: found, or 404 for any reason. */
function transformative(world: CheckerWorld, issn: string, funder: string | undefined, now: Date): Answer {
  const journal = world.journals.find(({ issns }) => issns.includes(issn)) ?? null;
  const known = funder ? world.funders.get(funder) : undefined;
  const asking =
    known ?? ({ id: '', name: '', routes: {}, card_order: [], cards: [] } satisfies CheckerFunder);
  const facts = { journal, issns: [issn], funder: asking, ror: '', agreements: [], policy: null, now };
  const [result] = routeChecks.tj!(facts);
  if (result?.compliant === 'yes') return json({ issn, transformative_journal: true });
  if (world.oddities.notFound === 'body') return json(404);
  return { status: 404, headers: { 'Content-Type': 'text/html' }, body: 'TJ Not Found\n' };
}

/** Reference 1.6: the documented object, or the deployed list in which every element has all results. */
function agreements(request: CheckerRequest, world: CheckerWorld, now: Date): Answer {
  const issn = request.parameter('issn') || request.parameter('journal') || '';
  const ror = request.parameter('ror') || request.parameter('institution') || '';
  if (issn === '') return failed(world, 500, 'Cannot read properties of undefined');
  const journal = world.journals.find(({ issns }) => issns.includes(issn)) ?? null;
  const shared = sharedAgreements(world, journal, ror);
  if (shared.length === 0) {
    if (world.vocabulary === 'deployed' || world.oddities.notFound === 'body') return json(404);
    return { status: 404, headers: { 'Content-Type': 'text/html' }, body: 'TA Not Found\n' };
  }
  const [funder] = world.funders.values();
  const facts = { journal, issns: [issn], funder: funder!, ror, agreements: shared, policy: null, now };
  const results = spelt(world, routeChecks.ta!(facts)) as RouteAnswer[];
  if (world.vocabulary === 'spec' && results.length === 1) {
    const { compliant, qualifications } = results[0]!;
    const log = [{ action: 'Looked for an agreement', result: 'An agreement was found' }];
    return json({ issn: [issn], ror, result: { compliant, qualifications, log } });
  }
  return json(
    results.map(() => ({ issn: [issn], ror: [ror], result: results.length === 1 ? results[0] : results })),
  );
}

/** Names as the deployed service spells them (reference/checker-api.md 0.2); the tables use the names of the specification. */
function spelt<T>(world: CheckerWorld, value: T): unknown {
  if (world.vocabulary === 'spec') return value;
  let text = JSON.stringify(value);
  for (const [from, to] of deployedSpelling) text = text.replaceAll(from, to);
  const deployed = JSON.parse(text);
  for (const result of Array.isArray(deployed) ? deployed : (deployed.results ?? [])) {
    // The flag is stored under a different name than it is read by, so the qualification never appears
    // (reference/checker-api.md 3.3).
    if (result.route === 'ta' && result.qualifications) result.qualifications = [];
  }
  return deployed;
}

const deployedSpelling: [string, string][] = [
  ['InProgressDirectory', 'InProgressDOAJ'],
  ['InDirectory', 'InDOAJ'],
  ['SA.InPolicySource', 'SA.InOAB'],
  ['SA.NotInPolicySource', 'SA.NotInOAB'],
  ['SA.PolicySource', 'SA.OAB'],
  ['NotHybridInRegistry', 'NotHybridInOAW'],
  ['HybridInRegistry', 'HybridInOAW'],
  ['Hybrid.RegistryTypeUnknown', 'Hybrid.OAWTypeUnknown'],
  ['InRegistry', 'InOAW'],
  ['directory_under_review', 'doaj_under_review'],
].map(([from, to]) => [from!, to!]);

function json(value: unknown): Answer {
  return {
    status: 200,
    headers: { ...cors, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value, null, 2),
  };
}

/** Plain text, never JSON, and without CORS headers (reference/checker-api.md 1.2). */
function failed({ oddities }: CheckerWorld, status: number, message: string): Answer {
  const body = oddities.errors === 'bare' ? 'Server error.' : `${message}\n`;
  return { status, headers: { 'Content-Type': 'text/html' }, body };
}

function noMethod(): Answer {
  return {
    status: 405,
    headers: { ...cors, 'Content-Type': 'application/json; charset=utf-8', Allow: 'GET' },
    body: JSON.stringify({ status: 'error', message: 'API endpoint does not exist' }, null, 2),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Routes finish in no fixed order; the same question always has the same order. */
function shuffled<T>(items: readonly T[], seed: string): T[] {
  const keyed = items.map((item, index) => ({ item, key: hash(`${seed}${index}`) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
  return sum;
}
