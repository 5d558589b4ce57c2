import { describe, expect, it } from 'vitest';
import { type PastedAuthor, readPastedAuthors } from '../../../src/shared/article/pastedAuthors.ts';

const adaOrcid = 'https://orcid.org/0000-0002-1825-0097';
const boOrcid = 'https://orcid.org/0000-0001-5109-3700';
const ada = { name: 'Ada Lindqvist', affiliation: 'University of Delft', orcid_id: adaOrcid };
const bo = { name: 'Bo Achterberg', affiliation: 'CNRS', orcid_id: boOrcid };

describe('a pasted table of authors', () => {
  it.each<[string, string, PastedAuthor[]]>([
    [
      'name, affiliation, ORCID',
      `Ada Lindqvist\tUniversity of Delft\t0000-0002-1825-0097\nBo Achterberg\tCNRS\t${boOrcid}`,
      [ada, bo],
    ],
    [
      'ORCID, affiliation, name',
      `0000-0002-1825-0097\tUniversity of Delft\tAda Lindqvist\r\n${boOrcid}\tCNRS\tBo Achterberg\r\n`,
      [ada, bo],
    ],
    [
      'affiliation before name',
      'University of Delft\tLindqvist, Ada\nCNRS\tAchterberg, Bo',
      [
        { name: 'Ada Lindqvist', affiliation: 'University of Delft' },
        { name: 'Bo Achterberg', affiliation: 'CNRS' },
      ],
    ],
    [
      'a heading, and a position and e-mail to leave out',
      `#\tName\tE-mail\tORCID iD\tAffiliation\n1\tAda Lindqvist\tada@example.org\t${adaOrcid}\tUniversity of Delft\n2\tBo Achterberg\t\t${boOrcid}\tCNRS`,
      [ada, bo],
    ],
    [
      'given and family names in two columns with French headings',
      'Nom\tPrénom\tÉtablissement\nLindqvist\tAda\tUniversity of Delft',
      [{ name: 'Ada Lindqvist', affiliation: 'University of Delft' }],
    ],
    [
      'a position and e-mail address without headings',
      '1\tAda Lindqvist\tada@example.org\n2\tBo Achterberg\tbo@example.org',
      [{ name: 'Ada Lindqvist' }, { name: 'Bo Achterberg' }],
    ],
    [
      'affiliations that name no institution',
      'Ada Lindqvist\tDelft\nBo Achterberg\t\n\t\nCy Test\tLund',
      [
        { name: 'Ada Lindqvist', affiliation: 'Delft' },
        { name: 'Bo Achterberg' },
        { name: 'Cy Test', affiliation: 'Lund' },
      ],
    ],
    ['one author', `Ada Lindqvist\tUniversity of Delft\t${adaOrcid}`, [ada]],
  ])('%s', (_, text, expected) => {
    expect(readPastedAuthors(text)).toEqual(expected);
  });
});

describe('a pasted list of authors', () => {
  it.each<[string, PastedAuthor[]]>([
    ['Ada Lindqvist; Bo Achterberg', [{ name: 'Ada Lindqvist' }, { name: 'Bo Achterberg' }]],
    [
      `Ada Lindqvist (University of Delft) ${adaOrcid}, Bo Achterberg (CNRS) https://orcid.org/0000-0001-5109-3700`,
      [ada, bo],
    ],
    [
      `Lindqvist, Ada (University of Delft; ${adaOrcid}); Achterberg, Bo (CNRS) [ORCID: 0000-0001-5109-3700]`,
      [ada, bo],
    ],
    [`${adaOrcid} Ada Lindqvist\n${boOrcid} Bo Achterberg`, [without(ada), without(bo)]],
    [
      'Ada Lindqvist, Bo Achterberg (CNRS) and Cy Test (Institute of Maps (IoM), Lund)',
      [
        { name: 'Ada Lindqvist' },
        { name: 'Bo Achterberg', affiliation: 'CNRS' },
        { name: 'Cy Test', affiliation: 'Institute of Maps (IoM), Lund' },
      ],
    ],
    [
      'García Márquez, Gabriel José (Bogotá)\nLindqvist, Ada (Delft)',
      [
        { name: 'Gabriel José García Márquez', affiliation: 'Bogotá' },
        { name: 'Ada Lindqvist', affiliation: 'Delft' },
      ],
    ],
    [
      'William (Bill) Smith; Ada Lindqvist (1,2)',
      [{ name: 'William (Bill) Smith' }, { name: 'Ada Lindqvist' }],
    ],
    [
      'Ada Lindqvist (corresponding author), Bo Achterberg',
      [{ name: 'Ada Lindqvist' }, { name: 'Bo Achterberg' }],
    ],
    ['Ada Lindqvist (Delft)', [{ name: 'Ada Lindqvist', affiliation: 'Delft' }]],
    ['', []],
  ])('%j', (text, expected) => {
    expect(readPastedAuthors(text)).toEqual(expected);
  });

  it.each([
    ['opening brackets', '('.repeat(100_000)],
    ['blanks and tabs', `Ada${' \t'.repeat(100_000)}Bo`],
    ['ORCIDs without names', `${adaOrcid} `.repeat(2_000)],
    ['separators', `Ada (Delft)${' ,;'.repeat(50_000)}Bo`],
  ])('reads %s of a hostile length', (_, text) => {
    expect(readPastedAuthors(text).length).toBeLessThan(3);
  });
});

function without({ name, orcid_id }: PastedAuthor & { orcid_id: string }): PastedAuthor {
  return { name, orcid_id };
}
