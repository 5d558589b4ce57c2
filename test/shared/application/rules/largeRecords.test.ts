import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../../../src/shared/application/updateRequest.ts';
import { maxFindings } from '../../../../src/shared/article/rules/report.ts';
import { countFindings } from '../../../../src/shared/countFindings.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { setAt } from '../../../../src/shared/draft/fieldPath.ts';
import { isFullRun } from '../../../helpers/fullRuns.ts';
import { proportional, stepsByLength } from '../../../helpers/stepsByLength.ts';
import { check, fullApplication, fullUpdate } from './sample.ts';

const server = { dialect: '4.0' } as const;

type Json = DraftRecord[string];
type Make = (place: number) => Json;

const texts: Make[] = [
  () => 'Same',
  (place) => `text ${place}`,
  () => 'other',
  () => '',
  () => null,
  () => 5,
];

/** Entries of lists by path, each made for its place in the list. */
const entries: Record<string, Make[]> = {
  'bibjson.keywords': [...texts, (place) => `one,two ${place}`, () => 'Journal'],
  'bibjson.language': [...texts, () => 'EN', (place) => `German ${place}`],
  'bibjson.license': [
    () => ({ type: 'CC BY' }),
    (place) => ({ type: `CC ${place}` }),
    () => ({ type: 'CC BY', BY: false, url: 'x' }),
    () => 'CC BY',
  ],
  'bibjson.apc.max': [
    () => ({ currency: 'EUR', price: 0 }),
    (place) => ({ currency: `EUR ${place}`, price: 'five' }),
    () => ({ currency: 'XXX' }),
    () => ({}),
  ],
  'bibjson.editorial.review_process': texts,
  'bibjson.article.license_display': [...texts, () => 'Embed'],
  'bibjson.preservation.service': [...texts, () => 'CLOCKSS'],
  'bibjson.preservation.national_library': texts,
  'bibjson.deposit_policy.service': texts,
  'bibjson.pid_scheme.scheme': [...texts, () => 'DOI'],
};
const paths = Object.keys(entries);

/** The record with lists of a length; a uniform list has one kind of entry. */
function withLists(
  record: DraftRecord,
  chosen: readonly string[],
  { choice, length, isUniform }: { choice: number; length: number; isUniform: boolean },
): DraftRecord {
  let result = record;
  for (const path of chosen) {
    const makers = entries[path]!;
    const makerAt = (place: number) => makers[(choice + (isUniform ? 0 : place)) % makers.length]!;
    const list = Array.from({ length }, (_, place) => makerAt(place)(place));
    result = setAt(result, path, list);
  }
  return result;
}

describe.each([
  ['applications', fullApplication, 0],
  ['Update Requests', fullUpdate, 1],
])('the rules for %s of any size', (_kind, record, turn) => {
  const chosen = fc.subarray(paths, { minLength: 1 });
  const work = (one: DraftRecord) => () => {
    check(one);
    changesOf(fullUpdate, one, server);
  };

  // Each list is tried in one of the two kinds, and in test:full in both.
  it.each(paths.filter((_, place) => isFullRun || place % 2 === turn))(
    'take steps in proportion to the length of a list: %s',
    (path) => {
      for (const choice of Object.keys(entries[path]!).map(Number)) {
        const steps = stepsByLength((length) =>
          work(withLists(record, [path], { choice, length, isUniform: true })),
        );
        expect(steps.many, `entry ${choice}`).toBeLessThan(proportional * steps.few);
      }
    },
  );

  it('take steps in proportion to the lengths of several lists', () => {
    fc.assert(
      fc.property(chosen, fc.nat(10), (paths, choice) => {
        const steps = stepsByLength((length) =>
          work(withLists(record, paths, { choice, length, isUniform: false })),
        );
        expect(steps.many).toBeLessThan(proportional * steps.few);
      }),
      { numRuns: 5 },
    );
  });

  it('count every finding in a result whose size does not depend on the record’s', () => {
    fc.assert(
      fc.property(chosen, fc.nat(10), (paths, choice) => {
        const [short, long] = [1_000, 4_000].map((length) =>
          check(withLists(record, paths, { choice, length, isUniform: true })),
        );
        expect(JSON.stringify(long).length).toBeLessThan(1.1 * JSON.stringify(short).length + 1_000);
      }),
      { numRuns: 12 },
    );
  });
});

describe('a large application', () => {
  it('has every repeated keyword counted', () => {
    const keywords = Array.from({ length: 160_000 }, () => 'ab');
    const findings = check(setAt(fullApplication, 'bibjson.keywords', keywords)).filter(
      ({ code }) => code === 'keyword-twice',
    );
    expect(findings).toHaveLength(maxFindings);
    expect(countFindings(findings, 'warning')).toBe(keywords.length - 1);
  });

  it('may have a keyword with more commas than a call has arguments', () => {
    const findings = check(setAt(fullApplication, 'bibjson.keywords', ['a,'.repeat(300_000)]));
    expect(findings.map(({ code }) => code)).toContain('keyword-split');
  });

  it('does not report a value as changed whose finding is only counted', () => {
    const languages = Array.from({ length: 200 }, () => 'EN');
    const findings = check(setAt(fullApplication, 'bibjson.language', languages));
    const twice = findings.filter(({ code }) => code === 'language-twice');
    expect(countFindings(twice, twice[0]!.severity)).toBe(languages.length - 1);
  });

  it('is compared at any depth of nesting', () => {
    let nested: Json = 'x';
    for (let depth = 0; depth < 90; depth++) nested = [nested, { a: nested === 'x' ? '"' : 1 }];
    const changes = changesOf(fullUpdate, setAt(fullUpdate, 'bibjson.keywords', nested), server);
    expect(changes.map(({ path }) => path)).toContain('bibjson.keywords');
  });

  it.each([
    ['an address', 'bibjson.ref.oa_statement', `https://a.example.org/${'?#'.repeat(20_000)} x`],
    ['a member with a long name', 'bibjson.publisher', { [`${'a'.repeat(200_000)}!`]: 1 }],
  ])('is checked at once with %s that invites backtracking', (_what, path, value) => {
    const findings = check(setAt(fullUpdate, path, value as Json));
    expect(countFindings(findings, 'error')).toBeGreaterThan(0);
    expect(changesOf(fullUpdate, setAt(fullUpdate, path, value as Json), server).length).toBeGreaterThan(0);
  });
});
