import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRecord, type ReadItem, readArticles } from '../../src/main/formats/readArticles.ts';
import { escapeXml } from '../../src/main/formats/xml/escapeXml.ts';
import { randomCases } from '../helpers/randomCases.ts';
import { needsRealMetadata, realDeposits } from '../helpers/realMetadata.ts';
import { textOf } from '../helpers/textOf.ts';
import * as samples from './markerSamples.ts';
import {
  bibtexPlaces,
  jsonPlaces,
  linePlaces,
  type Place,
  packedPlaces,
  tablePlaces,
  xmlPlaces,
} from './plantMarkers.ts';
import { textWorkbook, zipOf } from './tables/workbookOf.ts';
import * as tagged from './taggedSamples.ts';

/** Parts that a remark names as a whole, with the name that it must have; values in them need not be repeated. */
const named: Record<string, RegExp> = {
  affiliations: /affiliations\. The directory stores one/,
  aff: /affiliations\. The directory stores one/,
  body: /the text of the article/,
  back: /notes and other parts after the text/,
  'ref-list': /references?\b/,
  citation_list: /references?\b/,
  citations: /references\b/,
  reference: /references?\b/,
  ReferenceList: /references\b/,
  'article-categories': /section of the journal/,
  setSpec: /section of the journal/,
  'author-notes': /other details of authors/,
  country: /other details of authors/,
  biography: /other details of authors/,
  email: /e-mail addresses/,
  history: /dates of the editorial process/,
  History: /dates of the editorial process/,
  permissions: /licence/,
  program: /licence|relations|funding/,
  rights: /licence/,
  rightsList: /licence/,
  license: /licence/,
  licenseUrl: /licence/,
  copyrightHolder: /licence/,
  copyrightYear: /licence/,
  CopyrightInformation: /licence/,
  'funding-group': /funding/,
  fundingReferences: /funding/,
  funder: /funding/,
  GrantList: /funding/,
  'related-article': /relations to other works/,
  'sub-article': /translations, replies and other parts/,
  crossmark: /Crossmark/,
  'content-domain': /Crossmark/,
  acceptance_date: /date of acceptance/,
  MedlineJournalInfo: /other details of the journal/,
  alternateIdentifiers: /other identifiers/,
  PMID: /other identifiers/,
  note: /remarks/,
  publisher: /publisher/,
  SO: /other details of the journal/,
  RP: /other details of authors/,
  AD: /has 2 affiliations/,
  documentType: /document type/,
  // Remarks count these and say that the directory stores one.
  'trans-title-group': /Titles in other languages/,
  original_language_title: /Titles in other languages/,
  title: /Titles in other languages/,
  titles: /Titles in other languages/,
  'original-title': /Titles in other languages/,
  'trans-abstract': /other abstracts?/i,
  'kwd-group': /Keywords in (?:another|\d+ other) language/,
  institution: /only the names were imported/,
  collection: /for crawlers only/,
};

interface Sample {
  name: string;
  places: readonly Place[];
}

const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
const xml = (name: string, text: string, ...records: string[]): Sample => ({
  name,
  places: xmlPlaces(text, new Set(records)),
});

