import { type Message, msg, sentences } from '../message.ts';
import type { Calculation, RouteCompliance, RouteResult } from './compliance.ts';
import { codeMessage, type LanguagePack, routeMessage } from './languagePack.ts';

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
  const changes: Message[] = [];
  const isCompliant = now.compliant === true;
  if ((before.compliant === true) !== isCompliant)
    changes.push(msg(`compliance.change.${isCompliant ? 'yes' : 'no'}`));
  for (const route of new Set([...old.keys(), ...present.keys()])) {
    const [from, to] = [old.get(route), present.get(route)];
    if (from === to) continue;
    const steps = newSteps(route, before, now).flatMap((code) => codeMessage(pack, route, code) ?? []);
    const change = msg('compliance.change.route', {
      route: routeMessage(pack, route),
      from: verdictMessage(from),
      to: verdictMessage(to),
    });
    changes.push(sentences([change, ...steps]));
  }
  return changes;
}

function newSteps(route: string, before: Calculation, now: Calculation): string[] {
  const codes = ({ results }: Calculation) =>
    new Set(results.filter((one) => one.route === route).flatMap(({ log }) => log.map(({ code }) => code)));
  const old = codes(before);
  return [...codes(now)].filter((code) => code !== '' && !old.has(code));
}

function verdictMessage(verdict: RouteCompliance | undefined): Message {
  return msg(`compliance.value.${verdict ?? 'absent'}`);
}
