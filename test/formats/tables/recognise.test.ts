import { describe, expect, test } from 'vitest';
import { proposeMapping, recogniseTables } from '../../../src/main/formats/tables/proposeMapping.ts';
import { sampleTables, type TableSample } from '../../../src/main/formats/tables/sampleTables.ts';
import { articlesOfSample, mapSamples } from '../../../src/main/formats/tables/tableArticles.ts';
import { tableHeadings } from '../../../src/main/formats/tables/tableColumns.ts';
import type { Table, TableRow } from '../../../src/main/formats/tables/tableRow.ts';
import type { SavedMapping, TableMapping } from '../../../src/shared/tables/tableMapping.ts';

type Lines = readonly (readonly string[])[];

/** Samples a text table, or the sheets of a workbook by name. */
function samplesOf(given: Lines | Record<string, Lines>): Promise<TableSample[]> {
  const named = Array.isArray(given)
    ? [[null, given] as const]
    : Object.entries(given as Record<string, Lines>);
  return sampleTables(
    (async function* (): AsyncGenerator<Table> {
      for (const [sheet, lines] of named) yield { sheet, rows: rowsOf(lines) };
    })(),
    { isWhole: true },
  );
}

async function* rowsOf(lines: Lines): AsyncGenerator<TableRow> {
  for (const [at, cells] of lines.entries()) yield { line: at + 1, cells: [...cells] };
}

const headings = ['Thema', 'Wer', 'Wann'];
const saved = (columns: TableMapping['columns'], more: Partial<TableMapping> = {}): SavedMapping => ({
  id: 1,
  name: 'Mine',
  mapping: {
    columns,
    sheet: null,
    headingRow: null,
    listSeparators: [';'],
    partSeparator: null,
    dateOrder: null,
    preset: null,
    ...more,
  },
});
const mine = [
  { heading: 'thema', target: 'title' as const },
  { heading: 'Wer', target: 'authors' as const },
  { heading: 'Wann', target: 'date' as const },
];
const counts = (samples: TableSample[], mapping: TableMapping) =>
  mapSamples(samples, mapping).map((one) => articlesOfSample(one, 3).count);

describe('a saved mapping', () => {
  test('is recognised by its headings, in any order and case', async () => {
    const samples = await samplesOf([
      ['Wann', 'THEMA', ' Wer '],
      ['2024', 'Soil', 'Okoro'],
    ]);
    expect(recogniseTables(samples, [saved(mine)])).toMatchObject({ kind: 'saved', name: 'Mine' });
  });

  test.each([
    [
      'a heading that it does not know',
      [
        [...headings, 'DOI'],
        ['Soil', 'Okoro', '2024', '10.5555/1'],
      ],
    ],
    [
      'a heading that it uses and that is missing',
      [
        ['Thema', 'Wann'],
        ['Soil', '2024'],
      ],
    ],
    ['dates whose order it does not say', [headings, ['Soil', 'Okoro', '03/04/2024']]],
  ])('is not used for a table with %s', async (_, lines) => {
    expect(recogniseTables(await samplesOf(lines), [saved(mine)]).kind).toBe('unknown');
  });

  test('is used for such dates if it says their order, and may lack what it does not use', async () => {
    const samples = await samplesOf([headings, ['Soil', 'Okoro', '03/04/2024']]);
    const mapping = saved([...mine, { heading: 'Gone', target: 'ignored' }], { dateOrder: 'month' });
    expect(recogniseTables(samples, [mapping]).kind).toBe('saved');
  });

  test('is used for such dates if every column that has them says its order', async () => {
    const samples = await samplesOf([
      [...headings, 'Gedruckt'],
      ['Soil', 'Okoro', '03/04/2024', '05/06/2024'],
    ]);
    const kindWith = (...orders: (TableMapping['dateOrder'] | undefined)[]) => {
      const [title, authors, date] = mine;
      const columns = [title!, authors!, date!, { heading: 'Gedruckt', target: 'printDate' as const }];
      return recogniseTables(samples, [
        saved(columns.map((column, at) => ({ ...column, dateOrder: orders[at - 2] ?? undefined }))),
      ]).kind;
    };
    expect(kindWith('day', 'month')).toBe('saved');
    expect(kindWith('day')).toBe('unknown');
    expect(kindWith(undefined, 'month')).toBe('unknown');
  });

  test('is not used if another sheet has headings of articles that it does not read', async () => {
    const samples = await samplesOf({
      One: [headings, ['Soil', 'Okoro', '2024']],
      Two: [
        ['Title', 'DOI'],
        ['A', 'B'],
      ],
    });
    expect(recogniseTables(samples, [saved(mine)]).kind).toBe('unknown');
    const notes = await samplesOf({
      One: [headings, ['Soil', 'Okoro', '2024']],
      Two: [['Hello'], ['there']],
    });
    expect(recogniseTables(notes, [saved(mine)]).kind).toBe('saved');
  });

  test('is proposed with the columns that it does not know, as these are guessed', async () => {
    const samples = await samplesOf([
      [...headings, 'DOI'],
      ['Soil', 'Okoro', '2024', '10.5555/1'],
    ]);
    const { columns, listSeparators } = proposeMapping(samples, { saved: [saved(mine)] });
    expect(columns.map(({ target }) => target)).toEqual(['title', 'authors', 'date', 'doi']);
    expect(listSeparators).toEqual([';']);
  });
});

