import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { readCrossrefJson, readCsl } from '../../src/main/formats/csl/workArticle.ts';
import { readDatacite } from '../../src/main/formats/datacite/readDatacite.ts';
import { textOf } from '../helpers/textOf.ts';
import { bibjsonOf, notesOf, readAll, readOne } from './readAll.ts';

const json = (value: unknown) => JSON.stringify(value);
const titlesOf = ({ records }: Awaited<ReturnType<typeof readAll>>) =>
  records.map(({ record }) => (record.bibjson as { title?: string }).title);

const cslItem = {
  id: 'okoro',
  type: 'article-journal',
  title: 'Soil and CO<sub>2</sub> of <span class="nocase">Zea mays</span>, p < 0.05',
  abstract: 'A text.',
  'container-title': 'Soil Letters',
  ISSN: '0037-9999, 2345-6787',
  DOI: '10.5555/S.41',
  issued: { 'date-parts': [['2024', 5, '17']] },
  volume: 7,
  issue: '3-4',
  page: '12–19',
  keyword: 'soil; carbon, organic',
  author: [
    { family: 'Okoro', given: 'Ada', literal: 'Not this' },
    { family: 'Berg', given: 'Jan', 'non-dropping-particle': 'van der', suffix: 'Jr.' },
    { family: 'Beethoven', given: 'Ludwig', 'dropping-particle': 'van' },
    { literal: 'WHO Soil Group' },
  ],
  editor: [{ family: 'Smith', given: 'Ed' }],
  URL: 'https://j.example.org/41',
  language: 'en-GB',
  PMID: '123',
  publisher: 'Univ Press',
};