const ofFormats: Sample[] = [
  xml('jats.xml', samples.jats, 'article'),
  xml('crossref.xml', samples.crossref, 'journal_article', 'journal_metadata', 'journal_issue'),
  xml('datacite.xml', samples.dataciteXml, 'resource'),
  xml('oai.xml', samples.oai, 'record'),
  xml('ojs.xml', samples.ojs, 'article'),
  xml('pubmed.xml', samples.pubmed, 'PubmedArticle'),
  xml('doaj.xml', samples.doajXml, 'record'),
  { name: 'datacite.json', places: jsonPlaces(samples.dataciteJson) },
  { name: 'crossref.json', places: jsonPlaces(samples.crossrefJson) },
  { name: 'csl.json', places: jsonPlaces(samples.csl) },
  { name: 'articles.json', places: jsonPlaces(samples.articleJson) },
  { name: 'records.ris', places: linePlaces(samples.ris, /^([A-Z][A-Z0-9]) {2}- /, 'ZZ  - ') },
  { name: 'records.nbib', places: linePlaces(tagged.nbib, /^([A-Z][A-Z\d]{1,3}) {0,2}- /, 'ZZ  - ') },
  { name: 'records.enw', places: linePlaces(tagged.refer, /^(%\S) /, '%* ') },
  { name: 'refworks.txt', places: linePlaces(tagged.refworks, /^([A-Z][A-Z\d]) /, 'ZZ ') },
  { name: 'savedrecs.ciw', places: linePlaces(tagged.webOfScience, /^(?!FN|VR)([A-Z][A-Z\d]) /, 'ZZ ') },
  xml('endnote.xml', tagged.endnote, 'record'),
  xml('zenodo.xml', samples.oaiDatacite, 'record'),
  { name: 'entries.bib', places: bibtexPlaces(samples.bibtex) },
  { name: 'table.csv', places: tablePlaces(samples.table, csv) },
  {
    name: 'table.tsv',
    places: tablePlaces(samples.table, (rows) => rows.map((row) => row.join('\t')).join('\n')),
  },
  {
    name: 'table.xlsx',
    places: tablePlaces(samples.table, (rows) =>
      textWorkbook({ Articles: rows.map((row) => row.map(escapeXml)) }),
    ),
  },
  {
    name: 'package.zip',
    places: packedPlaces(xmlPlaces(samples.jats, new Set(['article'])), (text) =>
      zipOf({ 'issue/41/article.xml': text, 'issue/41/article.pdf': '%PDF-1.4' }),
    ),
  },
];

async function read(text: string | Buffer, fileName: string): Promise<ReadItem[]> {
  const pieces = async function* () {
    yield Buffer.from(text);
  };
  const items: ReadItem[] = [];
  for await (const item of readArticles(pieces(), { format: 'auto', fileName })) items.push(item);
  return items;
}

/** Whether the marker is in a record or a remark, or the part that holds it is named, or the record was refused. */
async function isAccountedFor({ path, plant }: Place, fileName: string, marker: string): Promise<boolean> {
  const items = await read(plant(marker), fileName);
  if (items.length === 0) return false;
  if (items.some((item) => !isRecord(item))) return true;
  const records = items.filter(isRecord);
  const notes = records.flatMap((item) => item.notes.map((note) => textOf(note))).join('\n');
  const all = (JSON.stringify(records.map(({ record }) => record)) + notes).toLowerCase();
  return all.includes(marker.toLowerCase()) || path.some((name) => named[name]?.test(notes));
}

/** A word of letters, which no file has and which is no code. */
const markers = fc
  .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 8 })
  .map((word) => `Qzx${word}xq`);

describe('a value that is planted in a file is in the article, or a remark names it', () => {
  test.each(ofFormats)('in each place of $name', async ({ name, places }) => {
    expect(places.length).toBeGreaterThan(30);
    const addition = places.findLast(({ kind }) => kind === 'added')!;
    expect((await read(addition.plant('Qzwyxmark'), name)).filter(isRecord).length).toBeGreaterThan(0);
    const gone: string[] = [];
    for (const place of places)
      if (!(await isAccountedFor(place, name, 'Qzwyxmark')))
        gone.push(`${place.path.join('/')} ${place.kind}`);
    expect(gone).toEqual([]);
  });

  test('whatever it is, in any place of any format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ofFormats),
        fc.nat(),
        markers,
        async ({ name, places }, at, marker) => {
          const place = places[at % places.length]!;
          expect(
            await isAccountedFor(place, name, marker),
            `${name}: ${place.path.join('/')} ${place.kind}`,
          ).toBe(true);
        },
      ),
      randomCases(300, 5_000),
    );
  });

  test('in real deposits and their articles in JATS', needsRealMetadata(), async () => {
    const files = realDeposits().flatMap((path) => [path, path.replace('.crossref.xml', '.jats')]);
    const texts = files.flatMap((path): Sample[] => {
      try {
        return [xml(path, readFileSync(path, 'utf8'), 'journal_article', 'journal_metadata', 'article')];
      } catch {
        // Not every deposit has one.
        return [];
      }
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), markers, async ({ name, places }, at, marker) => {
        const place = places[at % places.length]!;
        expect(
          await isAccountedFor(place, name, marker),
          `${name}: ${place.path.join('/')} ${place.kind}`,
        ).toBe(true);
      }),
      randomCases(200, 3_000),
    );
  });
});
