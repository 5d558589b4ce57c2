import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { emptyArticle, type SourceArticle } from '../../../src/main/formats/sourceArticle.ts';
import { textOf } from '../../helpers/textOf.ts';

function read(source: Partial<SourceArticle>) {
  const { record, notes } = articleOf({ ...emptyArticle, ...source });
  return { bibjson: record.bibjson, notes: notes.map(textOf) };
}

describe('the DOI', () => {
  const left = 'ends in punctuation that was left out, so the DOI is 10.5555/soil. Check it.';

  test.each([
    ['10.5555/soil.', `“10.5555/soil.” ${left}`],
    ['https://doi.org/10.5555/soil,', `“https://doi.org/10.5555/soil,” ${left}`],
    ['(10.5555/soil.)', `“(10.5555/soil.)” ${left}`],
    ['<https://doi.org/10.5555/soil>', null],
    ['10.5555/soil', null],
  ])('of %s is named if something behind it was left out', (doi, note) => {
    const { bibjson, notes } = read({ dois: [doi] });
    expect(bibjson).toMatchObject({ identifier: [{ type: 'doi', id: '10.5555/soil' }] });
    expect(notes).toEqual(note === null ? [] : [note]);
  });

  test('may stand elsewhere without the punctuation', () => {
    for (const dois of [
      ['10.5555/soil.', 'https://doi.org/10.5555/soil'],
      ['10.5555/soil', 'doi:10.5555/soil.'],
    ])
      expect(read({ dois }).notes).toEqual([]);
  });
});

describe('an ISSN', () => {
  test('has the kind that the source states anywhere', () => {
    const issn = { value: '0037-9999', kind: null } as const;
    const print = { value: '0037-9999', kind: 'print' } as const;
    const expected = { identifier: [{ type: 'pissn', id: '0037-9999' }] };
    for (const issns of [
      [issn, print],
      [print, issn],
    ])
      expect(read({ issns })).toEqual({ bibjson: expected, notes: [] });
  });
});
