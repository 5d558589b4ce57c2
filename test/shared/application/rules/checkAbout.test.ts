import { describe, expect, it } from 'vitest';
import type { ApplicationContext } from '../../../../src/shared/application/rules/applicationContext.ts';
import { check, findingsWith, fullApplication, withValues } from './sample.ts';

describe('the first year of open access and the weeks to publication', () => {
  it.each([
    [{ oa_start: 1899 }, ['number-range oa_start']],
    [{ oa_start: 1900 }, []],
    [{ oa_start: 2026 }, []],
    [{ oa_start: 2027 }, ['number-range oa_start']],
    [{ publication_time_weeks: 0 }, ['number-range publication_time_weeks']],
    [{ publication_time_weeks: 1 }, []],
    [{ publication_time_weeks: 100 }, []],
    [{ publication_time_weeks: 101 }, ['number-range publication_time_weeks']],
  ])('as in %j: %j', (values, findings) => {
    expect(findingsWith(values)).toEqual(findings);
  });
});

describe('the homepage', () => {
  const journalsAt = (homepage?: string): ApplicationContext['journals'] => [
    {
      id: 'j',
      title: 'Sea',
      pissn: null,
      eissn: null,
      inDirectory: true,
      mine: true,
      ...(homepage !== undefined && { record: { bibjson: { ref: { journal: homepage } } } }),
    },
  ];

  it.each([
    ['https://sea.example', ' https://sea.example ', ['homepage-in-directory ref.journal']],
    ['https://sea.example', 'https://lake.example', []],
    ['https://sea.example', undefined, []],
    // One problem is enough.
    ['', '', ['address-missing ref.journal']],
    ['sea', 'sea', ['address-form ref.journal']],
  ])('%j, with a journal at %j in the directory: %j', (homepage, taken, findings) => {
    expect(findingsWith({ 'ref.journal': homepage }, { journals: journalsAt(taken) })).toEqual(findings);
  });
});

describe('the languages', () => {
  it.each([
    ['EN', ['not-a-list language']],
    [null, ['language-missing language']],
    [[null], ['empty-entry language[0]', 'language-missing language']],
    [
      ['xx', 'xx'],
      ['language-unknown language[0]', 'language-unknown language[1]'],
    ],
  ])('%j: %j', (language, findings) => {
    expect(findingsWith({ language })).toEqual(findings);
  });
});

describe('the keywords', () => {
  const five = ['a', 'b', 'c', 'd', 'e'];

  it.each([
    ['fish', ['not-a-list keywords']],
    [[null], ['empty-entry keywords[0]', 'journal-keywords-missing keywords']],
    [[...five, 'f'], []],
    [[...five, 'f', null], ['empty-entry keywords[6]']],
    [
      [...five, 'f', ''],
      ['empty-entry keywords[6]', 'journal-keywords-many keywords'],
    ],
    [[5], ['written-otherwise keywords[0]']],
    [[' fish'], ['written-otherwise keywords[0]']],
  ])('%j: %j', (keywords, findings) => {
    expect(findingsWith({ keywords })).toEqual(findings);
  });

  it('can be split at their commas unless that makes more than six', () => {
    const fixOf = (keywords: string[]) =>
      check(withValues(fullApplication, { 'bibjson.keywords': keywords })).find(
        ({ code }) => code === 'keyword-split',
      )!.fix;
    expect(fixOf([...five.slice(0, 4), 'e, f'])!.changes).toEqual([
      { path: 'bibjson.keywords', value: [...five, 'f'] },
    ]);
    expect(fixOf([...five, 'f, g'])).toBeUndefined();
  });
});
