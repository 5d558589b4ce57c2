import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBibtex } from '../../src/main/formats/bibtex/readBibtex.ts';
import { inTime, patience } from '../fuzz/hostile.ts';
import { textOf } from '../helpers/textOf.ts';
import { bibjsonOf, notesOf, readAll, readOne } from './readAll.ts';

const article = (...fields: string[]) => `@article{key,\n  ${fields.join(',\n  ')}\n}\n`;
const bibtex = (...fields: string[]) => bibjsonOf(readBibtex, article(...fields));
const titlesOf = ({ records }: Awaited<ReturnType<typeof readAll>>) =>
  records.map(({ record }) => (record.bibjson as { title?: string }).title);

const sample = `@article{okoro2024,
  author    = {Okoro, Ada and Jan van der Berg and von Last, Jr, First and {WHO Soil Group} and others},
  title     = {{Zea mays} under high CO$_2$},
  journal   = {Soil Letters},
  year      = 2024,
  month     = may,
  volume    = {007},
  number    = {3--4},
  pages     = {101--119},
  doi       = {10.5555/s\\_41},
  issn      = {0037-9999 (Print), 2345-6787 (Online)},
  url       = {https://j.example.org/~soil/41},
  keywords  = {soil, {carbon, organic},
               water},
  abstract  = {First line
               goes on.

               Second paragraph, \\emph{p} $<$ 0.05.},
  editor    = {Smith, Ed},
  file      = {:41.pdf:PDF},
  publisher = {Univ Press},
  note      = {A remark}
}
`;

