import { expect, test } from 'vitest';
import type { JournalCard } from '../../../../src/shared/journal/journal.ts';
import { textOf } from '../../../helpers/textOf.ts';
import { check, e, findingLines, p, withIds, world } from './sample.ts';

const doi = { type: 'doi', id: '10.5555/x' };
const linesFor = (issns: unknown[], journals: readonly JournalCard[] = world) =>
  findingLines(withIds(doi, ...issns), journals);
const helpOf = (issns: unknown[], journals: readonly JournalCard[] = world) =>
  check(withIds(doi, ...issns), journals).map(({ help }) => textOf(help));

test('unknown ISSNs are listed together', () => {
  expect(linesFor([p('5555-5551')])).toEqual([
    'issn-unknown identifier: None of your journals has the ISSN 5555-5551.',
  ]);
  expect(linesFor([p('5555-5551'), e('2222-2227')])).toEqual([
    'issn-unknown identifier: None of your journals has any of the ISSNs 5555-5551, 2222-2227.',
  ]);
  expect(linesFor([p('5555-5551'), e('wibble')])).toEqual([expect.stringContaining('issn-form')]);
  expect(linesFor([p('wibble')])).toEqual([
    'issn-form identifier[1].id: The Print ISSN must look like this: 1234-5678.',
  ]);
});

test('an unknown ISSN beside a known one is replaced by the one that the journal has there', () => {
  expect(linesFor([p('1234-5679'), e('5555-5551')])).toEqual([
    'issn-partly-unknown identifier[2].id: None of your journals has the Online ISSN 5555-5551. [Use 2345-6787] identifier[2].id = "2345-6787"',
  ]);
  expect(linesFor([p('5555-5551'), e('2345-6787')])).toEqual([
    'issn-partly-unknown identifier[1].id: None of your journals has the Print ISSN 5555-5551. [Use 1234-5679] identifier[1].id = "1234-5679"',
  ]);
  expect(linesFor([p('1234-5679'), e('wibble')])).toEqual([
    'issn-form identifier[2].id: The Online ISSN must look like this: 1234-5678.',
  ]);
  expect(helpOf([p('1234-5679'), e('5555-5551')])).toEqual([
    'The journal Journal j1 has print 1234-5679 and online 2345-6787. All ISSNs of an article must belong to its journal.',
  ]);
});

test('nothing is offered for an unknown ISSN if several journals may be meant, or the journal has none there', () => {
  const [one] = world;
  const printOnly = { ...one!, eissn: null };
  expect(linesFor([p('1234-5679'), e('5555-5551')], [printOnly])).toEqual([
    'issn-partly-unknown identifier[2].id: None of your journals has the Online ISSN 5555-5551.',
  ]);
  expect(linesFor([p('1234-5679'), e('5555-5551')], [one!, { ...printOnly, id: 'other' }])).toEqual([
    'issn-partly-unknown identifier[2].id: None of your journals has the Online ISSN 5555-5551.',
  ]);
});

test('journals of other accounts are named', () => {
  expect(linesFor([p('7890-1235')])).toEqual([
    'issn-not-yours identifier[1].id: The ISSN 7890-1235 belongs to Journal j5, a journal of another account.',
  ]);
  expect(linesFor([p('9012-345X')])).toEqual([
    'issn-shared identifier[1].id: Two journals have the ISSN 9012-345X: yours, Journal j6a, and one of another account, Journal j6b.',
  ]);
});

test('an account needs to own the journal of each ISSN', () => {
  expect(linesFor([p('1234-5679'), e('7890-1235')])).toEqual([
    'issn-not-yours identifier[2].id: The ISSN 7890-1235 belongs to Journal j5, a journal of another account.',
  ]);
});

test('ISSNs that do not lead to one current journal are explained with the journals’ titles', () => {
  expect(linesFor([p('1234-5679'), e('4567-8901')])).toEqual([
    'issns-of-two-journals identifier: The ISSNs belong to two journals, Journal j1 and Journal j3.',
  ]);
  expect(linesFor([p('5678-9017')])).toEqual([
    'journal-withdrawn identifier: The journal Journal j4 has been withdrawn from the directory.',
  ]);
  expect(linesFor([p('1313-1311'), e('1414-1418')])).toEqual([
    'journal-twice identifier: The directory has two journals with 1313-1311, 1414-1418; one is Journal j9a.',
  ]);
});

test('misplaced ISSNs are moved', () => {
  expect(linesFor([p('2345-6787'), e('1234-5679')])).toEqual([
    'issns-swapped identifier: Print ISSN and Online ISSN are swapped. [Swap the ISSNs] identifier[1].type = "eissn", identifier[2].type = "pissn"',
  ]);
  expect(linesFor([p('2345-6787')])).toEqual([
    'issn-wrong-slot identifier[1].type: 2345-6787 is not the Print ISSN of its journal. [Move to the other field] identifier[1].type = "eissn"',
  ]);
  expect(linesFor([e('1234-5679')])).toEqual([
    'issn-wrong-slot identifier[1].type: 1234-5679 is not the Online ISSN of its journal. [Move to the other field] identifier[1].type = "pissn"',
  ]);
  expect(helpOf([p('2345-6787')])).toEqual([
    'The journal Journal j1 has print 1234-5679 and online 2345-6787.',
  ]);
});

test('up to twenty misplaced ISSNs are moved together', () => {
  const many = (count: number) =>
    check(withIds(doi, ...Array.from({ length: count }, () => p('2345-6787'))), world);
  expect(many(20).find(({ code }) => code === 'issns-swapped')?.fix?.changes).toHaveLength(20);
  expect(many(21).find(({ code }) => code === 'issns-swapped')).not.toHaveProperty('fix');
});

test('the other ISSN of the journal is offered at the end of the list', () => {
  expect(linesFor([p('1234-5679')])).toEqual([
    'issn-other-missing identifier: The article has only the Print ISSN of its journal. [Add the Online ISSN 2345-6787] identifier[2] = {"type":"eissn","id":"2345-6787"}',
  ]);
  expect(linesFor([e('2345-6787')])).toEqual([
    'issn-other-missing identifier: The article has only the Online ISSN of its journal. [Add the Print ISSN 1234-5679] identifier[2] = {"type":"pissn","id":"1234-5679"}',
  ]);
  expect(helpOf([e('2345-6787')])).toEqual([
    'The journal Journal j1 has print 1234-5679 and online 2345-6787. One is enough for the directory, but with both, more readers find the article.',
  ]);
  expect(linesFor([p('1234-5679'), p('12345679')])).toEqual([
    'issn-other-missing identifier: The article has only the Print ISSN of its journal. [Add the Online ISSN 2345-6787] identifier[3] = {"type":"eissn","id":"2345-6787"}',
  ]);
});

test('a journal with one ISSN has no other to offer, and is described by it', () => {
  const [one] = world;
  const printOnly = [{ ...one!, eissn: null }];
  const onlineOnly = [{ ...one!, pissn: null }];
  expect(linesFor([p('1234-5679')], printOnly)).toEqual([]);
  expect(helpOf([e('1234-5679')], printOnly)).toEqual(['The journal Journal j1 has print 1234-5679 only.']);
  expect(helpOf([p('2345-6787')], onlineOnly)).toEqual(['The journal Journal j1 has online 2345-6787 only.']);
});
