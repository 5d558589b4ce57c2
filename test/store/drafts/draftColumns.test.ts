import { describe, expect, test } from 'vitest';
import { checkArticle } from '../../../src/shared/article/articleRules.ts';
import { article, context, derive, journal } from '../../helpers/storeParts.ts';

const columnsOf = (...args: Parameters<typeof derive>) => derive(...args).columns;

test('an empty record has empty columns', () => {
  expect(columnsOf({})).toMatchObject({
    title: '',
    authors: '',
    journal: '',
    journalKey: '',
    year: '',
    doi: '',
    doiKey: null,
    urlKey: null,
    hasOrcid: 0,
    hasIdentifier: 0,
    readiness: 'incomplete',
  });
});

test('findings are counted by severity and returned', () => {
  const record = { ...article({ identifier: [] }), id: 'x' };
  const { findings, columns } = derive(record);
  expect(findings).toEqual(checkArticle(record, context));
  expect(columns.errors + columns.warnings + columns.ignored).toBe(findings.length);
  expect(columns.errors).toBeGreaterThan(0);
  expect(columns.ignored).toBeGreaterThan(0);
});

test.each([
  ['https://doi.org/10.1234/ABC', '10.1234/ABC'],
  ['doi:10.1234/abc', '10.1234/abc'],
  ['not a DOI', 'not a DOI'],
])('the DOI %s is shown as %s', (id, shown) => {
  expect(columnsOf(article({ identifier: [{ type: 'doi', id }] })).doi).toBe(shown);
});

describe('the journal column', () => {
  const issn = (type: string, id: string) => article({ identifier: [{ type, id }] });
  const journals = [
    journal({ id: 'other', title: 'Foreign', mine: false }),
    journal({ eissn: '2345-678x'.toUpperCase() }),
  ];

  test.each([
    ['its print ISSN', issn('pissn', '1234-5679')],
    ['an ISSN in the wrong slot', issn('eissn', '1234-5679')],
    ['an ISSN as the directory would read it', issn('eissn', '2345678x')],
  ])("is the account's own, found by %s", (_how, record) => {
    const { journal: name, journalKey } = columnsOf(record, journals);
    expect({ name, journalKey }).toEqual({
      name: 'Annals of Lepidoptera',
      journalKey: '1234-5679/2345-678X',
    });
  });

  test('is otherwise taken from the record, and else its ISSN', () => {
    const named = article({ journal: { title: 'Typed' } });
    expect(columnsOf(named)).toMatchObject({ journal: 'Typed', journalKey: '1234-5679/' });
    expect(columnsOf(issn('eissn', '9999-9994'), journals)).toMatchObject({
      journal: '9999-9994',
      journalKey: '/9999-9994',
    });
  });
});
