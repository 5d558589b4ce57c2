import {
  type Agreement,
  agreementsOf,
  type RouteCompliance,
  type RouteResult,
  readResult,
} from '../../shared/compliance/compliance.ts';
import type { Suggestion } from '../../shared/compliance/complianceCheck.ts';
import { member } from '../../shared/json.ts';
import { fail } from '../platform/failures.ts';
import { texts } from './answers.ts';

/** The content of `/ta`: its results, and the distinct agreements that they name. */
export interface AgreementAnswer {
  compliant: RouteCompliance;
  agreements: Agreement[];
  results: RouteResult[];
}

/**
 * Reads a response of `/ta`: the documented single object, or the deployed list, whose elements may each hold the list
 * of all results (reference/checker-api.md 1.6). null, from a 404 of either form, means "no agreement". Throws AppError
 * `remote` for an answer that says nothing of agreements.
 */
export function readAgreements(answer: unknown): AgreementAnswer {
  const entries = Array.isArray(answer) ? answer : answer === null ? [] : [answer];
  const results = entries
    .map((entry) => member(entry, 'result'))
    .flatMap((result) => (Array.isArray(result) ? result : result === undefined ? [] : [result]))
    .map(readResult);
  const isNone = answer === null || (Array.isArray(answer) && answer.length === 0);
  if (results.length === 0 && !isNone) throw fail('compliance.problem.unreadable');
  const isYes = results.some(({ compliant }) => compliant === 'yes');
  const isUnknown = results.some(({ compliant }) => compliant === 'unknown');
  return {
    compliant: isYes ? 'yes' : isUnknown ? 'unknown' : 'no',
    agreements: agreementsOf(results),
    results: withoutRepeats(results),
  };
}

/** Reads a response of `/suggest/...` (reference/checker-api.md 6.3): members may be absent, titles empty. */
export function readSuggestions(kind: 'journal' | 'institution' | 'funder', answer: unknown): Suggestion[] {
  const data = member(answer, 'data');
  return (Array.isArray(data) ? data : []).flatMap((item): Suggestion[] => {
    const issns = texts(member(item, 'issns'));
    const id = kind === 'journal' ? (issns[0] ?? '') : text(member(item, 'id')) || text(member(item, 'ror'));
    if (id === '') return [];
    const title = text(member(item, 'title')) || text(member(item, 'funder')) || id;
    return [{ id, title, issns, detail: detailOf(kind, item, issns) }];
  });
}

function detailOf(kind: string, item: unknown, issns: readonly string[]): string {
  const parts =
    kind === 'journal'
      ? [text(member(item, 'publisher')), issns.join(', ')]
      : [text(member(item, 'alternate')), text(member(item, 'country'))];
  return parts.filter((part) => part !== '').join(' · ');
}

/** With several agreements every element repeats all results. */
function withoutRepeats(results: readonly RouteResult[]): RouteResult[] {
  const seen = new Set<string>();
  return results.filter((result) => {
    const key = JSON.stringify(result);
    return seen.has(key) ? false : seen.add(key);
  });
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