describe('BibTeX', () => {
  test('every field of a full entry goes to its place', async () => {
    const read = await readOne(readBibtex, sample);
    expect(read).toMatchObject({ index: 1, line: 1 });
    expect(read.record).toEqual({
      bibjson: {
        title: 'Zea mays under high CO2',
        abstract: 'First line goes on.\nSecond paragraph, p < 0.05.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'carbon, organic', 'water'],
        identifier: [
          { type: 'doi', id: '10.5555/s_41' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2345-6787' },
        ],
        journal: { title: 'Soil Letters', volume: '007', number: '3-4', start_page: '101', end_page: '119' },
        author: [
          { name: 'Ada Okoro' },
          { name: 'Jan van der Berg' },
          { name: 'First von Last Jr' },
          { name: 'WHO Soil Group' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/~soil/41' }],
      },
    });
    expect(notesOf(read)).toEqual([
      'The list of authors ends with “et al.”: the file does not name all authors.',
      'Contributors who are not authors were not imported: Ed Smith (editor).',
      'Not imported (no matching field): embedded files (:41.pdf:PDF), publisher (Univ Press), remarks (A remark).',
    ]);
  });

  test('the fields of BibLaTeX are read', async () => {
    expect(
      await bibjsonOf(
        readBibtex,
        `@article{k, journaltitle={Soil Letters}, date={2024-05-17}, title={Soil}, subtitle={A survey}, eid={e101},
         number={2}, langid={english}, author={family=Berg, given=Jan, prefix=van den and Li, Wei}, eissn={2345-6787}}`,
      ),
    ).toEqual({
      title: 'Soil: A survey',
      year: '2024',
      month: '5',
      identifier: [{ type: 'eissn', id: '2345-6787' }],
      journal: { title: 'Soil Letters', number: '2', start_page: 'e101' },
      author: [{ name: 'Jan van den Berg' }, { name: 'Wei Li' }],
    });
  });

  test.each(['eid', 'articleno', 'article-number', 'art_number'])('%s is the article number', async (name) =>
    expect(await bibtex(`${name} = {e101}`)).toMatchObject({ journal: { start_page: 'e101' } }),
  );

  test('dates are read in all forms, ranges and seasons have no month', async () => {
    const dateOf = async (...fields: string[]) => {
      const { year, month } = await bibtex(...fields);
      return [year, month];
    };
    for (const month of [
      'may',
      '5',
      '{05}',
      '"May"',
      '{May}',
      '"17~" # may',
      '{17~may}',
      'may # "~17"',
      '{mai}',
    ])
      expect(await dateOf('year = {2024}', `month = ${month}`), month).toEqual(['2024', '5']);
    for (const month of ['{May-Jun}', '{Spring}', '{21}', '"may/june"'])
      expect(await dateOf('year = 2024', `month = ${month}`), month).toEqual(['2024', undefined]);
    expect(await dateOf('date = {2024}', 'year = 2024', 'month = dec')).toEqual(['2024', '12']);
    expect(await dateOf('date = {2024-05/2024-06}')).toEqual(['2024', undefined]);
    expect(await dateOf('date = {2024-21}')).toEqual(['2024', undefined]);
    expect(await dateOf('date = {2024-05~}', 'urldate = {2025-01-01}')).toEqual(['2024', '5']);
  });

  test('an accent between quotes is no end of the value', async () => {
    expect(await bibtex('title = "\\"{U}ber B\\"oden \\"\\i"', 'year = "2024"')).toEqual({
      title: 'Über Böden ï',
      year: '2024',
    });
  });

  test('a comma at the end of a name is left out', async () => {
    expect(await bibtex('author = {Okoro, Ada, and Li,}')).toEqual({
      author: [{ name: 'Ada Okoro' }, { name: 'Li' }],
    });
  });

  test('quotes, parentheses, joined values and abbreviations are understood', async () => {
    const read = await readAll(
      readBibtex,
      `Text before, with mail@example.org.
% @article{old, title = {Old}}
@string{jsl = "Soil Letters"} @STRING(vol = {7})
@preamble{"\\newcommand{\\x}{y}"}
@comment{jabref-meta: {groups;
@article{hidden, title = {Hidden}}
};}
@Article(a, title = "The {"}quoted{"} soil" , journal = jsl # " " # {Supplement}, volume = vol, month = foo, year = 2024)
@article {b,
title={Second}}`,
    );
    expect(read.problems).toEqual([]);
    expect(read.records.map(({ record, index, line }) => [record.bibjson, index, line])).toEqual([
      [
        {
          title: 'The "quoted" soil',
          year: '2024',
          journal: { title: 'Soil Letters Supplement', volume: '7' },
        },
        1,
        8,
      ],
      [{ title: 'Second' }, 2, 9],
    ]);
    expect(notesOf(read.records[0]!)).toContain(
      'Abbreviations that the file does not define were kept as they are: foo.',
    );
  });

  test('an entry takes missing data of its journal from the entry that it refers to, wherever that is', async () => {
    const before = `@periodical{p, title={Soil Letters}, year=2024, month=may, volume=3, doi={10.5555/p}, issn={2345-6787}}`;
    const after = `@article{a, crossref={p}, title={A}} @article{b, title={B}, year=2023, CrossRef="P"} @article{c, title={C}}`;
    const expected = [
      ['A', '2024', '5', '3'],
      ['B', '2023', undefined, '3'],
      ['C', undefined, undefined, undefined],
    ];
    for (const text of [before + after, `${after}\n${before}`]) {
      const { records } = await readAll(readBibtex, text);
      const articles = records.filter(
        ({ record }) => String(record.bibjson).length > 0 && !titleIs(record, 'Soil Letters'),
      );
      expect(
        articles.map(({ record }) => {
          const { title, year, month, journal, identifier } = record.bibjson as Record<string, unknown>;
          expect(JSON.stringify(identifier ?? '')).not.toContain('10.5555');
          return [title, year, month, (journal as { volume?: string } | undefined)?.volume];
        }),
      ).toEqual(expected);
      expect(records.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    }
    expect(await bibjsonOf(readBibtex, '@article{a, crossref={nowhere}, title={A}}')).toEqual({ title: 'A' });
    expect(await bibjsonOf(readBibtex, '@xdata{x, journal={J}} @article{a, xdata={x}, title={A}}')).toEqual({
      title: 'A',
      journal: { title: 'J' },
    });
  });

  test('an entry keeps its own month beside the year of another', async () => {
    const text = '@periodical{p, year=2024, month=jan} @article{a, title={A}, month=jun, crossref={p}}';
    const { records } = await readAll(readBibtex, text);
    expect(records[1]!.record.bibjson).toMatchObject({ title: 'A', year: '2024', month: '6' });
  });

  test('settings of styles are no records', async () => {
    const text = `@CONTROL{REVTEX41Control} @control{apsrev41Control,author="08",title="",year="1"}
@IEEEtranBSTCTL{IEEEexample:BSTcontrol, CTLuse_forced_etal = "yes"} @article{a, title={A}}`;
    const { records, problems } = await readAll(readBibtex, text);
    expect(records.map(({ index, record }) => [index, record.bibjson])).toEqual([[1, { title: 'A' }]]);
    expect(problems).toEqual([]);
  });

  test('the keywords of the authors are taken before those of an index', async () => {
    const fields = ['title={A}', 'keywords={Soils; Waters}', 'author_keywords={soil; water}'];
    expect(await bibtex(...fields)).toEqual({ title: 'A', keywords: ['soil', 'water'] });
    expect(await bibtex(...fields.slice(0, 2))).toEqual({ title: 'A', keywords: ['Soils', 'Waters'] });
    expect(notesOf(await readOne(readBibtex, article(...fields))).join()).toContain('Soils');
  });

  test('an entry that takes data from one that is not in the file says so', async () => {
    expect(notesOf(await readOne(readBibtex, '@article{a, crossref={nowhere}, title={A}}'))).toEqual([
      'The entry takes data from the entry “nowhere”, which is not in the file.',
    ]);
  });

  test.each([
    ['\\newcommand{\\jcp}{Journal of Physics}', '\\jcp', 'Journal of Physics'],
    [
      '\\newcommand{\\jcp}{Journal of Physics}',
      '{\\jcp}, \\jcp{} and \\jcp.',
      'Journal of Physics, Journal of Physics and Journal of Physics.',
    ],
    ['\\newcommand\\jcp{J}', 'A\\jcp B', 'AJB'],
    ['\\providecommand*{\\pair}[2]{#2 and #1}', '\\pair{sand}{clay}', 'clay and sand'],
    ['\\newcommand{\\ion}[2][+]{#2$^{#1}$}', '\\ion{Na} \\ion[2+]{Ca}', 'Na⁺ Ca²⁺'],
    ['\\def\\name#1#2{#2 #1}', '\\name{Soil}{The}', 'The Soil'],
    ['\\newcommand{\\xx}{\\yy} \\newcommand{\\yy}{deep}', '\\xx', 'deep'],
    ['\\let\\soil=\\alpha', '\\soil', 'α'],
    [
      '\\newcommand{\\printfirst}[2]{#1} \\newcommand{\\noopsort}[1]{}',
      '\\noopsort{1973b}\\printfirst{A}{B}',
      'A',
    ],
    // Its own meaning, because the definition places characters on paper.
    [
      "\\def\\cprime{$'$} \\def\\polhk#1{\\setbox0=\\hbox{#1}{\\ooalign{\\hidewidth\\lower1.5ex\\hbox{`}\\crcr\\unhbox0}}}",
      'Gel\\cprime fand, \\polhk{a}',
      'Gel′fand, ą',
    ],
    ['\\newcommand{\\mark}{\\raise1pt\\hbox{x}}', 'A\\mark{} B', 'A\\mark{} B'],
    ['\\newcommand{\\loop}{\\loop\\loop}', 'A', 'A'],
    ['\\newcommand{\\open}{', 'A', 'A'],
  ])('a command that the file defines is what it stands for: %s', async (definition, title, text) => {
    const quoted = `@preamble{"${definition.replaceAll('"', '{"}')}"}`;
    const entry = article(`title = {${title}}`);
    for (const preamble of definition.endsWith('{')
      ? []
      : [
          quoted,
          `@preamble{{${definition}}}`,
          `@string{d = "${definition}"} @preamble{"" # d}`,
          `@string{d = {${definition}}}`,
        ])
      expect(await bibjsonOf(readBibtex, `${preamble}\n${entry}`)).toEqual({ title: text });
    expect(
      (await readAll(readBibtex, `@preamble{"${definition}"}\n${article('title = {B}')}`)).problems,
    ).toEqual([]);
  });

  test('the commands for journals of astronomy are known, unless the file gives them another meaning', async () => {
    const title = { journal: { title: 'The Astrophysical Journal' } };
    expect(await bibtex('journal = {\\apj}')).toEqual(title);
    const own = '@preamble{"\\newcommand{\\apj}{Our Journal}"}';
    expect(await bibjsonOf(readBibtex, own + article('journal = {\\apj}'))).toEqual({
      journal: { title: 'Our Journal' },
    });
  });

  test('commands that use each other without end, or have arguments without end, do no harm', async () => {
    const pair = '@preamble{"\\newcommand{\\xx}[1]{#1}"}';
    await readOne(readBibtex, `${pair}${article(`title = {A ${'\\xx{\\}'.repeat(100_000)}}`)}`);
    const preamble = '@preamble{"\\newcommand{\\xx}{\\yy\\yy} \\newcommand{\\yy}{\\xx\\xx}"}';
    const { records } = await readAll(
      readBibtex,
      `${preamble}${article(`title = {A ${'\\xx '.repeat(1_000)}}`)}`,
    );
    expect(titlesOf({ records, problems: [] })[0]!.length).toBeLessThan(1_000_000);
  });

  test.each<[string[], object]>([
    [['year = {June 1980}'], { year: '1980', month: '6' }],
    [['year = {1980, June}'], { year: '1980', month: '6' }],
    [['year = {{\\noopsort{1973b}}1973}'], { year: '1973' }],
    [['year = {June 1980}', 'month = may'], { year: '1980', month: '5' }],
    [['date = {1980-06-01/1980-06-30}'], { year: '1980', month: '6' }],
    [['date = {1980-06-15/1980-07-15}'], { year: '1980' }],
    [['date = {1980-06/}'], { year: '1980' }],
    [
      [
        'author = {given={Jan B.}, family=Berg, prefix={van den}, useprefix=true and family={Okoro, Jr}, given=Ada}',
      ],
      { author: [{ name: 'Jan B. van den Berg' }, { name: 'Ada Okoro, Jr' }] },
    ],
    [
      ['author = {Okoro, Ada and Smith, Jo}', 'author+an:orcid = {2="0000-0002-1825-0097"}'],
      {
        author: [
          { name: 'Ada Okoro' },
          { name: 'Jo Smith', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
        ],
      },
    ],
    [
      [
        'JOURNAL = {Soil Lett.}',
        'FJOURNAL = {Soil Letters}',
        'ISSN = {0037-9999,2345-6787}',
        'PAGES = {153--83}',
      ],
      {
        journal: { title: 'Soil Letters', start_page: '153', end_page: '183' },
        identifier: [
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2345-6787' },
        ],
      },
    ],
  ])('%j', async (fields, expected) => {
    expect(await bibtex(...fields)).toEqual(expected);
  });

  test.each<[string[], object, string | null]>([
    [['title = {A}', 'title = {B}'], { title: 'A' }, '“title” (B)'],
    [['title = {}', 'title = {B}'], { title: 'B' }, null],
    [['title = {A}', 'title = {A}'], { title: 'A' }, null],
    [['year = 2020', 'year = 2021'], { year: '2020' }, '“year” (2021)'],
    [['year = 2020', 'month = mar', 'month = apr'], { year: '2020', month: '3' }, '“month” (April)'],
    [['pages = {1--2}', 'pages = {3--4}'], { journal: { start_page: '1', end_page: '2' } }, '“pages” (3--4)'],
  ])(
    'of a field that is there twice the first counts, and the other is named: %j',
    async (fields, bibjson, lost) => {
      const read = await readOne(readBibtex, article(...fields));
      expect(read.record.bibjson).toEqual(bibjson);
      expect(notesOf(read)).toEqual(lost === null ? [] : [`Not imported (no matching field): ${lost}.`]);
    },
  );

  test('two ISSNs may have a field each', async () => {
    expect(await bibtex('issn = {0037-9999}', 'issn = {2345-6787}')).toEqual({
      identifier: [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2345-6787' },
      ],
    });
  });

  test.each([
    '0037-9999 print, 2345-6787 online',
    '2345-6787 online; 0037-9999',
    '0037-9999 / 2345-6787 online',
    '0037-9999, e-ISSN 2345-6787',
    '0037-9999 e-ISSN 2345-6787',
    'print 0037-9999, online 2345-6787',
  ])('of the ISSNs %s each has its kind', async (issns) => {
    expect(await bibtex(`issn = {${issns}}`)).toEqual({
      identifier: [
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '2345-6787' },
      ],
    });
  });

  test('a day beside the month is no loss', async () => {
    expect(notesOf(await readOne(readBibtex, article('year = 2020', 'month = "10~" # jan')))).toEqual([]);
  });

  test('fields of MathSciNet and BibLaTeX without a place are named', async () => {
    const read = await readOne(
      readBibtex,
      article(
        'title = {A}',
        'MRCLASS = {35J20}',
        'MRNUMBER = {1}',
        'MRREVIEWER = {B. C.}',
        'CODEN = {SL}',
        'pagetotal = {12}',
      ),
    );
    expect(notesOf(read)).toEqual([
      'Not imported (no matching field): “mrclass” (35J20), other identifiers (1), “mrreviewer” (B. C.), “coden” (SL), “pagetotal” (12).',
    ]);
  });

  const broken: Record<string, [text: string, line: number]> = {
    'a missing closing brace': ['@article{b,\n title = {B,\n year = {2024}\n}\n', 3],
    'a missing last brace': ['@article{b,\n title = {B},\n year = {2024}\n', 3],
    'a quotation mark without end': ['@article{b,\n title = "B,\n year = {2024}\n}\n', 4],
    'a missing equals sign': ['@article{b,\n title {B}\n}\n', 4],
    'a missing value': ['@article{b,\n title = ,\n}\n', 4],
    'a brace too many': ['@article{b,\n title = {B}},\n year = {2024}\n}\n', 3],
  };
  for (const [what, [text, line]] of Object.entries(broken)) {
    test(`${what} loses one entry and keeps the others`, async () => {
      const read = await readAll(
        readBibtex,
        `@article{a, title={A}}\n\n${text}\n@article{c, title={C}}\n@article{d, title={D}}`,
      );
      expect(titlesOf(read)).toEqual(['A', 'C', 'D']);
      expect(read.records.map(({ index }) => index)).toEqual([1, 3, 4]);
      expect(read.problems).toMatchObject([{ index: 2, line: 3 }]);
      expect(textOf(read.problems[0]!.message)).toContain(`line ${line}`);
    });
  }

  test('in a file of one line, an entry without an end loses only itself', async () => {
    const read = await readAll(
      readBibtex,
      '@article{a, title={A}} @article{b, title={B} @article{c, title={C}} @article{d, title={D}}',
    );
    expect(titlesOf(read)).toEqual(['A', 'C', 'D']);
    expect(read.problems).toHaveLength(1);
  });

  test('in files that were put together, an entry without an end loses only itself', async () => {
    const read = await readAll(
      readBibtex,
      '@article{a,\n  title = {A},\n\n\ufeff@article{b, title = {B}}\n@article{c, title = {C}}\n',
    );
    expect(titlesOf(read)).toEqual(['B', 'C']);
    expect(read.problems).toHaveLength(1);
  });

  test('a comment without an end hides nothing', async () => {
    const read = await readAll(
      readBibtex,
      '@comment{ never closed\n@article{a, title={A}}\n@article{b, title={B}}',
    );
    expect(titlesOf(read)).toEqual(['A', 'B']);
  });

  test('a value that is too long is reported with its limit, and the next entry is read', async () => {
    const long = `@article{a, title={${'A'.repeat(1_000_001)}}}\n@article{b, title={B}}\n`;
    const read = await readAll(readBibtex, long);
    expect(titlesOf(read)).toEqual(['B']);
    expect(read.problems.map(({ message }) => textOf(message))).toEqual([
      'This record has a text longer than 1 MB, which is too long for an article. The record was skipped.',
    ]);
  });

  test('a missing comma between fields does no harm', async () => {
    expect(await bibjsonOf(readBibtex, '@article{a, title={A} year=2024 journal={J}, }')).toEqual({
      title: 'A',
      year: '2024',
      journal: { title: 'J' },
    });
  });

  test('names are split outside braces and turned', async () => {
    const namesOf = async (author: string) =>
      ((await bibtex(`author = {${author}}`)).author as { name: string }[] | undefined)?.map(
        ({ name }) => name,
      );
    expect(
      await namesOf('Ada Okoro and van der Berg, Jan AND\n{Bell and Sons} and M{\\"u}ller, J{\\"o}rg'),
    ).toEqual(['Ada Okoro', 'Jan van der Berg', 'Bell and Sons', 'Jörg Müller']);
    expect(await namesOf('Dr. Ada Okoro and Li, Prof. Bo and Martin Luther King, Jr.')).toEqual([
      'Ada Okoro',
      'Bo Li',
      'Martin Luther King Jr.',
    ]);
    expect(await namesOf('Müller, Hans, PhD and von Last, Jr, First')).toEqual([
      'Hans Müller',
      'First von Last Jr',
    ]);
    expect(await namesOf('Ford, III, Henry and Smith, John, Jr. and {\\O}stergaard, {\\AA}se')).toEqual([
      'Henry Ford III',
      'John Smith Jr.',
      'Åse Østergaard',
    ]);
    expect(await namesOf('{WHO} and {{Double Group}} and Anderson, Andy')).toEqual([
      'WHO',
      'Double Group',
      'Andy Anderson',
    ]);
    expect(await namesOf('Garc&iacute;a, Jos&eacute; and M&#252;ller, J&#xF6;rg; Okoro, Ada')).toEqual([
      'José García',
      'Jörg Müller',
      'Ada Okoro',
    ]);
    expect(await namesOf('anonymous')).toBeUndefined();
  });

  test('other types are doubtful, and an address that is a DOI gives the DOI', async () => {
    const read = await readOne(readBibtex, '@book{a, title={A}, url={https://doi.org/10.5555/S.41}}');
    expect(read.record.bibjson).toEqual({
      title: 'A',
      identifier: [{ type: 'doi', id: '10.5555/S.41' }],
      link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/S.41' }],
    });
    expect(notesOf(read)).toEqual(['This is not a journal article but “book”.']);
  });

  test('abbreviations of abbreviations cannot grow without limit', async () => {
    const strings = Array.from(
      { length: 40 },
      (_, at) => `@string{s${at + 1} = s${at} # s${at} # s${at}}`,
    ).join('\n');
    const read = await readAll(readBibtex, `@string{s0 = "0123456789"}\n${strings}\n@article{a, title={A}}`);
    expect(titlesOf(read)).toEqual(['A']);
    expect(read.problems.length).toBeGreaterThan(0);
  });

  test('an empty file, one without entries and Windows-1252 are handled', async () => {
    expect((await readAll(readBibtex, '% nothing')).problems.map(({ message }) => textOf(message))).toEqual([
      'The file contains no records.',
    ]);
    const latin = await readOne(readBibtex, Buffer.from(article('title = {Économie}'), 'latin1'));
    expect(latin.record.bibjson).toEqual({ title: 'Économie' });
    expect(notesOf(latin)).toHaveLength(1);
    const onOneLine = await readOne(readBibtex, Buffer.from('@article{a, title={É}}', 'latin1'));
    expect(onOneLine.record.bibjson).toEqual({ title: 'É' });
    expect(notesOf(onOneLine)).toHaveLength(1);
  });

  test('hostile files take no more than linear time', { timeout: patience }, async () => {
    for (const part of [
      '@a{',
      '@article{x,',
      '@ ',
      '@a{b,c=',
      '{',
      '@comment{',
      '@a{x}',
      '@a(',
      '@a{b,c={',
      '  ',
      ', ',
      'a =',
    ])
      await inTime(part, () => readAll(readBibtex, `@article{a,${part.repeat(10_000)}`));
    await inTime('Open entries', () => readAll(readBibtex, '@article{x,\n'.repeat(10_000)));
  });

  test('nothing throws on random bytes or a damaged file, however it is split', async () => {
    const harm = fc.record({
      at: fc.nat(sample.length),
      cut: fc.nat(20),
      text: fc.oneof(
        fc.string({ maxLength: 10 }),
        fc.constantFrom('{', '}', '"', '@article{x,', '@', '#', '\n', '('),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(harm, { maxLength: 5 }), async (harms) => {
        const text = harms.reduce(
          (file, { at, cut, text }) => file.slice(0, at) + text + file.slice(at + cut),
          sample + sample,
        );
        const whole = await readAll(readBibtex, text);
        expect(await readAll(readBibtex, text, { pieceSize: 3 })).toEqual(whole);
      }),
    );
  });
});

function titleIs(record: Record<string, unknown>, title: string): boolean {
  return (record.bibjson as { title?: string }).title === title;
}
