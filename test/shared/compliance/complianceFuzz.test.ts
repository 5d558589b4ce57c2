import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCalculation } from '../../../src/shared/compliance/compliance.ts';
import { changesBetween } from '../../../src/shared/compliance/complianceChanges.ts';
import { readLanguagePack } from '../../../src/shared/compliance/languagePack.ts';
import { concludeFrom } from '../../../src/shared/i18n/complianceResult.ts';
import { randomCases } from '../../helpers/randomCases.ts';

const folder = join(import.meta.dirname, '../../fixtures/given/checker');
const all = (name: string): Json[] =>
  readdirSync(join(folder, name)).map((file) => JSON.parse(readFileSync(join(folder, name, file), 'utf8')));
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values that a service may send instead of anything. */
const oddities = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    0,
    404,
    -1.5,
    1e300,
    '',
    ' ',
    [],
    {},
    [null],
    [[]],
    { '': '' },
    'yes',
    'no',
  ),
  fc.constantFrom<Json>(
    ...[
      'true',
      '{title}',
      '{{list}}',
      '$t(compliance.none)',
      '{new_one}',
      '<script>alert(1)</script>',
      '<br>',
      '</p>',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'TA.Exists',
      'SA.InOAB',
      'fully_oa',
      'a.b.c',
      'yes',
      '\u0000\ud800',
    ],
    ...['<a href="javascript:alert(1)">x</a>', 'x'.repeat(30_000), ' '.repeat(30_000), '<'.repeat(5_000)],
  ),
  fc.constant<Json>(JSON.parse('{"__proto__": {"code": "x"}, "constructor": 1}')),
  fc.constant<Json>(JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);
const mutation = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'wrap'),
  value: oddities,
});
const mutations = fc.array(mutation, { minLength: 1, maxLength: 5 });

/** A copy with one place replaced, removed, duplicated or wrapped in a list. */
function mutate(given: Json, changes: readonly { place: number; kind: string; value: Json }[]): Json {
  const root = { all: structuredClone(given) };
  for (const { place, kind, value } of changes) {
    const spots: { owner: { [key: string]: Json }; key: string }[] = [];
    const walk = (owner: { [key: string]: Json }) => {
      for (const key of Object.keys(owner)) {
        spots.push({ owner, key });
        const inner = owner[key]!;
        if (typeof inner === 'object' && inner !== null && spots.length < 3000)
          walk(inner as { [key: string]: Json });
      }
    };
    walk(root);
    const spot = spots[place % Math.max(1, spots.length)];
    if (!spot) return null;
    const { owner, key } = spot;
    if (kind === 'remove') Array.isArray(owner) ? owner.splice(Number(key), 1) : delete owner[key];
    else if (kind === 'repeat' && Array.isArray(owner)) owner.push(structuredClone(owner[Number(key)]!));
    else owner[key] = kind === 'wrap' ? [owner[key]!] : structuredClone(value);
  }
  return root.all ?? null;
}

const documents = {
  answer: fc.tuple(fc.constantFrom(...all('calculate')), mutations).map(([one, how]) => mutate(one, how)),
  pack: fc.oneof(
    fc.constantFrom<Json>({}, null, 404, ...all('language')),
    fc.tuple(fc.constantFrom(...all('language')), mutations).map(([one, how]) => mutate(one, how)),
  ),
  config: fc.oneof(
    fc.constantFrom<Json>({}, null, 404, ...all('funder_config')),
    fc.tuple(fc.constantFrom(...all('funder_config')), mutations).map(([one, how]) => mutate(one, how)),
  ),
};
const now = new Date('2026-01-15T00:00:00Z');
const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('a malformed response of the checker', () => {
  test('always has a result with the service’s verdict, cards and results in order', () => {
    fc.assert(
      fc.property(documents.answer, documents.pack, documents.config, (answer, pack, config) => {
        const calculation = readCalculation(answer);
        if (!calculation) return;
        const words = readLanguagePack(pack);
        const result = concludeFrom(calculation, { pack: words, config, now });
        const given = answer as Record<string, Json>;
        expect(result.compliant).toBe(typeof given.compliant === 'boolean' ? given.compliant : null);

        const cards = (Array.isArray(given.cards) ? given.cards : []).filter(isObject);
        const texts = cards.map(({ id }) => id).filter((id) => typeof id === 'string' && id.trim() !== '');
        const shown = result.cards.filter((card) => card.shown).map(({ id }) => id);
        expect(shown.filter((id) => texts.includes(id))).toEqual(texts);

        const results = (Array.isArray(given.results) ? given.results : []).filter(isObject);
        if (Array.isArray(given.results)) {
          expect(result.routes.map(({ compliant }) => compliant)).toEqual(
            results.map(({ compliant }) =>
              compliant === 'yes' || compliant === 'no' ? compliant : 'unknown',
            ),
          );
        }
        for (const { title, body, why } of result.cards) {
          for (const html of [title, body]) {
            expect(html.trim()).not.toBe('');
            expect(html).not.toMatch(/\bundefined\b|\[object |\{\s?[a-z]\w*\s?\}/i);
          }
          expect(why.length).toBeGreaterThan(0);
          for (const { text } of why) sayable(text);
        }
        for (const route of result.routes) {
          for (const text of [route.label, route.statement]) sayable(text);
          for (const { text, details } of route.qualifications) {
            sayable(text);
            for (const { label } of details) expect(label).not.toMatch(/^\s*$/);
          }
          for (const { code, text } of route.log) {
            sayable(text);
            expect(typeof code).toBe('string');
          }
        }
        sayable(result.headline);
        expect(changesBetween(calculation, calculation, words)).toEqual([]);
        JSON.stringify(result);
      }),
      randomCases(300, 1000),
    );
  });

  test('gives the same result a second time', () => {
    fc.assert(
      fc.property(documents.answer, documents.config, (answer, config) => {
        const conclude = () => {
          const calculation = readCalculation(answer);
          return calculation && concludeFrom(calculation, { pack: readLanguagePack({}), config, now });
        };
        expect(conclude()).toEqual(conclude());
      }),
      { numRuns: 200 },
    );
  });
});

function sayable(text: string): void {
  expect(text.trim()).not.toBe('');
  expect(text).not.toMatch(/\bundefined\b|\[object |compliance\.[a-z]+\./);
}
