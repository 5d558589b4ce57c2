import { expect, test } from 'vitest';
import { readBibtex } from '../../src/main/formats/bibtex/readBibtex.ts';
import { readCrossrefJson, readCsl } from '../../src/main/formats/csl/workArticle.ts';
import { readDatacite } from '../../src/main/formats/datacite/readDatacite.ts';
import { readNbib } from '../../src/main/formats/pubmed/readNbib.ts';
import { readRis } from '../../src/main/formats/ris/readRis.ts';
import { readWebOfScience } from '../../src/main/formats/webOfScience/readWebOfScience.ts';
import { inTime } from '../fuzz/hostile.ts';
import { onlyInFullRuns } from '../helpers/fullRuns.ts';
import { readAll } from './readAll.ts';

/** Texts on which a pattern with two repetitions side by side would take hours. */
const texts = [
  ' ',
  '-',
  ', ',
  '?',
  '~',
  '(',
  '<',
  '&',
  'a ',
  '1 ',
  '/',
  '1-',
  ';',
  '0037-9999 ',
  'and ',
  '\u00a0',
  '<a',
  'et al ',
].map((part) => `x${part.repeat(50_000 / part.length)}x`);

test('no text in a field takes more than linear time, whatever the field', {
  ...onlyInFullRuns,
  timeout: 600_000,
}, async () => {
  const tags = ['TI', 'AB', 'AU', 'KW', 'PY', 'SP', 'EP', 'SN', 'DO', 'UR', 'VL', 'C7', 'A2', 'M3', 'TY'];
  const fields = 'title abstract author keywords date year month pages issn doi url volume eid editor'.split(
    ' ',
  );
  const members = 'title subtitle abstract author keyword issued page ISSN DOI URL volume number'.split(' ');
  for (const text of texts)
    await inTime(`Fields of ${JSON.stringify(text.slice(1, 9))}`, async () => {
      const ris = `TY  - JOUR\n${tags.map((tag) => `${tag}  - ${text}\n`).join('')}ER  - \n`;
      await readAll(readRis, ris);
      const medline = ['FAU ', 'AU  ', 'AUID', 'AD  ', 'PG  ', 'TI  ', 'SO  ', 'LID ', 'IS  '];
      await readAll(readNbib, `PMID- 1\n${medline.map((tag) => `${tag}- ${text}\n`).join('')}`);
      const listed = [
        'AU Okoro, A',
        `AU ${text}`,
        `C1 ${text}`,
        `C1 [${text}] ${text}`,
        `OI ${text}/${text}`,
      ];
      await readAll(readWebOfScience, ['PT J', ...listed, 'ER'].join('\n'));
      await readAll(readBibtex, `@article{a, ${fields.map((name) => `${name} = {${text}}`).join(', ')}}`);
      const work = Object.fromEntries(members.map((name) => [name, text]));
      await readAll(readCsl, JSON.stringify(work));
      await readAll(
        readCrossrefJson,
        JSON.stringify({ ...work, author: [{ name: text }], issued: { raw: text } }),
      );
      await readAll(
        readDatacite,
        JSON.stringify({
          doi: text,
          titles: [{ title: text }],
          creators: [{ name: text }],
          publicationYear: text,
          container: { identifier: text, identifierType: 'ISSN', firstPage: text, lastPage: text },
          descriptions: [{ description: text, descriptionType: 'Abstract' }],
        }),
      );
    });
});

test.each([
  ['a number', (blanks: string) => `@article{a, title = {A \\romannumeral${blanks}x}}`],
  ['a key', (blanks: string) => `@article{${blanks}"}`],
  [
    'a command of another name',
    (blanks: string) => `@preamble{"\\let\\a${blanks}"} @article{a, title = {A}}`,
  ],
])(
  'many blanks in the place of %s in BibTeX take linear time',
  async (place, text) => {
    await inTime(`Blanks in the place of ${place}`, () => readAll(readBibtex, text(' '.repeat(180_000))));
  },
  600_000,
);

test('a record with very many values of a kind is read in linear time, with a short report', async () => {
  const many = Array.from({ length: 30_000 }, (_, at) => at);
  const works = [
    JSON.stringify({
      title: ['A', ...many.map(String)],
      subtitle: many.map(String),
      'issn-type': many.map((at) => ({
        value: `${1000 + (at % 9000)}-${1000 + at}`,
        type: at % 2 ? 'print' : 'electronic',
      })),
      author: many.map((at) => ({ family: `F${at}`, ORCID: 'x' })),
      editor: many.map((at) => ({ family: `E${at}` })),
      ...Object.fromEntries(many.slice(0, 900).map((at) => [`member${at}`, 1])),
    }),
  ];
  const ris = [
    'TY  - JOUR',
    ...many.flatMap((at) => [
      `DO  - 10.5555/${at}`,
      `AU  - F${at}`,
      `A2  - E${at}`,
      `KW  - k${at}`,
      `UR  - https://a.example/${at}`,
    ]),
    'ER  - ',
  ];
  const webOfScience = [
    'PT J',
    ...many.flatMap((at) => [`AU F${at}, G`, `C1 [F${at}, G] University ${at}`]),
    `OI ${many.map((at) => `E${at}, G/0000-0001-5109-3700`).join('; ')}`,
    'ER',
  ];
  const bibtex = `@article{a, title={A}, author={${many.map((at) => `F${at}, G`).join(' and ')}}, ${many.map((at) => `f${at} = 1`).join(', ')}}`;
  for (const read of [
    await readAll(readCrossrefJson, works[0]!),
    await readAll(readRis, ris.join('\n')),
    await readAll(readWebOfScience, webOfScience.join('\n')),
    await readAll(readBibtex, bibtex),
  ]) {
    expect(read.records).toHaveLength(1);
    const notes = read.records[0]!.notes.filter(({ key }) => key !== 'import.note.wrongOrcid');
    expect(JSON.stringify(notes).length).toBeLessThan(20_000);
  }
}, 120_000);
