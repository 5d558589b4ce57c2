import type {
  CheckerAgreement,
  CheckerFunder,
  CheckerJournal,
  CheckerPolicy,
  Permission,
} from './checkerWorld.ts';

export interface RouteFacts {
  /** null: an unknown journal. */
  journal: CheckerJournal | null;
  issns: string[];
  funder: CheckerFunder;
  /** Empty: not affiliated. */
  ror: string;
  /** Agreements that journal and institution share. */
  agreements: CheckerAgreement[];
  policy: CheckerPolicy | null;
  now: Date;
}

interface LogStep {
  code: string;
  parameters?: Record<string, unknown[]>;
}

export interface RouteAnswer {
  route: string;
  compliant: 'yes' | 'no' | 'unknown';
  qualifications?: Record<string, unknown>[];
  issn: string[];
  ror?: string | string[];
  funder?: string;
  log: LogStep[];
}

/** Decision tables of the deployed service, in the specification's spelling (reference/checker-api.md 3). */
export const routeChecks: Record<string, (facts: RouteFacts) => RouteAnswer[]> = {
  fully_oa: (facts) => [checkFullyOpen(facts)],
  self_archiving: (facts) => [checkSelfArchiving(facts)],
  ta: checkAgreements,
  tj: (facts) => [checkTransformative(facts)],
  hybrid: (facts) => [checkHybrid(facts)],
};

const fitting = ['ccby', 'ccbysa', 'cc0', 'ccbynd'];
/** The transformative-journal route is switched off (reference/checker-api.md 3.4). */
const transformativeEnd = Date.parse('2025-01-01T00:00:00Z');

function fits(licence: string): boolean {
  return fitting.includes(licence.toLowerCase().trim().replaceAll(/[\s-]/g, ''));
}

/** Reference 3.1. */
function checkFullyOpen({ journal, issns, funder }: RouteFacts): RouteAnswer {
  const route = { route: 'fully_oa', issn: issns };
  if (journal?.exception) {
    const caveat = journal.funderCaveats[funder.id] ?? journal.caveat;
    const qualifications = [{ oa_exception_caveat: { caveat } }];
    return { ...route, compliant: 'yes', qualifications, log: [{ code: 'FullOA.Exception' }] };
  }
  const log: LogStep[] = [{ code: 'FullOA.NoException' }];
  let compliant: RouteAnswer['compliant'] = 'no';
  if (!journal?.inDirectory) log.push({ code: 'FullOA.NotInDirectory' });
  else {
    log.push({ code: 'FullOA.InDirectory' });
    const { licences } = journal;
    if (licences === null) {
      log.push({ code: 'FullOA.Unknown', parameters: { missing: ['license'] } });
      compliant = 'unknown';
    } else if (licences.some(fits)) {
      log.push({ code: 'FullOA.Compliant', parameters: { licence: licences } });
      return { ...route, compliant: 'yes', log };
    } else log.push({ code: 'FullOA.NonCompliant', parameters: { licence: licences } });
  }
  if (!journal?.inProgress) {
    log.push({ code: 'FullOA.NotInProgressDirectory' });
    return { ...route, compliant, log };
  }
  log.push({ code: 'FullOA.InProgressDirectory' });
  return { ...route, compliant: 'yes', qualifications: [{ directory_under_review: {} }], log };
}

/** Reference 3.2. */
function checkSelfArchiving({ journal, issns, funder, ror, policy, now }: RouteFacts): RouteAnswer {
  const route = { route: 'self_archiving', issn: issns };
  if (journal?.selfArchivingProhibited)
    return { ...route, compliant: 'no', log: [{ code: 'SA.RRException' }] };
  if (journal?.retained) {
    const log = [{ code: 'SA.Compliant' }, { code: 'SA.RRNoException' }];
    return { ...route, compliant: 'yes', qualifications: [], log };
  }
  const asked = { ...route, ...(ror === '' ? {} : { ror }) };
  const tested = testPolicy(policy);
  const log = [...tested.log, { code: 'SA.NotAsserted' }, { code: 'SA.RRNoException' }];
  if (tested.compliant === 'yes') return { ...asked, compliant: 'yes', qualifications: [], log };
  const adopted = funder.routes.self_archiving?.rights_retention;
  if (adopted !== undefined && Date.parse(adopted) < now.getTime()) {
    log.push({ code: 'SA.FunderRRActive' });
    const qualifications = [{ rights_retention_author_advice: '' }];
    return { ...asked, compliant: 'yes', qualifications, log, funder: funder.id };
  }
  log.push({ code: 'SA.FunderRRNotActive' });
  return { ...asked, compliant: tested.compliant, qualifications: [], log, funder: funder.id };
}

