import { expect, test } from 'vitest';
import { saying } from '../../../helpers/saying.ts';
import { article, check, doi, e, findingLines, p, withIds, world } from './sample.ts';

/** The findings about these identifiers beside a valid ISSN and DOI. */
const linesFor = (...entries: unknown[]) =>
  findingLines(withIds(p('1234-5679'), doi('10.5555/x'), ...entries));
const toldOfDoi = (id: unknown) => findingLines(withIds(p('1234-5679'), doi(id)));
const toldOfIssn = (...issns: unknown[]) => findingLines(withIds(doi('10.5555/x'), ...issns));

test('an entry without a type can be removed, or gets the type that was meant if its value fits', () => {
  expect(linesFor('x', { id: 'x' }, { type: 7 })).toEqual([
    'identifier-not-object identifier[2]: An identifier does not have the structure that the directory expects. [Remove] identifier[2] = undefined',
    'identifier-type-missing identifier[3].type: The directory ignores an identifier without a type. [Remove] identifier[3] = undefined',
    'identifier-type-unreadable identifier[4].type: The type of this identifier is not text.',
  ]);
  expect(linesFor({ type: 'wibble', id: 'x' }, { type: 'issn', id: '2345-6787' })).toEqual([
    'identifier-type-unknown identifier[2].type: The directory does not know the identifier type “wibble” and ignores this identifier. [Remove] identifier[2] = undefined',
    'identifier-type-unknown identifier[3].type: The directory does not know the identifier type “issn” and ignores this identifier. [Remove] identifier[3] = undefined',
  ]);
  for (const type of ['DOIs', 'd.o.i'])
    expect(linesFor({ type, id: 'https://doi.org/10.5555/y' })).toEqual([
      expect.stringContaining('[Use doi] identifier[2].type = "doi"'),
    ]);
  for (const type of [
    'e-ISSN',
    'ISSN-E',
    'ISSN (online)',
    'Online ISSN',
    'electronic ISSN',
    'ISSN electronic',
  ])
    expect(linesFor({ type, id: '2345-6787' })).toEqual([
      expect.stringContaining('[Use eissn] identifier[2].type = "eissn"'),
    ]);
  for (const type of ['p-ISSN', 'ISSN-P', 'ISSN (print)', 'Print ISSN'])
    expect(linesFor({ type, id: '1234-5679' })).toEqual([
      expect.stringContaining('[Use pissn] identifier[2].type = "pissn"'),
    ]);
  for (const entry of [
    { type: 'dois', id: '2345-6787' },
    { type: 'e-ISSN', id: '10.5555/y' },
    { type: 'e-ISSN', id: 7 },
    { type: 'e-ISSN' },
    { type: 'seissn', id: '2345-6787' },
    { type: 'pissns', id: '2345-6787' },
    { type: 'adoi', id: '10.5555/y' },
    { type: 'doisx', id: '10.5555/y' },
    { type: 'eissnx', id: '2345-6787' },
    { type: 'xpissn', id: '2345-6787' },
  ])
    expect(linesFor(entry)).toEqual([expect.stringContaining('[Remove]')]);
});

test('capitals in a type are accepted, and can be made lower-case', () => {
  expect(linesFor({ type: 'EISSN', id: '2345-6787' })).toEqual([
    'identifier-type-case identifier[2].type: The directory stores the type “EISSN” as “eissn”. [Use eissn] identifier[2].type = "eissn"',
  ]);
});

test('an entry without a value can be removed', () => {
  expect(linesFor({ type: 'eissn' }, { type: 'eissn', id: null }, { type: 'eissn', id: '' })).toEqual([
    'identifier-value-missing identifier[2].id: An identifier of type eissn has no value. [Remove] identifier[2] = undefined',
    'identifier-empty identifier[3].id: The directory ignores an empty identifier of type eissn. [Remove] identifier[3] = undefined',
    'identifier-empty identifier[4].id: The directory ignores an empty identifier of type eissn. [Remove] identifier[4] = undefined',
  ]);
});

test('other members of an entry are dropped', () => {
  expect(linesFor({ ...e('2345-6787'), note: 'x' })).toEqual([
    'ignored-unknown identifier[2].note: The directory does not know “note” and ignores it. [Remove] identifier[2].note = undefined',
  ]);
});

