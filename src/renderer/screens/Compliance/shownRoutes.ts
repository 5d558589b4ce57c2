import type { ShownRoute } from '../../../shared/i18n/complianceResult.ts';

const order = { yes: 0, unknown: 1, no: 2 } as const;

/** Compliant routes first, otherwise in the given order; equal outcomes of one route are merged. */
export function shownRoutes(routes: readonly ShownRoute[]): ShownRoute[] {
  const groups = Map.groupBy(routes, ({ compliant, route }) => `${compliant} ${route}`);
  const merged = [...groups.values()].map((group) => ({
    ...group[0]!,
    qualifications: once(group.flatMap(({ qualifications }) => qualifications)),
    log: once(group.flatMap(({ log }) => log)),
  }));
  return merged.sort((a, b) => order[a.compliant] - order[b.compliant]);
}

function once<T>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    return seen.has(key) ? false : seen.add(key);
  });
}