/** The policy record test: chooses from the best class of records the highest score above 0, else the first. */
function testPolicy(policy: CheckerPolicy | null): { compliant: RouteAnswer['compliant']; log: LogStep[] } {
  const records = policy?.permissions ?? [];
  if (records.length === 0) return { compliant: 'unknown', log: [{ code: 'SA.NotInPolicySource' }] };
  const found: LogStep = { code: 'SA.InPolicySource' };
  const incomplete: LogStep = { code: 'SA.PolicySourceIncomplete', parameters: { missing: ['licences'] } };
  if (records.some(({ versions }) => versions === null))
    return { compliant: 'unknown', log: [found, incomplete] };
  const passing = records.filter(passes);
  const compliant = best(passing.filter(({ licences }) => licences.some(fits)));
  if (compliant) return { compliant: 'yes', log: [found, policyStep('SA.PolicySourceCompliant', compliant)] };
  if (passing.some(({ licences }) => licences.length === 0))
    return { compliant: 'unknown', log: [found, incomplete] };
  return { compliant: 'no', log: [found, policyStep('SA.PolicySourceNonCompliant', best(records)!)] };
}

const goodVersions = ['acceptedVersion', 'publishedVersion', 'postprint', 'publisher pdf'];

/** Tests everything except the licence; a record whose licences all fail does not pass. */
function passes({ canArchive, versions, requiredFunders, embargo, licences }: Permission): boolean {
  return (
    canArchive &&
    (versions ?? []).some((version) => goodVersions.includes(version)) &&
    (requiredFunders === null || requiredFunders.includes('Plan S')) &&
    (embargo === null || embargo === 0) &&
    (licences.length === 0 || licences.some(fits))
  );
}

function best(records: Permission[]): Permission | undefined {
  const scored = records.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return scored[0] ?? records[0];
}

function policyStep(code: string, { licences, embargo, versions }: Permission): LogStep {
  return {
    code,
    parameters: {
      licence: licences,
      ...(embargo === null ? {} : { embargo: [embargo] }),
      ...(versions === null || versions.length === 0 ? {} : { version: versions }),
    },
  };
}

/** Returns one result for each shared agreement, all with the same log (reference/checker-api.md 3.3). */
function checkAgreements({ issns, ror, agreements }: RouteFacts): RouteAnswer[] {
  const route = { route: 'ta', issn: issns, ...(ror === '' ? {} : { ror: [ror] }) };
  if (agreements.length === 0) return [{ ...route, compliant: 'no', log: [{ code: 'TA.NoTA' }] }];
  const log = agreements.map(({ id, endDate }) => ({
    code: 'TA.Exists',
    parameters: { ta_id: [id], ...(endDate === undefined ? {} : { end_date: [endDate] }) },
  }));
  return agreements.map(({ correspondingAuthors }) => ({
    ...route,
    compliant: 'yes' as const,
    qualifications: correspondingAuthors ? [{ corresponding_authors: {} }] : [],
    log,
  }));
}

/** Reference 3.4. */
function checkTransformative({ journal, issns, funder, now }: RouteFacts): RouteAnswer {
  const route = { route: 'tj', issn: issns };
  if (now.getTime() >= transformativeEnd) return { ...route, compliant: 'no', log: [] };
  if (!journal?.transformative) return { ...route, compliant: 'no', log: [{ code: 'TJ.NoTJ' }] };
  if (journal.transformativeExcludedBy.includes(funder.id)) {
    return { ...route, compliant: 'no', log: [{ code: 'TJ.Exists' }, { code: 'TJ.FunderNonCompliant' }] };
  }
  return { ...route, compliant: 'yes', log: [{ code: 'TJ.Exists' }, { code: 'TJ.Compliant' }] };
}

/** Reference 3.5. */
function checkHybrid({ journal, issns, funder, ror, policy }: RouteFacts): RouteAnswer {
  const route = { route: 'hybrid', issn: issns, ...(ror === '' ? {} : { ror }), funder: funder.id };
  if (journal?.selfArchivingProhibited)
    return { ...route, compliant: 'no', log: [{ code: 'Hybrid.Exception' }] };
  if (journal?.inDirectory) return { ...route, compliant: 'no', log: [{ code: 'Hybrid.InDirectory' }] };
  const log: LogStep[] = [{ code: 'Hybrid.NotInDirectory' }];
  const known = policy?.best ?? null;
  if (!known) return { ...route, compliant: 'unknown', log: [...log, { code: 'Hybrid.NotInRegistry' }] };
  log.push({ code: 'Hybrid.InRegistry' });
  if (known.journalType === null) {
    const step = { code: 'Hybrid.RegistryTypeUnknown', parameters: { missing: ['journal type'] } };
    return { ...route, compliant: 'unknown', log: [...log, step] };
  }
  const isHybrid = ['hybrid', 'transformative'].includes(known.journalType);
  log.push({ code: isHybrid ? 'Hybrid.HybridInRegistry' : 'Hybrid.NotHybridInRegistry' });
  return { ...route, compliant: isHybrid ? 'yes' : 'no', log };
}
