import { t } from '../i18n/words.ts';
import type { Calculation, RouteCompliance, RouteResult } from './compliance.ts';
import { codeWords, type LanguagePack, routeWords } from './languagePack.ts';

/** What an answer says of a route, all its results taken together: `yes` where one is. */
export function routeVerdicts(results: readonly RouteResult[]): Map<string, RouteCompliance> {
  const verdicts = new Map<string, RouteCompliance>();
  const rank = { yes: 2, unknown: 1, no: 0 };
  for (const { route, compliant } of results) {
    const before = verdicts.get(route);
    if (before === undefined || rank[compliant] > rank[before]) verdicts.set(route, compliant);
  }
  return verdicts;
}

/**
 * What changed between two answers to the same question, in words: the verdict, then each route that offers something
 * else than before, with the steps of the decision that are new. Empty where nothing did.
 */
export function changesBetween(before: Calculation, now: Calculation, pack: LanguagePack): string[] {
  const [old, present] = [routeVerdicts(before.results), routeVerdicts(now.results)];
  const changes: string[] = [];
  const isCompliant = now.compliant === true;
  if ((before.compliant === true) !== isCompliant)
    changes.push(t(`compliance.change.${isCompliant ? 'yes' : 'no'}`));
  for (const route of new Set([...old.keys(), ...present.keys()])) {
    const [from, to] = [old.get(route), present.get(route)];
    if (from === to) continue;
    const steps = newSteps(route, before, now).map((code) => codeWords(pack, route, code));
    const words = t('compliance.change.route', {
      route: routeWords(pack, route),
      from: verdictWords(from),
      to: verdictWords(to),
    });
    changes.push([words, ...steps].join(' '));
  }
  return changes;
}

function newSteps(route: string, before: Calculation, now: Calculation): string[] {
  const codes = ({ results }: Calculation) =>
    new Set(results.filter((one) => one.route === route).flatMap(({ log }) => log.map(({ code }) => code)));
  const old = codes(before);
  return [...codes(now)].filter((code) => code !== '' && !old.has(code));
}

function verdictWords(verdict: RouteCompliance | undefined): string {
  return t(`compliance.value.${verdict ?? 'absent'}`);
}
