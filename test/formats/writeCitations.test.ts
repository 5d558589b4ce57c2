import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from '../../src/main/formats/formats.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import type { WrittenFormat } from '../../src/shared/draft/fileFormats.ts';
import { readText } from '../import/readText.ts';
import { type AnyRecord, anyRecord } from './anyRecord.ts';
import { writeTo } from './writeTo.ts';

const record: DraftRecord = {
  bibjson: {
    title: 'Soil & 50% water: CO₂ {in} $5_a\\b',
    abstract: 'First line.\nSecond line.',
    year: '2024',
    month: '5',
    keywords: ['soil', 'water, clean'],
    identifier: [
      { type: 'doi', id: '10.1234/soil_1' },
      { type: 'pissn', id: '0037-9999' },
      { type: 'eissn', id: '2049-3630' },
    ],
    journal: { title: 'Journal of Soil', volume: '007', number: '3-4', start_page: '12', end_page: '19' },
    author: [
      { name: 'Ada B. Okoro', affiliation: 'University of Lagos' },
      { name: 'Jan van der Berg Jr.' },
      { name: 'Soil and Water Group' },
      { name: 'Sukarno' },
    ],
    link: [
      { type: 'fulltext', content_type: 'PDF', url: 'https://example.org/soil_1.pdf' },
      { type: 'fulltext', content_type: 'HTML', url: 'https://example.org/~soil_1' },
    ],
  },
};

async function write(format: WrittenFormat, records: DraftRecord[], titles?: Map<string, string>) {
  return writeTo(await formats[format].write(), records, titles);
}

test('RIS has a line for each value', async () => {
  const { text, lost } = await write('ris', [record]);
  expect(text).toBe(
    `TY  - JOUR
TI  - Soil & 50% water: CO₂ {in} $5_a\\b
AU  - Okoro, Ada B.
AU  - van der Berg, Jan, Jr.
AU  - Soil and Water Group
AU  - Sukarno
T2  - Journal of Soil
PY  - 2024
DA  - 2024/05//
VL  - 007
IS  - 3-4
SP  - 12
EP  - 19
SN  - 0037-9999
SN  - 2049-3630
DO  - 10.1234/soil_1
L1  - https://example.org/soil_1.pdf
UR  - https://example.org/~soil_1
AB  - First line.
Second line.
KW  - soil
KW  - water, clean
ER  - 

`.replaceAll('\n', '\r\n'),
  );
  expect(lost).toEqual(['Affiliation (1)']);
});

test('RIS has no line in a text that could be taken for a tag', async () => {
  const abstract = 'First.\nER  - \nTY  - JOUR\nLast.';
  const { text } = await write('ris', [{ bibjson: { title: 'T', abstract } }]);
  const { records } = await readText(text);
  expect(records.map((one) => one.record)).toEqual([
    { bibjson: { title: 'T', abstract: 'First. ER - TY - JOUR\nLast.' } },
  ]);
});

test('BibTeX has commands for all signs with a meaning', async () => {
  const { text, lost } = await write('bibtex', [record]);
  expect(text).toBe(`@article{okoro2024-1,
  author = {Okoro, Ada B. and van der Berg, Jr., Jan and {Soil and Water Group} and {Sukarno}},
  title = {{Soil \\& 50\\% water: CO₂ \\textbraceleft{}in\\textbraceright{} \\$5\\_a\\textbackslash{}b}},
  journal = {Journal of Soil},
  year = {2024},
  month = may,
  volume = {007},
  number = {3-4},
  pages = {12--19},
  issn = {0037-9999, 2049-3630},
  doi = {10.1234/soil_1},
  url = {https://example.org/~soil_1},
  pdf = {https://example.org/soil_1.pdf},
  abstract = {First line.

Second line.},
  keywords = {soil, {water, clean}},
}

`);
  expect(lost).toEqual(['Affiliation (1)']);
});

