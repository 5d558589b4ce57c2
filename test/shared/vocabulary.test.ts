import { describe, expect, it } from 'vitest';
import vocabularies from '../../resources/vocabularies.json' with { type: 'json' };
import { monthNames } from '../../src/shared/dates.ts';
import { canonicalContentType, contentTypeMeantBy, contentTypes } from '../../src/shared/vocabulary.ts';

describe('vocabulary', () => {
  it('is that of the data file', () => {
    expect([...contentTypes]).toEqual(vocabularies.article_content_types);
    expect([...monthNames]).toEqual(vocabularies.month_parsing.full);
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
  ])('by %j somebody means %j', (text, type) => {
    expect(contentTypeMeantBy(text)).toBe(type);
  });
});
