import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateCards } from '../../../src/shared/compliance/cards.ts';
import { readCard, readResult } from '../../../src/shared/compliance/compliance.ts';

const routes = ['fully_oa', 'self_archiving', 'ta', 'tj', 'hybrid'];
const names = ['corresponding_authors', 'oa_exception_caveat'];
const someQualifications = fc.subarray(routes.flatMap((route) => names.map((name) => `${route}.${name}`)));
const ruleOf = (list: fc.Arbitrary<string[]>) =>
  fc.option(fc.record({ must: list, or: list, not: list }, { requiredKeys: [] }), { nil: undefined });
const cardArbitrary = fc.record({
  compliant: fc.oneof(fc.boolean(), fc.constant('true')),
  match_routes: ruleOf(fc.oneof(fc.constant<string[]>([]), fc.subarray(routes, { maxLength: 2 }))),
  match_qualifications: ruleOf(fc.oneof(fc.constant<string[]>([]), someQualifications)),
});
const resultArbitrary = fc.record({
  route: fc.constantFrom(...routes),
  compliant: fc.constantFrom('yes', 'no', 'unknown'),
  qualifications: fc.option(fc.array(fc.constantFrom(...names).map((name) => ({ [name]: '' }))), {
    nil: undefined,
  }),
});

type RawRule = { must?: string[]; or?: string[]; not?: string[] } | undefined;
interface RawCard {
  id: string;
  compliant: unknown;
  match_routes?: RawRule;
  match_qualifications?: RawRule;
}
interface RawResult {
  route: string;
  compliant: string;
  qualifications?: Record<string, unknown>[] | undefined;
}

/** A second implementation of the rules, as simple as possible (reference/checker-api.md 4.3). */
function isShownNaively(card: RawCard, results: RawResult[]): boolean {
  for (const route of card.match_routes?.must ?? []) {
    if (!results.some((one) => one.route === route && one.compliant === 'yes')) return false;
  }
  for (const route of card.match_routes?.not ?? []) {
    if (results.some((one) => one.route === route && one.compliant === 'yes')) return false;
  }
  const or = card.match_routes?.or ?? [];
  if (or.length > 0 && !results.some((one) => or.includes(one.route) && one.compliant === 'yes'))
    return false;
  const has = (path: string) =>
    results.some((one) =>
      (one.qualifications ?? []).some((entry) => path === `${one.route}.${Object.keys(entry)[0]}`),
    );
  const { must = [], or: some = [], not = [] } = card.match_qualifications ?? {};
  return must.every(has) && !not.some(has) && (some.length === 0 || some.some(has));
}

describe('the card rules', () => {
  test("match a second, naive implementation, in the funder's order", () => {
    fc.assert(
      fc.property(
        fc.array(cardArbitrary, { maxLength: 6 }),
        fc.array(resultArbitrary, { maxLength: 7 }),
        fc.option(fc.shuffledSubarray(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'gone']), { nil: [] }),
        (bare, results, order) => {
          const cards: RawCard[] = bare.map((card, index) => ({ ...card, id: `c${index}` }));
          const matching = cards.filter((card) => isShownNaively(card, results));
          const ids = matching.map(({ id }) => id);
          const verdict = evaluateCards({ cards: cards.map(readCard), order }, results.map(readResult));
          expect(verdict.shown).toEqual(order.length === 0 ? ids : order.filter((id) => ids.includes(id)));
          expect(verdict.compliant).toBe(matching.some(({ compliant }) => compliant === true));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('report for each list whether it applies and which of its names occur', () => {
    const cards = [
      readCard({
        id: 'a',
        match_routes: { must: ['ta', 'tj'], not: ['hybrid'] },
        match_qualifications: { or: ['ta.x', 'ta.y'] },
      }),
    ];
    const results = [readResult({ route: 'ta', compliant: 'yes', qualifications: [{ y: '' }] })];
    const [reading] = evaluateCards({ cards, order: [] }, results).readings;
    expect(reading!.shown).toBe(false);
    expect(reading!.rules).toEqual([
      {
        about: 'routes',
        kind: 'must',
        holds: false,
        items: [
          { id: 'ta', isThere: true },
          { id: 'tj', isThere: false },
        ],
      },
      { about: 'routes', kind: 'not', holds: true, items: [{ id: 'hybrid', isThere: false }] },
      {
        about: 'qualifications',
        kind: 'or',
        holds: true,
        items: [
          { id: 'ta.x', isThere: false },
          { id: 'ta.y', isThere: true },
        ],
      },
    ]);
  });

  test('do not list a card that the order omits, but count it as a way to comply', () => {
    const cards = [readCard({ id: 'a', compliant: true }), readCard({ id: 'b' })];
    expect(evaluateCards({ cards, order: ['b'] }, [])).toMatchObject({ shown: ['b'], compliant: true });
  });
});
