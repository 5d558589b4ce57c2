import type { StandingGroup } from '../application/standing.ts';
import { holdsBack } from '../article/rules/codes.ts';
import type { DraftFilter, ListReadiness } from '../draft/draft.ts';
import { listReadinesses } from '../draft/draftStates.ts';
import type { Finding } from '../finding.ts';
import { type Message, msg } from '../message.ts';

const kinds = ['refusal', 'revisions', 'errors', 'warnings', 'missing-orcid', 'needs-identifier'] as const;
type AimKind = (typeof kinds)[number];

/** The kinds of problems that bring a record into fixing mode; it is fixed when none of them is left. */
export type FixingAim = AimKind | `finding ${string}` | `missing ${string}`;

/** The facts that decide whether a record is fixed. */
export interface FixingFacts {
  errors: number;
  warnings: number;
  /** It has no error, but readers could hardly find it, so it would be held back. */
  isHardToFind: boolean;
  /** The directory refused it or sent it back, or sending it failed, and it has not been changed since. */
  isRefused: boolean;
  isSentBack: boolean;
  hasOrcid: boolean;
  hasIdentifier: boolean;
  /** The values of the facets with these names. */
  finding: readonly string[];
  missing: readonly string[];
}

/** The problems to fix in a list: those that its filter names, otherwise errors and warnings. */
export function aimsOf({ finding, missing, list, sync, readiness }: DraftFilter): readonly FixingAim[] {
  const named = [
    ...valuesOf(finding).map((code): FixingAim => `finding ${code}`),
    ...valuesOf(missing).map((field): FixingAim => `missing ${field}`),
    ...(list ? [list] : []),
  ];
  if (named.length > 0) return named;
  if (sync?.length && sync.every((one) => one === 'refused' || one === 'failed'))
    return ['refusal', 'errors'];
  return readiness?.length === 1 && readiness[0] === 'incomplete'
    ? ['refusal', 'errors']
    : ['refusal', 'errors', 'warnings'];
}

/** Returns true if the finding is one of these problems. */
export function isAimedAt(finding: Aimed, aims: readonly string[]): boolean {
  const { code, severity } = finding;
  if (severity === 'ignored') return false;
  return (
    aims.includes(`finding ${code}`) ||
    aims.includes(holdsBack(finding) ? 'errors' : 'warnings') ||
    (code === 'refusal' && aims.includes('refusal'))
  );
}

type Aimed = Pick<Finding, 'code' | 'severity'>;

/** The problems to fix in a list of Update Requests. */
export function aimsOfRequests(list: StandingGroup | 'all'): readonly FixingAim[] {
  if (list === 'problems') return ['refusal', 'errors'];
  return list === 'sentBack' ? ['revisions', 'errors'] : ['refusal', 'revisions', 'errors', 'warnings'];
}

/**
 * Filters whose lists, one after another, are the records with these problems: those with errors come first. Of those that
 * are undecided, only some may have one.
 */
export function narrowToAims(filter: DraftFilter, aims: readonly FixingAim[]): readonly DraftFilter[] {
  const only = (readiness: ListReadiness): DraftFilter => ({ ...filter, readiness: [readiness] });
  const wanted: readonly ListReadiness[] = filter.readiness?.length ? filter.readiness : listReadinesses;
  const withProblems: readonly ListReadiness[] = ['incomplete', 'warnings', 'undecided'];
  if (aims.includes('warnings')) return withProblems.filter((one) => wanted.includes(one)).map(only);
  const isAboutErrors = aims.every((aim) => aim === 'errors' || aim === 'refusal');
  if (isAboutErrors && filter.sync === undefined)
    return wanted.includes('incomplete') ? [only('incomplete')] : [];
  return [filter];
}

/** The problem that a record still has, as text; null if it is fixed. */
export function remainingProblem(facts: FixingFacts, aims: readonly FixingAim[]): Message | null {
  for (const aim of aims) {
    const problem = isKind(aim) ? problemOfKind(facts, aim) : problemOfFacet(facts, aim);
    if (problem) return problem;
  }
  return null;
}

const counts: Readonly<Record<AimKind, (facts: FixingFacts) => number>> = {
  refusal: (facts) => Number(facts.isRefused),
  revisions: ({ isSentBack }) => Number(isSentBack),
  errors: ({ errors }) => errors,
  warnings: ({ warnings }) => warnings,
  'missing-orcid': ({ hasOrcid }) => Number(!hasOrcid),
  'needs-identifier': ({ hasIdentifier }) => Number(!hasIdentifier),
};

function problemOfKind(facts: FixingFacts, aim: AimKind): Message | null {
  if (aim === 'errors' && facts.errors === 0 && facts.isHardToFind) return msg('fixing.remains.hardToFind');
  const count = counts[aim](facts);
  return count === 0 ? null : msg(`fixing.remains.${aim}`, { count, n: count });
}

function problemOfFacet(facts: FixingFacts, aim: string): Message | null {
  const [facet, value = ''] = aim.split(' ');
  if (facet === 'finding')
    return facts.finding.includes(value)
      ? msg('fixing.remains.finding', { kind: msg(`finding.${value}.kind`) })
      : null;
  return facts.missing.includes(value)
    ? msg('fixing.remains.missing', { field: msg(`drafts.facet.missingField.${value}`) })
    : null;
}

function isKind(aim: FixingAim): aim is AimKind {
  return kinds.some((kind) => kind === aim);
}

/** The empty value stands for drafts without any. */
function valuesOf(values: readonly string[] = []): readonly string[] {
  return values.filter((value) => value !== '');
}