test('a DOI is replaced by its bare form if it is written in another way', () => {
  expect(toldOfDoi('doi: 10.5555/x.1')).toEqual([
    'doi-form identifier[1].id: A DOI must look like this: 10.1234/abc. [Use 10.5555/x.1] identifier[1].id = "10.5555/x.1"',
  ]);
  expect(toldOfDoi('https://doi.org/10.5555/x')).toEqual([
    'doi-prefix identifier[1].id: The DOI has a prefix or is a web address. [Use 10.5555/x] identifier[1].id = "10.5555/x"',
  ]);
  expect(toldOfDoi('10.5555/%28x%29')).toEqual([
    'doi-escapes identifier[1].id: The DOI contains percent codes. [Use 10.5555/(x)] identifier[1].id = "10.5555/(x)"',
  ]);
  expect(toldOfDoi('10.5555/(SICI)1097&lt;1661::AID&gt;3.0.CO;2-2')).toEqual([
    'doi-hidden identifier[1].id: The DOI contains signs that nobody sees, or codes such as “&lt;”. [Use 10.5555/(SICI)1097<1661::AID>3.0.CO;2-2] identifier[1].id = "10.5555/(SICI)1097<1661::AID>3.0.CO;2-2"',
  ]);
  expect(toldOfDoi('10.5555/x.')).toEqual([
    'doi-punctuation identifier[1].id: The DOI ends in “.”, which probably belongs to the surrounding text. [Use 10.5555/x] identifier[1].id = "10.5555/x"',
  ]);
  expect(toldOfDoi('10.5555/x\n')).toEqual([
    'doi-line-break identifier[1].id: The DOI ends in a line break. [Remove extra spaces] identifier[1].id = "10.5555/x"',
  ]);
  expect(toldOfDoi('10.5555/%e0')).toEqual(['doi-escapes identifier[1].id: The DOI contains percent codes.']);
  expect(toldOfDoi('ward')).toEqual(['doi-form identifier[1].id: A DOI must look like this: 10.1234/abc.']);
  expect(toldOfDoi('10.5555/x')).toEqual([]);
});

test('only the first DOI counts', () => {
  expect(linesFor(doi('10.5555/y'), doi('wibble'))).toEqual([
    'doi-second identifier[2].id: This is a second DOI.',
    'doi-second identifier[3].id: This is a second DOI.',
  ]);
});

test('without an ISSN the article belongs to no journal', () => {
  expect(findingLines(withIds(doi('10.5555/x')))).toEqual([
    'issn-missing identifier: Enter the Print ISSN or the Online ISSN.',
  ]);
  expect(findingLines(withIds(doi('10.5555/x'), 'x'))).toEqual([
    'identifier-not-object identifier[1]: An identifier does not have the structure that the directory expects. [Remove] identifier[1] = undefined',
  ]);
  expect(findingLines(withIds(doi('10.5555/x'), 'x'), world)).toHaveLength(1);
});

test('an ISSN is replaced by the one that was meant', () => {
  expect(toldOfIssn(p('ISSN 1234-5679'))).toEqual([
    'issn-form identifier[1].id: The Print ISSN must look like this: 1234-5678. [Use 1234-5679] identifier[1].id = "1234-5679"',
  ]);
  expect(toldOfIssn(p('wibble'))).toEqual([
    'issn-form identifier[1].id: The Print ISSN must look like this: 1234-5678.',
  ]);
  expect(toldOfIssn(e('2345-6788'))).toEqual([
    'issn-check-digit identifier[1].id: The check digit of the ISSN 2345-6788 is wrong: it ends in 8 but should end in 7. Check for a typo.',
  ]);
  expect(toldOfIssn(p('12-3455'))).toEqual([
    'issn-written-otherwise identifier[1].id: The directory reads the ISSN “12-3455” as 0012-3455. [Use 0012-3455] identifier[1].id = "0012-3455"',
  ]);
  expect(toldOfIssn(p('12345679'))).toEqual([]);
});

