import type { ShownRoute } from '../../../shared/i18n/complianceResult.ts';

const order = { yes: 0, unknown: 1, no: 2 } as const;

/** Compliant routes first, otherwise in the given order; equal outcomes of one route are merged. */
export function shownRoutes(routes: readonly ShownRoute[]): ShownRoute[] {
  const groups = new Map<string, ShownRoute>();
  for (const route of routes) {
    const key = `${route.compliant} ${route.route}`;
    const before = groups.get(key);
    groups.set(key, before ? joined(before, route) : route);
  }
  return [...groups.values()].sort((a, b) => order[a.compliant] - order[b.compliant]);
}

function joined(one: ShownRoute, other: ShownRoute): ShownRoute {
  return {
    ...one,
    qualifications: once([...one.qualifications, ...other.qualifications]),
    log: once([...one.log, ...other.log]),
  };
}

function once<T>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    return seen.has(key) ? false : seen.add(key);
  });
}