describe('CSL-JSON', () => {
  const csl = (members: Record<string, unknown>) =>
    bibjsonOf(readCsl, json([{ type: 'article-journal', title: 'T', ...members }]));

  test('every member of a full item goes to its field', async () => {
    const read = await readOne(readCsl, json([cslItem]));
    expect(read.record).toEqual({
      bibjson: {
        title: 'Soil and CO2 of Zea mays, p < 0.05',
        abstract: 'A text.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'carbon, organic'],
        identifier: [
          { type: 'doi', id: '10.5555/S.41' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2345-6787' },
        ],
        journal: { title: 'Soil Letters', volume: '7', number: '3-4', start_page: '12', end_page: '19' },
        author: [
          { name: 'Ada Okoro' },
          { name: 'Jan van der Berg Jr.' },
          { name: 'Ludwig van Beethoven' },
          { name: 'WHO Soil Group' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/41' }],
      },
    });
    expect(notesOf(read)).toEqual([
      'Contributors who are not authors were not imported: Ed Smith (editor).',
      'The file does not say which ISSN is print and which is online. Check them.',
      'Not imported (no matching field): other identifiers, other details of authors (Not this), publisher (Univ Press).',
    ]);
  });

  test('a particle with an apostrophe is not parted from the name', async () => {
    const author = [
      { given: 'Jean', 'dropping-particle': 'd’', family: 'Alembert' },
      { given: 'Ana', 'dropping-particle': 'de', 'non-dropping-particle': "l'", family: 'Hospital' },
    ];
    expect((await csl({ author })).author).toEqual([
      { name: 'Jean d’Alembert' },
      { name: "Ana de l'Hospital" },
    ]);
  });

  test('dates are read in every form', async () => {
    const dateOf = async (issued: unknown) => {
      const { year, month } = await csl({ issued });
      return [year, month];
    };
    for (const issued of [
      { 'date-parts': [[2024, 5]] },
      { 'date-parts': [['2024', '05', '17']] },
      { 'date-parts': [2024, 5] },
      { 'date-parts': [['2024-05-17']] },
      { raw: '17 May 2024' },
      { literal: 'May 2024' },
      { year: 2024, month: '5' },
      '2024-05-17',
      '2024-05~',
      [[2024, 5]],
      {
        'date-parts': [
          [2024, 5, 1],
          [2024, 5, 31],
        ],
      },
    ])
      expect(await dateOf(issued), json(issued)).toEqual(['2024', '5']);
    for (const issued of [
      { 'date-parts': [[2024]] },
      { 'date-parts': [[2024, 21]] },
      { 'date-parts': [[2024]], season: '1' },
      { 'date-parts': [[2024]], season: 'Spring' },
      {
        'date-parts': [
          [2024, 5],
          [2024, 6],
        ],
      },
      { raw: 'Spring 2024' },
      2024,
      '2024-05/2024-06',
    ])
      expect(await dateOf(issued), json(issued)).toEqual(['2024', undefined]);
    for (const issued of [
      { 'date-parts': [[null]] },
      { 'date-parts': [] },
      {},
      null,
      { literal: 'in press' },
    ])
      expect(await dateOf(issued), json(issued)).toEqual([undefined, undefined]);
  });

  test('a number is the start page where there are no pages', async () => {
    expect((await csl({ number: 'e101' })).journal).toEqual({ start_page: 'e101' });
    expect((await csl({ number: 101, page: '7' })).journal).toEqual({ start_page: '7' });
    expect((await csl({ page: 7 })).journal).toEqual({ start_page: '7' });
  });

  test('names may be texts, and “et al.” and anonymous authors are left out', async () => {
    expect(
      (
        await csl({
          author: ['Okoro, Ada', { literal: 'et al.' }, { literal: 'Anonymous' }, { given: 'Plato' }],
        })
      ).author,
    ).toEqual([{ name: 'Ada Okoro' }, { name: 'Plato' }]);
  });

  test('one item, a list, lines and the envelopes of Zotero and Pandoc are read', async () => {
    const items = ['A', 'B'].map((title) => ({ type: 'article-journal', title, author: [{ literal: 'X' }] }));
    expect(titlesOf(await readAll(readCsl, json(items[0])))).toEqual(['A']);
    for (const content of [
      json(items),
      items.map(json).join('\n'),
      json({ items }),
      JSON.stringify({ title: 'A bibliography', references: items, lang: 'en' }, null, 2),
      `\ufeff${json(items)}`,
      Buffer.from(`\ufeff${json(items)}`, 'utf16le'),
    ])
      expect(titlesOf(await readAll(readCsl, content))).toEqual(['A', 'B']);
  });

  test('other types are doubtful, and what is no item is reported', async () => {
    expect(notesOf(await readOne(readCsl, json([{ type: 'chapter', title: 'A' }])))).toEqual([
      'This is not a journal article but “chapter”.',
    ]);
    const { records, problems } = await readAll(readCsl, json([1, { id: 'x' }, { title: 'A' }, null]));
    expect(records.map(({ index }) => index)).toEqual([3]);
    expect(problems.map(({ index }) => index)).toEqual([1, 2, 4]);
  });

  test('a broken item loses only itself, whatever the layout', async () => {
    const item = (title: string) =>
      json({ id: title, type: 'article-journal', title, issued: { 'date-parts': [[2024]] } });
    const bad = item('B').replace('"B"}', '"B}').replace('"title"', '"title');
    for (const content of [
      `[${item('A')},${bad},${item('C')}]`,
      `{"items":[\n${item('A')},\n${bad},\n${item('C')}\n]}`,
      `${item('A')}\n${bad}\n${item('C')}`,
    ]) {
      const read = await readAll(readCsl, content);
      expect(titlesOf(read), content).toEqual(['A', 'C']);
      expect(read.problems, content).toHaveLength(1);
    }
  });
});

const work = {
  DOI: '10.5555/s.41',
  type: 'journal-article',
  title: ['Soil and CO<sub>2</sub>'],
  subtitle: ['A survey'],
  'container-title': ['Soil Letters'],
  'issn-type': [{ value: '2345-6787', type: 'electronic' }],
  ISSN: ['2345-6787', '0037-9999'],
  volume: '3',
  issue: '2',
  page: '12-19',
  'article-number': 'e41',
  'published-print': { 'date-parts': [[2024, 6]] },
  'published-online': { 'date-parts': [[2024, 5]] },
  issued: { 'date-parts': [[2023, 12]] },
  created: { 'date-parts': [[2022, 1]] },
  author: [
    {
      given: 'Ada',
      family: 'Okoro',
      suffix: 'Jr.',
      prefix: 'Dr',
      sequence: 'first',
      ORCID: 'http://orcid.org/0000-0002-1825-0097',
      affiliation: [
        { name: 'Univ X', id: [{ id: 'https://ror.org/0abc12351', 'id-type': 'ROR' }] },
        { name: 'Inst Y' },
      ],
    },
    { name: 'WHO Group', sequence: 'additional', affiliation: [] },
  ],
  editor: [{ given: 'Ed', family: 'Smith' }],
  abstract:
    '<jats:title>Abstract</jats:title><jats:sec><jats:title>Aims</jats:title><jats:p>To <jats:italic>see</jats:italic>.</jats:p></jats:sec><jats:sec><jats:title>Why?</jats:title><jats:p>Because.</jats:p></jats:sec>',
  resource: { primary: { URL: 'https://j.example.org/soil/article/view/41' } },
  URL: 'https://doi.org/10.5555/s.41',
  link: [
    {
      URL: 'https://j.example.org/41/pdf',
      'content-type': 'application/pdf',
      'intended-application': 'text-mining',
    },
    {
      URL: 'https://j.example.org/41/check',
      'content-type': 'unspecified',
      'intended-application': 'similarity-checking',
    },
    {
      URL: 'https://j.example.org/41.xml',
      'content-type': 'unspecified',
      'intended-application': 'syndication',
    },
  ],
  reference: [{ key: '1' }, { key: '2' }],
  license: [{ URL: 'https://creativecommons.org/licenses/by/4.0' }],
  subject: ['Soil Science'],
};

describe('Crossref’s REST API', () => {
  test('every member of a full work goes to its field', async () => {
    const read = await readOne(
      readCrossrefJson,
      json({ status: 'ok', 'message-type': 'work', message: work }),
    );
    expect(read.record).toEqual({
      bibjson: {
        title: 'Soil and CO2: A survey',
        abstract: 'Aims: To see.\nWhy? Because.',
        year: '2024',
        month: '5',
        identifier: [
          { type: 'doi', id: '10.5555/s.41' },
          { type: 'pissn', id: '0037-9999' },
          { type: 'eissn', id: '2345-6787' },
        ],
        journal: { title: 'Soil Letters', volume: '3', number: '2', start_page: '12', end_page: '19' },
        author: [
          { name: 'Ada Okoro Jr.', affiliation: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
          { name: 'WHO Group' },
        ],
        link: [
          { type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/soil/article/view/41' },
          { type: 'fulltext', content_type: 'PDF', url: 'https://j.example.org/41/pdf' },
          { type: 'fulltext', content_type: 'XML', url: 'https://j.example.org/41.xml' },
        ],
      },
    });
    const notes = notesOf(read);
    expect(notes).toContain('The publication year is 2024; the file also says 2023.');
    expect(notes).toContain(
      'Ada Okoro Jr. has 2 affiliations. The directory stores one, so the first was imported.',
    );
    expect(notes.at(-1)).toBe(
      'Not imported (no matching field): 2 references, licence, other details of authors (Dr), technical details of the file (https://j.example.org/41/check), “subject” (Soil Science).',
    );
  });

  test('a subtitle that the title has already is not repeated', async () => {
    const titleOf = async (title: string, subtitle: string) =>
      (await bibjsonOf(readCrossrefJson, json({ title: [title], subtitle: [subtitle] }))).title;
    expect(await titleOf('Soil: A survey', 'A Survey')).toBe('Soil: A survey');
    expect(await titleOf('Why soil?', 'A survey')).toBe('Why soil? A survey');
    expect((await bibjsonOf(readCrossrefJson, json({ title: 'Soil &amp; water' }))).title).toBe(
      'Soil & water',
    );
  });

  test('line ends within a paragraph of the abstract are layout', async () => {
    const abstractOf = async (abstract: string) =>
      (await bibjsonOf(readCrossrefJson, json({ title: ['A'], abstract }))).abstract;
    expect(await abstractOf('\n<jats:p>One\n   line.</jats:p>\n\n<jats:p xml:lang="en">Two\n</jats:p>')).toBe(
      'One line.\nTwo',
    );
    expect(await abstractOf('One <i>line</i>.\nTwo')).toBe('One line.\nTwo');
  });

  test('of several subtitles the first is the title’s, and others are translations', async () => {
    const read = await readOne(
      readCrossrefJson,
      json({ title: ['Soil'], subtitle: ['A survey', 'Une étude'] }),
    );
    expect(read.record.bibjson).toEqual({ title: 'Soil: A survey' });
    expect(notesOf(read)).toEqual([
      'Titles in other languages were not imported; the directory stores only one.',
    ]);
  });

  test('a response with a list, a list, lines and one work are read', async () => {
    const works = ['A', 'B', 'C'].map((title) => ({ title: [title], 'container-title': ['J'], issued: {} }));
    const message = {
      facets: {},
      'total-results': 3,
      items: works,
      'items-per-page': 20,
      query: { items: [1] },
    };
    for (const content of [
      json({ status: 'ok', 'message-type': 'work-list', 'message-version': '1.0.0', message }),
      JSON.stringify({ message, status: 'ok' }, null, 2),
      json([{ message }]),
      json(works),
      json({ items: works }),
      works.map(json).join('\n'),
      works.map((one) => json({ status: 'ok', message: one })).join('\n'),
    ]) {
      for (const pieceSize of [1, 1 << 16]) {
        const read = await readAll(readCrossrefJson, content, { pieceSize });
        expect(read.problems, content).toEqual([]);
        expect(titlesOf(read), content).toEqual(['A', 'B', 'C']);
      }
    }
  });

  test('a truncated response keeps the works before the break', async () => {
    const works = ['A', 'B', 'C'].map((title) => ({ title: [title], issued: {} }));
    const whole = json({ status: 'ok', message: { items: works, rows: 20 } });
    const read = await readAll(readCrossrefJson, whole.slice(0, whole.indexOf('"C"')));
    expect(titlesOf(read)).toEqual(['A', 'B']);
    expect(read.problems).toHaveLength(1);
  });

  test('the first date that there is counts, an empty one does not', async () => {
    const dateOf = async (members: Record<string, unknown>) => {
      const { year, month } = await bibjsonOf(readCrossrefJson, json({ title: ['A'], ...members }));
      return [year, month];
    };
    const [may, june, none] = [[2024, 5], [2024, 6], [null]].map((parts) => ({ 'date-parts': [parts] }));
    expect(await dateOf({ issued: may, 'published-print': june })).toEqual(['2024', '6']);
    expect(await dateOf({ issued: may, 'published-print': june, 'published-online': none })).toEqual([
      '2024',
      '6',
    ]);
    expect(await dateOf({ issued: none, created: may })).toEqual([undefined, undefined]);
    const { record } = (
      await readAll(
        readCrossrefJson,
        json({ title: ['A'], 'published-online': may, 'published-print': june }),
        { choices: { ...ordinaryChoices, date: 'print' } },
      )
    ).records[0]!;
    expect(record.bibjson).toMatchObject({ month: '6' });
  });

  test('notices about other articles and other types are pointed out', async () => {
    const notice = { title: ['Correction'], type: 'journal-article', 'update-to': [{ DOI: '10.5555/a' }] };
    expect(notesOf(await readOne(readCrossrefJson, json(notice)))).toEqual([
      'This is a correction of another article.',
      'Not imported (no matching field): relations to other works (10.5555/a).',
    ]);
    expect(notesOf(await readOne(readCrossrefJson, json({ title: ['A'], type: 'book-chapter' })))).toEqual([
      'This is not a journal article but “book-chapter”.',
    ]);
    const refusal = {
      status: 'failed',
      'message-type': 'validation-failure',
      message: [{ type: 'x', value: 'y' }],
    };
    expect(
      (await readAll(readCrossrefJson, json(refusal))).problems.map(({ message }) => textOf(message)),
    ).toEqual(['This entry does not describe an article: it has neither a title nor a DOI.']);
  });
});

const attributes = {
  doi: '10.5555/s.41',
  titles: [
    { title: 'Soil <i>and</i> water', lang: 'en' },
    { title: 'A survey', titleType: 'Subtitle' },
    { title: 'Sol et eau', titleType: 'TranslatedTitle', lang: 'fr' },
    { title: 'Other', titleType: 'AlternativeTitle' },
  ],
  creators: [
    {
      name: 'Okoro, Ada',
      nameType: 'Personal',
      givenName: 'Ada',
      familyName: 'Okoro',
      affiliation: ['Univ X', 'Inst Y'],
      nameIdentifiers: [
        {
          nameIdentifier: '0000-0002-1825-0097',
          nameIdentifierScheme: 'ORCID',
          schemeUri: 'https://orcid.org',
        },
      ],
    },
    {
      name: 'Li, Wei',
      affiliation: [
        {
          name: 'Univ Z',
          affiliationIdentifier: 'https://ror.org/0abc12351',
          affiliationIdentifierScheme: 'ROR',
        },
      ],
    },
    { name: 'Soil, Water and Air Group', nameType: 'Organizational' },
  ],
  contributors: [{ name: 'Smith, Ed', contributorType: 'Editor' }],
  container: {
    type: 'Journal',
    identifier: '2345-6787',
    identifierType: 'ISSN',
    title: 'Soil Letters',
    volume: '3',
    issue: '2',
    firstPage: '12',
    lastPage: '19',
  },
  subjects: [
    { subject: 'soil' },
    { subject: '550 Earth', subjectScheme: 'DDC' },
    { subject: 'water', lang: 'en' },
  ],
  descriptions: [
    { description: '<p>A text.</p>', descriptionType: 'Abstract' },
    { description: 'How', descriptionType: 'Methods' },
  ],
  dates: [
    { date: '2024-05-17', dateType: 'Issued' },
    { date: '2023-01-01', dateType: 'Submitted' },
  ],
  publicationYear: 2024,
  language: 'en',
  types: { resourceTypeGeneral: 'JournalArticle', citeproc: 'article-journal' },
  url: 'https://j.example.org/41',
  contentUrl: ['https://j.example.org/41.pdf'],
  rightsList: [{ rights: 'CC BY' }],
  state: 'findable',
};

describe('DataCite JSON', () => {
  test('every member of a full record goes to its field, with and without the envelope', async () => {
    for (const content of [
      { data: { id: '10.5555/s.41', type: 'dois', attributes } },
      attributes,
      [attributes],
      { data: [{ attributes }], meta: {} },
    ]) {
      const read = await readOne(readDatacite, json(content));
      expect(read.record).toEqual({
        bibjson: {
          title: 'Soil and water: A survey',
          abstract: 'A text.',
          year: '2024',
          month: '5',
          keywords: ['soil', 'water'],
          identifier: [
            { type: 'doi', id: '10.5555/s.41' },
            { type: 'eissn', id: '2345-6787' },
          ],
          journal: { title: 'Soil Letters', volume: '3', number: '2', start_page: '12', end_page: '19' },
          author: [
            { name: 'Ada Okoro', affiliation: 'Univ X', orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
            { name: 'Wei Li', affiliation: 'Univ Z' },
            { name: 'Soil, Water and Air Group' },
          ],
          link: [
            { type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/41' },
            { type: 'fulltext', content_type: 'PDF', url: 'https://j.example.org/41.pdf' },
          ],
        },
      });
      expect(notesOf(read)).toContain(
        'Contributors who are not authors were not imported: Ed Smith (Editor).',
      );
      expect(notesOf(read).at(-1)).toBe(
        'Not imported (no matching field): licence, “title” (Other), other details of authors (https://ror.org/0abc12351), “subjects” (550 Earth DDC), “description” (How).',
      );
    }
  });

  test('without a container the related items and identifiers are the journal', async () => {
    const item = {
      relationType: 'IsPublishedIn',
      relatedItemType: 'Journal',
      relatedItemIdentifier: { relatedItemIdentifier: '2345-6787', relatedItemIdentifierType: 'ISSN' },
      titles: [{ title: 'Soil Letters' }],
      volume: '3',
      firstPage: '12-19',
      number: 'e41',
      numberType: 'Article',
    };
    expect(await bibjsonOf(readDatacite, json({ titles: ['A'], relatedItems: [item] }))).toEqual({
      title: 'A',
      identifier: [{ type: 'eissn', id: '2345-6787' }],
      journal: { title: 'Soil Letters', volume: '3', start_page: '12', end_page: '19' },
    });
    const related = [
      { relatedIdentifier: '0037-9999', relatedIdentifierType: 'ISSN', relationType: 'IsCitedBy' },
      { relatedIdentifier: '2345-6787', relatedIdentifierType: 'ISSN', relationType: 'IsPublishedIn' },
    ];
    expect(
      (await bibjsonOf(readDatacite, json({ titles: [{ title: 'A' }], relatedIdentifiers: related })))
        .identifier,
    ).toEqual([{ type: 'eissn', id: '2345-6787' }]);
  });

  test('a single value counts like a list with one entry', async () => {
    const single = Object.entries({
      ...attributes,
      titles: attributes.titles[0],
      subjects: attributes.subjects[0],
      descriptions: attributes.descriptions[0],
      dates: attributes.dates[0],
      creators: { ...attributes.creators[0], nameIdentifiers: attributes.creators[0]?.nameIdentifiers?.[0] },
      contentUrl: attributes.contentUrl[0],
    });
    const listed = single.map(([name, value]) => [
      name,
      Array.isArray((attributes as Record<string, unknown>)[name]) ? [value] : value,
    ]);
    const article = await bibjsonOf(readDatacite, json(Object.fromEntries(single)));
    expect(article).toEqual(await bibjsonOf(readDatacite, json(Object.fromEntries(listed))));
    expect(article).toMatchObject({
      title: 'Soil and water',
      abstract: 'A text.',
      month: '5',
      keywords: ['soil'],
      author: [{ name: 'Ada Okoro', orcid_id: 'https://orcid.org/0000-0002-1825-0097' }],
    });
    const container = { relationType: 'IsPublishedIn', volume: '3', titles: { title: 'Soil Letters' } };
    expect(await bibjsonOf(readDatacite, json({ titles: 'A', relatedItems: container }))).toEqual({
      title: 'A',
      journal: { title: 'Soil Letters', volume: '3' },
    });
  });

  test('the year of publication counts where no date of issue is given, and the DOI may be an identifier', async () => {
    const record = {
      id: 'https://doi.org/10.5555/s.41',
      titles: [{ title: 'A' }],
      publicationYear: '2024',
      dates: [{ date: '2023', dateType: 'Available' }],
      types: { resourceTypeGeneral: 'Dataset' },
    };
    const read = await readOne(readDatacite, json(record));
    expect(read.record.bibjson).toEqual({
      title: 'A',
      year: '2024',
      identifier: [{ type: 'doi', id: '10.5555/s.41' }],
      link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.5555/s.41' }],
    });
    expect(notesOf(read)).toEqual(['This is not a journal article but “Dataset”.']);
    const draft = await readOne(readDatacite, json({ titles: [{ title: 'A' }], state: 'draft' }));
    expect(notesOf(draft)).toEqual(['The article is not published.']);
  });
});

test('no reader of works throws, whatever the JSON holds', async () => {
  const member = fc.constantFrom(
    ...Object.keys(cslItem),
    ...Object.keys(work),
    ...Object.keys(attributes),
    'message',
    'data',
  );
  const record = fc.dictionary(member, fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 3 }), async (records) => {
      for (const reader of [readCsl, readCrossrefJson, readDatacite]) {
        const read = await readAll(reader, json(records));
        for (const { notes } of read.records) for (const note of notes) expect(textOf(note)).not.toBe('');
      }
    }),
  );
});
