import { describe, expect, test } from 'vitest';
import { exactly, matching, merged } from '../../src/renderer/screens/Compliance/choices.ts';
import { shownRoutes } from '../../src/renderer/screens/Compliance/shownRoutes.ts';
import { readQuestion } from '../../src/shared/compliance/readQuestion.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { ShownRoute } from '../../src/shared/i18n/complianceResult.ts';
import { describe as textOf } from '../../src/shared/i18n/i18n.ts';

const choices = [
  { id: 'quebecresearchfunds', title: 'Fonds de recherche du Québec', detail: 'FRQ' },
  { id: 'wellcome', title: 'Wellcome', detail: '' },
  { id: '1734-6215', title: 'Annals', detail: '1734-6215, 2734-6226' },
];

describe('the search box', () => {
  test('matches every typed word, ignoring accents and case', () => {
    expect(matching(choices, 'QUEBEC fonds').map(({ id }) => id)).toEqual(['quebecresearchfunds']);
    expect(matching(choices, 'frq').map(({ id }) => id)).toEqual(['quebecresearchfunds']);
    expect(matching(choices, '2734').map(({ title }) => title)).toEqual(['Annals']);
    expect(matching(choices, 'wellcome fonds')).toEqual([]);
  });
  test('selects an option only by its id or whole title', () => {
    expect(exactly(choices, ' WELLCOME ')?.id).toBe('wellcome');
    expect(exactly(choices, 'fonds de recherche du quebec')?.id).toBe('quebecresearchfunds');
    expect(exactly(choices, 'well')).toBeUndefined();
  });
  test('selects none of two options with the same title', () => {
    const namesakes = [...choices, { id: '9900-0105', title: 'annals', detail: '' }];
    expect(exactly(namesakes, 'Annals')).toBeUndefined();
    expect(exactly(namesakes, '9900-0105')?.title).toBe('annals');
  });
  test('does not offer a title twice that the service knows by another ISSN', () => {
    const found = [
      { id: '2734-6226', title: 'Annals', detail: '' },
      { id: '9900-0105', title: 'Other', detail: '' },
    ];
    expect(merged(choices, found).map(({ id }) => id)).toEqual([...choices.map(({ id }) => id), '9900-0105']);
  });
});

describe('a question', () => {
  const question = { issn: '18457339', funder: ' wellcome ', ror: 'https://ror.org/03YRM5C26', lang: 'FR' };
  test('is parsed from any form that people paste', () => {
    expect(readQuestion(question)).toEqual({
      issn: '1845-7339',
      funder: 'wellcome',
      ror: '03yrm5c26',
      lang: 'fr',
    });
  });
  test.each([
    [{ issn: '1845-7338' }, 'journal', '1845-7339'],
    [{ issn: 'rubbish' }, 'journal', 'eight characters'],
    [{ ror: 'rubbish' }, 'organisation', 'Not affiliated'],
  ])('that has %j names the field and the remedy', (change, field, fix) => {
    const error = (() => {
      try {
        return readQuestion({ ...question, ...change });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'input', field });
    expect(textOf((error as AppError).fix)).toContain(fix);
    expect(AppError.fromWire((error as AppError).toWire()).field).toBe(field);
  });
});

describe('the list of routes', () => {
  const routeOf = (route: string, given: Partial<ShownRoute>): ShownRoute => ({
    route,
    label: route,
    compliant: 'yes',
    statement: '',
    explanation: '',
    qualifications: [],
    log: [],
    ...given,
  });
  const entries = (...texts: string[]) => texts.map((text) => ({ code: 'TA.Exists', text }));

  test('begins with compliant routes and ends with others', () => {
    const routes = [
      routeOf('tj', { compliant: 'no' }),
      routeOf('hybrid', { compliant: 'unknown' }),
      routeOf('ta', {}),
      routeOf('fully_oa', { compliant: 'no' }),
    ];
    expect(shownRoutes(routes).map(({ route }) => route)).toEqual(['ta', 'hybrid', 'tj', 'fully_oa']);
  });

  test('merges several results of a route with all their notes', () => {
    const only = { id: 'corresponding_authors', text: 'Corresponding authors only.', details: [] };
    const routes = [
      routeOf('ta', { log: entries('a', 'b') }),
      routeOf('ta', { log: entries('a', 'b', 'c'), qualifications: [only] }),
      routeOf('ta', { compliant: 'no', log: entries('d') }),
    ];
    const shown = shownRoutes(routes);
    expect(shown).toHaveLength(2);
    expect(shown[0]!.log.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(shown[0]!.qualifications).toEqual([only]);
    expect(shown[1]!.log.map(({ text }) => text)).toEqual(['d']);
  });
});
