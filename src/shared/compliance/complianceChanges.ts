import { type Message, msg, sentences } from '../message.ts';
import type { Calculation, RouteCompliance, RouteResult } from './compliance.ts';
import { codeMessage, type LanguagePack, routeMessage } from './languagePack.ts';

/** Changes told of one answer: a checker has a handful of routes. */
const maxChanges = 100;

/** The verdict of an answer for each route, over all its results: `yes` if one of them is. */
export function routeVerdicts(results: readonly RouteResult[]): Map<string, RouteCompliance> {
  const verdicts = new Map<string, RouteCompliance>();
  const rank = { yes: 2, unknown: 1, no: 0 };
  for (const { route, compliant } of results) {
    const before = verdicts.get(route);
    if (before === undefined || rank[compliant] > rank[before]) verdicts.set(route, compliant);
  }
  return verdicts;
}

/** The verdict if it changed, then each route with a different result and its new steps. */
export function changesBetween(before: Calculation, now: Calculation, pack: LanguagePack): Message[] {
  const [old, present] = [routeVerdicts(before.results), routeVerdicts(now.results)];
  const [oldCodes, codes] = [codesByRoute(before), codesByRoute(now)];
  const changes: Message[] = [];
  if (before.compliant !== now.compliant) changes.push(verdictChange(before.compliant, now.compliant));
  for (const route of new Set([...old.keys(), ...present.keys()])) {
    const [from, to] = [old.get(route), present.get(route)];
    if (from === to) continue;
    if (changes.length >= maxChanges) break;
    const earlier = oldCodes.get(route);
    const added = [...(codes.get(route) ?? [])].filter((code) => code !== '' && !earlier?.has(code));
    const steps = added.flatMap((code) => codeMessage(pack, route, code) ?? []);
    const change = msg('compliance.change.route', {
      route: routeMessage(pack, route),
      from: verdictMessage(from),
      to: verdictMessage(to),
    });
    changes.push(sentences([change, ...steps]));
  }
  return changes;
}

function codesByRoute({ results }: Calculation): Map<string, Set<string>> {
  const routes = Map.groupBy(results, ({ route }) => route);
  const codesOf = (some: Calculation['results']) => some.flatMap(({ log }) => log.map(({ code }) => code));
  return new Map([...routes].map(([route, some]) => [route, new Set(codesOf(some))]));
}

function verdictChange(before: boolean | null, now: boolean | null): Message {
  if (before !== null && now !== null) return msg(`compliance.change.${now ? 'yes' : 'no'}`);
  const inWords = (verdict: boolean | null) =>
    verdictMessage(verdict === null ? 'unknown' : verdict ? 'yes' : 'no');
  return msg('compliance.change.route', {
    route: msg('compliance.column.verdict'),
    from: inWords(before),
    to: inWords(now),
  });
}

function verdictMessage(verdict: RouteCompliance | undefined): Message {
  return msg(`compliance.value.${verdict ?? 'absent'}`);
}
