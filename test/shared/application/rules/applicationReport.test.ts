import { expect, it } from 'vitest';
import { check, findingsWith, fullUpdate, withValues } from './sample.ts';

it.each([
  [{ keywords: [' a'] }, ['written-otherwise keywords[0]']],
  [{ keywords: ['b', 'c', 'd', 'e', 'f', 'g', ' a'] }, ['journal-keywords-many keywords']],
  [{ 'article.license_display': ['Embed', 'Embed'] }, ['written-otherwise article.license_display']],
  [{ 'pid_scheme.scheme': [' ', ' '] }, ['other-missing pid_scheme.scheme[0]']],
])('a value that is stored differently is reported unless a finding says more: %j', (values, findings) => {
  expect(findingsWith(values)).toEqual(findings);
});

it.each([
  [['DOI', ''], ['empty-entry pid_scheme.scheme[1]']],
  [
    ['DOI', '', ''],
    [
      'other-missing pid_scheme.scheme[1]',
      'empty-entry pid_scheme.scheme[1]',
      'empty-entry pid_scheme.scheme[2]',
    ],
  ],
  [
    ['', 'A scheme', ''],
    ['empty-entry pid_scheme.scheme[0]', 'empty-entry pid_scheme.scheme[2]'],
  ],
])('two empty entries of a list with free texts are one without words: %j', (scheme, findings) => {
  expect(findingsWith({ 'pid_scheme.scheme': scheme }).sort()).toEqual(findings.toSorted());
});

it('a warning about a value does not hide that it is ignored', () => {
  const findings = check(withValues(fullUpdate, { 'bibjson.title': true }));
  expect(findings.map(({ code }) => code)).toEqual(['not-text', 'ignored-journal-value']);
});
