import { describe, expect, test } from 'vitest';
import { fillJournal, journalsByIssn } from '../../src/main/import/fillJournal.ts';
import type { Json } from '../../src/shared/json.ts';

const journal = { title: 'The Annals of Soil Science', pissn: '1234-5679', eissn: '2345-6787' };
const known = journalsByIssn([journal, { title: 'Mud', pissn: null, eissn: '1734-6215' }]);
const pissn = { type: 'pissn', id: '1234-5679' };
const eissn = { type: 'eissn', id: '2345-6787' };

const filled = (identifier: Json, block?: Json, journals = known) =>
  fillJournal({ bibjson: { identifier, ...(block !== undefined && { journal: block }) } }, journals);

describe('the record of a journal that is known', () => {
  test('gives the second ISSN and the title, with a remark on each', () => {
    const { record, notes } = filled([pissn]);
    expect(record.bibjson).toEqual({ identifier: [pissn, eissn], journal: { title: journal.title } });
    expect(notes.map(({ key }) => key)).toEqual(['import.note.journalIssn', 'import.note.journalTitle']);
    const titled = filled([eissn], { title: 'Annals of soil science', volume: '7' });
    expect(titled.record.bibjson).toMatchObject({
      identifier: [eissn, pissn],
      journal: { title: 'Annals of soil science', volume: '7' },
    });
    expect(titled.notes).toEqual([
      { key: 'import.note.journalIssn', params: { issn: '1234-5679', title: journal.title } },
    ]);
    expect(filled([pissn], { title: 'Ann. Soil Sci.' }).notes).toHaveLength(1);
  });

  test.each([
    ['no ISSN', []],
    ['an ISSN of no known journal', [{ type: 'pissn', id: '0317-8471' }]],
    ['an ISSN of the other kind', [{ type: 'eissn', id: '1234-5679' }]],
    ['an ISSN of another journal beside it', [pissn, { type: 'eissn', id: '1734-6215' }]],
    ['no readable second ISSN', [pissn, { type: 'eissn', id: '2345' }]],
    ['no text as ISSN', [{ type: 'pissn', id: 5 }]],
  ])('gives nothing to an article with %s', (_, identifier) => {
    expect(filled(identifier as Json).notes).toEqual([]);
  });

  test('gives nothing to an article that names another journal, or if two journals have the ISSN', () => {
    expect(filled([pissn], { title: 'Annals of Mud' }).record.bibjson).toEqual({
      identifier: [pissn],
      journal: { title: 'Annals of Mud' },
    });
    expect(filled([pissn], 'no block').notes).toEqual([]);
    const twice = journalsByIssn([journal, { ...journal, title: 'Another' }]);
    expect(filled([pissn], undefined, twice).notes).toEqual([]);
  });

  test('gives no second ISSN to a journal that has only one', () => {
    const { record } = filled([{ type: 'eissn', id: '1734-6215' }]);
    expect(record.bibjson).toEqual({
      identifier: [{ type: 'eissn', id: '1734-6215' }],
      journal: { title: 'Mud' },
    });
  });
});