describe('a table', () => {
  test('that Colophon wrote is never asked about, nor an empty one', async () => {
    expect(recogniseTables(await samplesOf([[...tableHeadings], ['Soil']]), []).kind).toBe('plain');
    expect(recogniseTables(await samplesOf([]), []).kind).toBe('plain');
  });

  test('of a known system is asked about if the order of its dates is open', async () => {
    const lines = (date: string) => [
      ['title', 'calc_url', 'publication_date'],
      ['Soil', 'https://x.org/1', date],
    ];
    expect(recogniseTables(await samplesOf(lines('2024-05-01')), [])).toMatchObject({
      kind: 'preset',
      preset: 'digital-commons',
    });
    expect(recogniseTables(await samplesOf(lines('03/04/2024')), []).kind).toBe('unknown');
    expect(recogniseTables(await samplesOf(lines('25/04/2024')), []).kind).toBe('preset');
  });

  test('without any known heading is proposed with its first full row as headings', async () => {
    const samples = await samplesOf([['Our list'], ['Quoi', 'Combien'], ['Sol', '7']]);
    expect(recogniseTables(samples, []).kind).toBe('unknown');
    expect(proposeMapping(samples, { saved: [] }).columns.map(({ heading }) => heading)).toEqual([
      'Quoi',
      'Combien',
    ]);
    const first = proposeMapping(samples, { saved: [], headingRow: 1 });
    expect(first).toMatchObject({ headingRow: 1, columns: [{ heading: 'Our list' }] });
  });

  test('of several sheets has the columns of all of them once', async () => {
    const samples = await samplesOf({
      A: [
        ['Title', 'Keyword', 'Keyword'],
        ['Soil', 'mud', 'river'],
      ],
      B: [
        ['Keyword', 'Title', 'DOI'],
        ['rain', 'Water', '10.5555/2'],
      ],
    });
    const mapping = proposeMapping(samples, { saved: [] });
    expect(mapping.columns.map(({ heading }) => heading)).toEqual(['Title', 'Keyword', 'Keyword', 'DOI']);
    expect(counts(samples, mapping)).toEqual([1, 1]);
    expect(counts(samples, { ...mapping, sheet: 'B' })).toEqual([1]);
  });
});

describe('the number of articles', () => {
  test('counts rows with further authors as part of the article above, also beyond the sample', async () => {
    const lines = Array.from({ length: 999 }, (_, at) =>
      at % 3 === 0 ? [`Article ${at}`, 'Ada', 'Okoro'] : ['', 'Bo', 'Lin'],
    );
    const samples = await samplesOf([['Title', 'Author given name', 'Author surname'], ...lines]);
    expect(samples[0]!.rows.length).toBeLessThan(100);
    const mapping = proposeMapping(samples, { saved: [] });
    expect(counts(samples, mapping)).toEqual([333]);
    const ofTitles = mapping.columns.map((column) => ({
      ...column,
      target: column.target === 'title' ? ('title' as const) : ('ignored' as const),
    }));
    expect(counts(samples, { ...mapping, columns: ofTitles })).toEqual([333]);
    const ofNothing = mapping.columns.map((column) => ({ ...column, target: 'ignored' as const }));
    expect(counts(samples, { ...mapping, columns: ofNothing })).toEqual([0]);
  });

  test('leaves out empty rows and rows above the headings', async () => {
    const samples = await samplesOf([
      ['Our articles'],
      [],
      ['Title', 'DOI'],
      ['Soil', ''],
      ['', ''],
      ['Water', ''],
    ]);
    expect(counts(samples, proposeMapping(samples, { saved: [] }))).toEqual([2]);
  });
});

describe('a sample', () => {
  test('stays small whatever the table contains', async () => {
    const wide = Array.from({ length: 16_000 }, () => 'x'.repeat(200));
    const samples = await samplesOf([
      wide,
      ...Array.from({ length: 5_000 }, (_, at) => [
        String(at).padStart(at % 900, ' '),
        '03/04/2024',
        'y'.repeat(10_000),
      ]),
    ]);
    expect(JSON.stringify(samples).length).toBeLessThan(6_000_000);
    const many = await samplesOf(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`S${at}`, [['Title'], ['A']]])),
    );
    expect(many.length).toBeLessThanOrEqual(50);
    const patterns = await samplesOf([
      ['Title'],
      ...Array.from({ length: 6_000 }, (_, at) =>
        [...at.toString(2)].map((sign) => (sign === '1' ? 'x' : '')),
      ),
    ]);
    expect(patterns[0]!.patterns.length).toBeLessThan(3_000);
    expect(counts(patterns, proposeMapping(patterns, { saved: [] }))[0]).toBeGreaterThan(5_000);
  });

  test('names dates in numbers of the whole table that may be read in two ways', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => [
      `A${at}`,
      at === 150 ? '03/04/2024' : '25/04/2024',
    ]);
    const [sample] = await samplesOf([['Title', 'Date'], ...lines]);
    expect(sample!.unclearDates).toEqual([[1, ['03/04/2024']]]);
  });
});
