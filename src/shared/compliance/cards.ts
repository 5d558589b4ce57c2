import type { Card, CardRule, RouteResult } from './compliance.ts';

/** One list of a card's rule and whether it matches; `items` says which of its names are present. */
export interface RuleReading {
  about: 'routes' | 'qualifications';
  kind: 'must' | 'or' | 'not';
  holds: boolean;
  items: readonly { id: string; isThere: boolean }[];
}

/** The reason why a card is shown or not. A card without rules is always shown. */
export interface CardReading {
  card: Card;
  shown: boolean;
  /** The lists that are not empty, in the order in which they are written. */
  rules: readonly RuleReading[];
}

export interface LocalVerdict {
  readings: readonly CardReading[];
  /** Ids of the cards to show, in order. */
  shown: readonly string[];
  /** True if any card with matching rules is a way to comply, listed or not (reference/checker-api.md 4.4). */
  compliant: boolean;
}

/** A funder's cards and their display order; if the order is empty, that of the cards is used. */
export interface CardSet {
  cards: readonly Card[];
  order: readonly string[];
}

/**
 * Evaluates card rules (reference/checker-api.md 4.3): one result is enough for a route or a
 * qualification, empty lists require nothing. Cards missing from an order are not listed.
 */
export function evaluateCards({ cards, order }: CardSet, results: readonly RouteResult[]): LocalVerdict {
  const routes = new Set(results.filter(({ compliant }) => compliant === 'yes').map(({ route }) => route));
  const qualifications = new Set(
    results.flatMap(({ route, qualifications: list }) => list.map(({ id }) => `${route}.${id}`)),
  );
  const readings = cards.map((card): CardReading => {
    const rules = [
      ...readRule('routes', card.routes, routes),
      ...readRule('qualifications', shortened(card.qualifications), qualifications),
    ];
    return { card, rules, shown: rules.every(({ holds }) => holds) };
  });
  const matching = readings.filter(({ shown }) => shown).map(({ card }) => card);
  const byId = Map.groupBy(matching, ({ id }) => id);
  const wanted = new Set(order);
  const listed = order.length === 0 ? matching : [...wanted].flatMap((id) => byId.get(id) ?? []);
  return {
    readings: order.length === 0 ? readings : readings.map((one) => onlyListed(one, wanted)),
    shown: listed.map(({ id }) => id),
    compliant: matching.some(({ compliant }) => compliant),
  };
}

/** Compares our evaluation with the service's list: returns the cards that only one of them shows. */
export function differingCards(
  local: LocalVerdict,
  served: readonly Card[],
): { onlyHere: string[]; onlyThere: string[] } {
  const there = new Set(served.map(({ id }) => id));
  const here = new Set(local.shown);
  return {
    onlyHere: local.shown.filter((id) => !there.has(id)),
    onlyThere: [...there].filter((id) => !here.has(id)),
  };
}

function onlyListed(reading: CardReading, wanted: ReadonlySet<string>): CardReading {
  return { ...reading, shown: reading.shown && wanted.has(reading.card.id) };
}

function readRule(about: RuleReading['about'], rule: CardRule, there: ReadonlySet<string>): RuleReading[] {
  return (['must', 'or', 'not'] as const).flatMap((kind) => {
    if (rule[kind].length === 0) return [];
    const items = rule[kind].map((id) => ({ id, isThere: there.has(id) }));
    return [{ about, kind, items, holds: holds(kind, items) }];
  });
}

function holds(kind: RuleReading['kind'], items: RuleReading['items']): boolean {
  if (kind === 'must') return items.every(({ isThere }) => isThere);
  const isAny = items.some(({ isThere }) => isThere);
  return kind === 'or' ? isAny : !isAny;
}

/** Only the first two parts of `<route>.<qualification>` count (reference/checker-api.md 4.2). */
function shortened({ must, or, not }: CardRule): CardRule {
  const cut = (list: readonly string[]) => list.map((path) => path.split('.').slice(0, 2).join('.'));
  return { must: cut(must), or: cut(or), not: cut(not) };
}
