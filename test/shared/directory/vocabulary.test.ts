import { afterEach, describe, expect, it } from 'vitest';
import {
  canonicalContentType,
  contentTypeMeantBy,
  contentTypes,
} from '../../../src/shared/article/contentTypes.ts';
import { serviceCountry, serviceCurrency } from '../../../src/shared/directory/serviceTables.ts';
import { meaningOf, type VocabularyName } from '../../../src/shared/directory/vocabulary.ts';
import { speak } from '../../../src/shared/i18n/i18n.ts';
import { nameOf, searchVocabulary, vocabulary } from '../../../src/shared/i18n/vocabularyNames.ts';
import { monthNames } from '../../../src/shared/text/dates.ts';
import serviceFacts from '../../fixtures/serviceFacts.json' with { type: 'json' };
import { textOf } from '../../helpers/textOf.ts';

describe('vocabulary', () => {
  it('matches the data file', () => {
    expect([...contentTypes]).toEqual(serviceFacts.article_content_types);
    expect([...monthNames]).toEqual(serviceFacts.month_parsing.full);
  });

  it.each([
    [' pdf ', 'PDF'],
    ['EPUB', 'ePUB'],
    ['text/html', null],
    ['', null],
  ])('%j is stored as %j', (text, type) => {
    expect(canonicalContentType(text)).toBe(type);
  });

  it.each([
    ['application/pdf', 'PDF'],
    ['text/html', 'HTML'],
    ['application/xhtml+xml', 'HTML'],
    ['.htm', 'HTML'],
    ['E-Pub', 'ePUB'],
    ['application/epub+zip', 'ePUB'],
    ['text/xml', 'XML'],
    ['JATS', 'XML'],
    ['PDF, HTML', null],
    ['landing page', null],
  ])('%j entered by a user means %j', (text, type) => {
    expect(contentTypeMeantBy(text)).toBe(type);
  });

  it('has every code with a name', () => {
    const lists: [VocabularyName, number][] = [
      ['country', 250],
      ['language', 184],
      ['currency', 181],
      ['licence', 9],
      ['licenceAttribute', 4],
      ['review', 6],
      ['preservation', 7],
      ['deposit', 4],
      ['pid', 4],
      ['label', 3],
    ];
    for (const [list, count] of lists) {
      const entries = vocabulary(list);
      expect(entries, list).toHaveLength(count);
      expect(entries.every(({ code, name }) => code !== '' && name !== '')).toBe(true);
      expect(entries.map(({ code }) => nameOf(list, code))).toEqual(entries.map(({ name }) => name));
    }
  });

  it('shows codes by name and unknown ones unchanged', () => {
    expect(nameOf('country', 'VN')).toBe('Vietnam');
    expect(nameOf('language', 'el')).toBe('Modern Greek');
    expect(nameOf('country', 'XX')).toBe('XX');
    expect(nameOf('currency', 'constructor')).toBe('constructor');
  });

  it.each<[VocabularyName, string, string]>([
    ['country', 'nl', 'NL'],
    ['country', 'united k', 'GB'],
    ['country', 'cote', 'CI'],
    ['country', 'usa', 'US'],
    ['country', 'uk', 'GB'],
    ['country', 'Deutschland', 'DE'],
    ['language', 'ger', 'DE'],
    ['language', 'portug', 'PT'],
    ['language', 'español', 'ES'],
    ['currency', 'pound s', 'GBP'],
    ['currency', '€', 'EUR'],
    ['currency', 'usd', 'USD'],
    ['pid', 'doi', 'DOI'],
  ])('finds in %s by %j first %s', (list, text, code) => {
    expect(searchVocabulary(list, text)[0]?.code).toBe(code);
  });

  it('suggests the whole list for an empty text and nothing for an unknown one', () => {
    expect(searchVocabulary('language', ' ')).toHaveLength(184);
    expect(searchVocabulary('language', 'qqqq')).toEqual([]);
  });

  it("offers the same currencies first as the directory's own form", () => {
    const codes = searchVocabulary('currency', '').map(({ code }) => code);
    expect(codes.slice(0, 3).sort()).toEqual(['EUR', 'GBP', 'USD']);
    expect(new Set(codes).size).toBe(vocabulary('currency').length);
  });

  it.each<[VocabularyName, string, string | null]>([
    ['country', 'Turkey', 'TR'],
    ['country', '🇺🇸', 'US'],
    ['country', ' us', 'US'],
    ['country', 'Korea', null],
    ['country', 'NL', null],
    ['language', 'en-GB', 'EN'],
    ['language', 'Deutsch', 'DE'],
    ['language', 'Klingon', null],
    ['currency', '$', null],
    ['currency', 'US$', 'USD'],
    ['currency', 'EUR €', 'EUR'],
    ['licence', 'CC-BY 4.0', 'CC BY'],
    ['licence', 'https://creativecommons.org/licenses/by-nc-nd/4.0/', 'CC BY-NC-ND'],
    ['licence', 'https://creativecommons.org/publicdomain/zero/1.0/', 'CC0'],
    ['licence', 'Publisher’s own license', "Publisher's own license"],
    ['licence', 'GPL', null],
    ['preservation', 'PubMed Central', 'PMC'],
    ['deposit', 'Sherpa/Romeo', 'Open Policy Finder'],
  ])('of %s %j means %j', (list, text, code) => {
    const meant = meaningOf(list, text);
    expect(meant?.code ?? null).toBe(code);
    if (meant) expect(textOf(meant.why)).toContain(meant.code);
  });

  it('reads countries and currencies as the service does', () => {
    expect(['840', 'usa', 'United States of America', 'XK', 'iran'].map(serviceCountry)).toEqual([
      'US',
      'US',
      'US',
      'XK',
      'IR',
    ]);
    expect(['UK', 'Turkey', " cote d'ivoire", 'EU', ''].map(serviceCountry)).toEqual(Array(5).fill(null));
    expect(['978', 'us dollar', 'HRK', 'BYR', '€'].map(serviceCurrency)).toEqual([
      'EUR',
      'USD',
      'HRK',
      null,
      null,
    ]);
  });
});

describe('vocabulary in French', () => {
  afterEach(() => speak('en'));

  it('names countries, languages, currencies and kinds of review, and leaves names as they are', async () => {
    await speak('fr');
    expect(nameOf('country', 'DE')).toBe('Allemagne');
    expect(nameOf('language', 'EN')).toBe('Anglais');
    expect(nameOf('currency', 'CHF')).toBe('Franc suisse');
    expect(nameOf('review', 'Open peer review')).toBe('Évaluation ouverte par les pairs');
    expect(nameOf('preservation', 'CLOCKSS')).toBe('CLOCKSS');
    expect(nameOf('country', 'Nowhere')).toBe('Nowhere');
    const names = vocabulary('country').map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'fr')));
  });

  it('is found by French names and by those of the directory', async () => {
    await speak('fr');
    expect(searchVocabulary('country', 'alle')[0]?.code).toBe('DE');
    expect(searchVocabulary('country', 'germ')[0]?.code).toBe('DE');
    expect(meaningOf('currency', 'franc suisse')?.code).toBe('CHF');
    expect(meaningOf('currency', 'Swiss franc')?.code).toBe('CHF');
    await speak('en');
    expect(nameOf('country', 'DE')).toBe('Germany');
  });
});
