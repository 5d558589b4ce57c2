import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxFindings } from '../../../../src/shared/article/rules/report.ts';
import { countFindings } from '../../../../src/shared/countFindings.ts';
import type { Finding } from '../../../../src/shared/finding.ts';
import { proportional, stepsByLength } from '../../../helpers/stepsByLength.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { article, check, world } from './sample.ts';

const orcid = 'https://orcid.org/0000-0002-1825-0097';

/** Entries of lists by member of `bibjson`, each made for its place in the list. */
const entries: Record<string, ((place: number) => unknown)[]> = {
  keywords: [
    () => 'same',
    (place) => `word ${place}`,
    () => 'one; two',
    (place) => `one; ${place}`,
    () => '',
    () => ' ',
    () => '<script>',
    () => ({ a: 1 }),
  ],
  author: [
    () => ({ name: 'Ada Lindqvist' }),
    (place) => ({ name: `Author ${place}`, orcid_id: orcid }),
    (place) => ({ name: `Author ${place}`, orcid_id: `twice ${place >> 1}` }),
    (place) => ({ name: `Author ${place}`, orcid_id: 'wrong' }),
    (place) => ({ name: `Author ${place}; Bo Achterberg`, affiliation: 'mail: ada@example.org' }),
    (place) => ({ name: 'Ada', [`member${place}`]: 1 }),
    () => ({ name: '' }),
    () => ({}),
    () => 'Ada Lindqvist',
  ],
  identifier: [
    () => ({ type: 'doi', id: '10.5555/x' }),
    () => ({ type: 'pissn', id: '1234-5679' }),
    (place) => ({ type: 'eissn', id: `${place}` }),
    () => ({ type: 'e-ISSN', id: '2345-6787' }),
    () => ({ type: 'DOI' }),
    () => ({}),
    () => 'doi',
  ],
  link: [
    () => ({ type: 'fulltext', url: 'http://example.org', content_type: 'pdf file' }),
    (place) => ({ type: 'Fulltext', url: `example.org/${place}` }),
    () => ({ type: 'full text', url: '' }),
    () => ({}),
    () => 'example.org',
  ],
  subject: [() => ({ term: 'x' }), () => 'x'],
};

const member = fc.constantFrom(...Object.keys(entries), 'unknown');

/** An article whose members have lists of a length, or as many unknown members; a uniform list has one kind of entry. */
function articleOf(members: readonly string[], choice: number, length: number, isUniform = false): unknown {
  const changes: Record<string, unknown> = {};
  for (const name of members) {
    const makers = entries[name] ?? [];
    const makerAt = (place: number) => makers[(choice + (isUniform ? 0 : place)) % makers.length]!;
    if (name === 'unknown') for (let place = 0; place < length; place++) changes[`new.${place}`] = place;
    else changes[name] = Array.from({ length }, (_, place) => makerAt(place)(place));
  }
  return article(changes);
}

function mostOfOneRule(findings: readonly Finding[]): number {
  const counts = new Map<string, number>();
  for (const { code, path } of findings) {
    const field = path.includes('[') ? path.slice(0, path.indexOf('[')) : path.replace(/\.?[^.]*$/, '');
    const rule = `${code} ${field}`;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

describe('the rules for articles of any size', () => {
  it.each([...Object.keys(entries), 'unknown'])(
    'take steps in proportion to the length of a list: %s',
    (name) => {
      for (const choice of Object.keys(entries[name] ?? [0]).map(Number)) {
        const steps = stepsByLength((length) => {
          const one = articleOf([name], choice, length, true);
          return () => check(one, world);
        });
        expect(steps.many, `entry ${choice}`).toBeLessThan(proportional * steps.few);
      }
    },
  );

  it('take steps in proportion to the lengths of several lists', () => {
    const members = fc.subarray([...Object.keys(entries), 'unknown'], { minLength: 2 });
    fc.assert(
      fc.property(members, fc.nat(10), (chosen, choice) => {
        const steps = stepsByLength((length) => {
          const one = articleOf(chosen, choice, length);
          return () => check(one, world);
        });
        expect(steps.many).toBeLessThan(proportional * steps.few);
      }),
      { numRuns: 8 },
    );
  });

  it('keep the first findings of each rule in each field, and count the others', () => {
    fc.assert(
      fc.property(fc.array(member, { minLength: 1 }), fc.nat(10), fc.nat(400), (members, choice, length) => {
        const findings = check(articleOf(members, choice, length), world);
        expect(mostOfOneRule(findings)).toBeLessThanOrEqual(maxFindings);
        for (const finding of findings.filter(({ more }) => more !== undefined))
          expect(textOf(finding.message)).toContain(`And ${finding.more} more like this.`);
      }),
    );
  });

  it.each([
    ['0.8 MB', 160_000],
    ['10 MB', 2_000_000],
  ])('count every repeated keyword of a record of %s in a short result', (_size, length) => {
    const findings = check(article({ keywords: Array.from({ length }, () => 'ab') }));
    expect(findings).toHaveLength(maxFindings);
    expect(countFindings(findings, 'warning')).toBe(length - 1);
    expect(JSON.stringify(findings).length).toBeLessThan(20_000);
  });

  it('do not put a long list into each of many findings', () => {
    const keywords = Array.from({ length: 5_000 }, (_, place) => `one; two ${place}`);
    const findings = check(article({ keywords }));
    expect(countFindings(findings, 'warning')).toBe(keywords.length + 1);
    expect(JSON.stringify(findings).length).toBeLessThan(50_000);
  });

  it('shorten long texts in messages, but not in fixes', () => {
    const id = `https://doi.org/10.5555/${'x'.repeat(1_000_000)}`;
    const [finding] = check(article({ identifier: [{ type: id, id }] }));
    expect(JSON.stringify(finding!.message).length).toBeLessThan(3_000);
  });
});