test('an ISSN that one of the journals has is right, however it looks', () => {
  const odd = world.map((journal) =>
    journal.pissn === '1234-5679' ? { ...journal, pissn: '1234-567Y', eissn: null } : journal,
  );
  expect(findingLines(withIds(p('1234-567Y'), doi('10.5555/x')), odd)).toEqual([]);
  expect(findingLines(withIds(p('1234-5678'), doi('10.5555/x')), world).join()).not.toContain('check-digit');
  const foreign = odd.map((journal) => ({ ...journal, mine: false }));
  expect(findingLines(withIds(p('1234-567Y'), doi('10.5555/x')), foreign)).toEqual([
    expect.stringContaining('issn-not-yours'),
  ]);
  expect(findingLines(withIds(p('1234-567Z'), doi('10.5555/x')), odd)).toEqual([
    'issn-form identifier[0].id: The Print ISSN must look like this: 1234-5678.',
  ]);
});

test('each slot has one ISSN, and a second one that is the same can be removed', () => {
  expect(toldOfIssn(p('12345679'), p('1234-5679'))).toEqual([
    'issns-too-many identifier[1].id: There is more than one Print ISSN: 12345679 and 1234-5679. [Remove] identifier[1] = undefined',
  ]);
  expect(toldOfIssn(p('3456-7895'), p('1234-5679'), e('2345-6787'), e('2345-6787'))).toEqual([
    'issns-too-many identifier[1].id: There is more than one Print ISSN: 3456-7895 and 1234-5679.',
  ]);
  expect(toldOfIssn(e('3456-7895'), e('2345-6787'), p('1234-5679'))).toEqual([
    'issns-too-many identifier[1].id: There is more than one Online ISSN: 3456-7895 and 2345-6787.',
  ]);
  expect(toldOfIssn(p('wibble'), p('1234-5679'))).toHaveLength(1);
});

test('print and online have different ISSNs', () => {
  expect(toldOfIssn(p('1234-5679'), e('1234-5679'))).toEqual([
    'issns-equal identifier[2].id: The Print ISSN and the Online ISSN are both 1234-5679. [Remove] identifier[2] = undefined',
  ]);
});

test('of equal ISSNs the one in the place that its journal has it is kept', () => {
  const both = (issn: string, journals = world) =>
    findingLines(withIds(doi('10.5555/x'), p(issn), e(issn)), journals);
  expect(both('2345-6787')).toEqual([
    'issns-equal identifier[1].id: The Print ISSN and the Online ISSN are both 2345-6787. [Remove] identifier[1] = undefined',
  ]);
  expect(both('1234-5679')).toEqual([expect.stringContaining('[Remove] identifier[2] = undefined')]);
  const twice = [...world, { ...world[0]!, id: 'twin', pissn: '2345-6787', eissn: null }];
  expect(both('2345-6787', twice)).toEqual([expect.stringContaining('[Remove] identifier[2] = undefined')]);
});

test('ISSNs of a record that is refused anyway are not compared with journals', () => {
  expect(findingLines(withIds(doi('10.5555/x'), p('5555-5551'), 'x'), world)).toEqual([
    'identifier-not-object identifier[2]: An identifier does not have the structure that the directory expects. [Remove] identifier[2] = undefined',
  ]);
  expect(findingLines(withIds(doi('10.5555/x'), p('5555-5551'), p('3456-7895')), world)).toEqual([
    'issns-too-many identifier[1].id: There is more than one Print ISSN: 5555-5551 and 3456-7895.',
  ]);
  expect(findingLines(withIds(doi('10.5555/x'), p('5555-5551'), e('5555-5551')), world)).toEqual([
    'issns-equal identifier[2].id: The Print ISSN and the Online ISSN are both 5555-5551. [Remove] identifier[2] = undefined',
  ]);
});

test('identifiers in another form are unreadable, and an empty value only lacks an ISSN', () => {
  expect(findingLines(article({ identifier: 'x', link: [] }))).toEqual([
    'identifiers-unreadable identifier: The list of identifiers cannot be read.',
  ]);
  expect(findingLines(article({ identifier: {} }))).toEqual([
    'issn-missing identifier: Enter the Print ISSN or the Online ISSN.',
  ]);
});

test('an unreadable identifier is quoted', () => {
  const [form] = check(withIds(p('1234-5679'), doi('ward')));
  expect(form?.help).toEqual(
    saying('The directory cannot read “ward”. Paste the DOI or its doi.org address.'),
  );
  const [issn] = check(withIds(p('wibble'), doi('10.5555/x')));
  expect(issn?.help).toEqual(saying('The directory finds no journal with the ISSN “wibble”.'));
});
