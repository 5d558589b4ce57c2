import type { CheckerCard, CheckerFunder, Rule } from './checkerWorld.ts';
import type { RouteAnswer } from './routeChecks.ts';

/** The cards to list, in order, and whether any matching card is a way to comply (reference/checker-api.md 4.3, 4.4). */
export function matchCards(
  { cards, card_order: order }: CheckerFunder,
  results: RouteAnswer[],
): { cards: CheckerCard[]; compliant: boolean } {
  const routes = new Set<string>();
  const qualifications = new Set<string>();
  for (const { route, compliant, qualifications: list } of results) {
    if (compliant === 'yes') routes.add(route);
    for (const qualification of list ?? [])
      for (const id of Object.keys(qualification)) qualifications.add(`${route}.${id}`);
  }
  const cut = (path: string) => path.split('.', 2).join('.');
  const matching = cards.filter(
    (card) =>
      matches(card.match_routes, (name) => routes.has(name)) &&
      matches(card.match_qualifications, (path) => qualifications.has(cut(path))),
  );
  const inOrder =
    order.length === 0 ? matching : order.flatMap((id) => matching.filter((card) => card.id === id));
  return { cards: inOrder, compliant: matching.some((card) => card.compliant === true) };
}

function matches(rule: Rule | undefined, isThere: (name: string) => boolean): boolean {
  const { must = [], not = [], or = [] } = rule ?? {};
  if (!must.every(isThere)) return false;
  if (not.some(isThere)) return false;
  return or.length === 0 || or.some(isThere);
}