test('CSL-JSON has the parts of names', async () => {
  const { text, lost } = await write('csl', [record, { bibjson: { title: 'T', year: 'soon' } }]);
  expect(JSON.parse(text)).toEqual([
    {
      id: '10.1234/soil_1',
      type: 'article-journal',
      title: 'Soil & 50% water: CO₂ {in} $5_a\\b',
      author: [
        { family: 'Okoro', given: 'Ada B.' },
        { family: 'Berg', given: 'Jan', 'non-dropping-particle': 'van der', suffix: 'Jr.' },
        { literal: 'Soil and Water Group' },
        { literal: 'Sukarno' },
      ],
      issued: { 'date-parts': [[2024, 5]] },
      'container-title': 'Journal of Soil',
      volume: '007',
      issue: '3-4',
      page: '12-19',
      DOI: '10.1234/soil_1',
      ISSN: '0037-9999, 2049-3630',
      URL: 'https://example.org/~soil_1',
      abstract: 'First line.\nSecond line.',
      keyword: 'soil; water, clean',
    },
    { id: 'item-2', type: 'article-journal', title: 'T', issued: { raw: 'soon' } },
  ]);
  expect(lost).toEqual(['Affiliation (1)', 'further links (1)']);
});

test('the journal’s title comes from the list of journals if the record has none', async () => {
  const bibjson = { title: 'T', identifier: [{ type: 'eissn', id: '2049-3630' }] };
  const titles = new Map([['2049-3630', 'Journal of Soil']]);
  for (const format of ['ris', 'bibtex', 'csl'] as const)
    expect((await write(format, [{ bibjson }], titles)).text).toContain('Journal of Soil');
});

describe.each(['ris', 'bibtex', 'csl'] as const)('%s', (format) => {
  test('comes back the same, except for affiliations and ORCIDs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 4 }), async (all) => {
        const read = await readText((await write(format, all)).text);
        expect(read.format).toBe(format);
        expect(read.problems).toEqual([]);
        expect(read.records.map((one) => one.record)).toEqual(all.map((one) => held(one, format)));
      }),
      { numRuns: 200 },
    );
  });

  test.each([[['Soil, acidity']], [['土壤、水']], [['Soil, acidity', 'water']], [['soil']]])(
    'keeps the keywords %j',
    async (keywords) => {
      const bibjson = { title: 'T', keywords };
      const { records } = await readText((await write(format, [{ bibjson }])).text);
      expect(records[0]!.record).toEqual({ bibjson });
    },
  );

  test('keeps the name of an organisation with a comma', async () => {
    const bibjson = { title: 'T', author: [{ name: 'Ministry of Health, Kenya' }] };
    const { records } = await readText((await write(format, [{ bibjson }])).text);
    expect(records[0]!.record).toEqual({ bibjson });
  });

  test('says which ISSN is the print one if it is alone', async () => {
    for (const type of ['pissn', 'eissn']) {
      const bibjson = { title: 'T', identifier: [{ type, id: '2049-3630' }] };
      const { records } = await readText((await write(format, [{ bibjson }])).text);
      expect(records[0]!.record).toEqual({ bibjson });
    }
  });
});

test('jsonl comes back the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRecord, { minLength: 1, maxLength: 4 }), async (all) => {
      const read = await readText((await write('jsonl', all)).text, { format: 'jsonl' });
      expect(read.records.map((one) => one.record)).toEqual(all);
    }),
  );
});

test('no writer fails, whatever a record holds', async () => {
  const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<DraftRecord[string]>;
  const anything = fc
    .dictionary(
      fc.constantFrom(
        'title',
        'abstract',
        'year',
        'month',
        'keywords',
        'identifier',
        'author',
        'link',
        'journal',
        'x',
      ),
      anyJson,
    )
    .map((bibjson): DraftRecord => ({ bibjson }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          anything,
          anyJson.map((bibjson): DraftRecord => ({ bibjson })),
        ),
        { maxLength: 5 },
      ),
      async (all) => {
        for (const format of ['ris', 'bibtex', 'csl', 'doaj-xml', 'jsonl'] as const) await write(format, all);
      },
    ),
  );
});

/** The record without affiliations and ORCIDs; the type of a link is held only if it is PDF, in RIS. */
function held(one: AnyRecord, format: WrittenFormat): unknown {
  const { author, link, ...rest } = one.bibjson;
  const isHeld = format === 'ris' && link[0]!.content_type === 'PDF';
  return {
    bibjson: {
      ...rest,
      author: author.map(({ name }) => ({ name })),
      link: [{ ...link[0], content_type: isHeld ? 'PDF' : 'HTML' }],
    },
  };
}
