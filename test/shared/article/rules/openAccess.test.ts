import { describe, expect, it, test } from 'vitest';
import { checkArticle } from '../../../../src/shared/article/articleRules.ts';
import { explainRefusal } from '../../../../src/shared/directory/directoryWords.ts';
import { pythonInteger } from '../../../../src/shared/text/pythonNumbers.ts';
import { expectComplete } from '../../../helpers/completeFinding.ts';
import { article, world } from './sample.ts';

/** The journal of the sample article, open access since 2015. */
const journals = world.map((journal) =>
  journal.pissn === '1234-5679' ? { ...journal, oaStart: 2015 } : journal,
);
const now = new Date('2026-08-20T12:00:00Z');

function codes(year: unknown, { enforced = false, journals: known = journals }: Options = {}) {
  const findings = checkArticle(article({ year }), {
    dialect: '4.0',
    journals: known,
    now,
    profile: { oaStart: enforced },
  });
  findings.forEach(expectComplete);
  return findings
    .filter(({ code }) => code.startsWith('year-'))
    .map(({ severity, code }) => `${severity} ${code}`);
}

interface Options {
  enforced?: boolean;
  journals?: typeof journals;
}

describe('a year before the journal’s open access', () => {
  it('is an alert, and an error where the server refuses it', () => {
    expect(codes('2014')).toEqual(['warning year-before-open-access']);
    expect(codes(2014)).toEqual(['warning year-before-open-access']);
    expect(codes('2014', { enforced: true })).toEqual(['error year-refused']);
    // The month and the day do not count.
    expect(codes('2015')).toEqual([]);
    expect(codes('2015', { enforced: true })).toEqual([]);
  });

  it('is unknown without the journal or its first year', () => {
    for (const enforced of [false, true]) {
      expect(codes('1990', { enforced, journals: world })).toEqual([]);
      expect(codes('1990', { enforced, journals: [] })).toEqual([]);
    }
  });

  it('names the source of the rule', () => {
    const [finding] = checkArticle(article({ year: '2014' }), { dialect: '4.0', journals, now });
    expect(finding).toMatchObject({
      path: 'bibjson.year',
      message: { params: { year: '2014', start: '2015' } },
    });
  });

  it('explains the directory’s refusal at the field', () => {
    const words =
      "One or more rticles cannot be uploaded, as they have a publication date before the 'OA start date' of the Journal";
    const context = { record: article({ year: '2014' }), journals, now };
    expect(explainRefusal(400, words, context)).toMatchObject({
      code: 'before-open-access',
      path: 'bibjson.year',
      message: { key: 'finding.year-refused.message' },
    });
    expect(explainRefusal(400, words)).toMatchObject({ code: 'before-open-access', path: 'bibjson.year' });
  });
});

test('a server that reads the year fails for one that is no number, whatever the journal', () => {
  for (const year of [undefined, null, '', 'Spring', '2024a', '2019-05', '2024.0', true]) {
    expect(codes(year), String(year)).not.toContain('error year-unreadable');
    for (const known of [journals, world])
      expect(codes(year, { enforced: true, journals: known })).toContain('error year-unreadable');
  }
  for (const year of [' 2024 ', '2_024', '٢٠٢٤', 2024])
    expect(codes(year, { enforced: true }), String(year)).not.toContain('error year-unreadable');
  // Two digits are completed only when the record is saved.
  expect(codes('24', { enforced: true })).toContain('error year-refused');
  expect(codes('24', { enforced: true, journals: world })).toEqual(['warning year-two-digits']);
});

test('a number is read as Python reads it', () => {
  const read = ['7', '+7', '-7', ' 7\n', '0_7', '٧', '\u00a07'].map(pythonInteger);
  expect(read).toEqual([7, 7, -7, 7, 7, 7, 7]);
  for (const text of ['', ' ', '7.0', '_7', '7_', '1__0', '0x7', '7a', '+-7', '⁷']) {
    expect(pythonInteger(text), text).toBeNull();
  }
});
