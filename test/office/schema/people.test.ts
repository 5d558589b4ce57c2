import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { readBibtex } from '../../../src/main/formats/bibtex/readBibtex.ts';
import { readJats } from '../../../src/main/formats/jats/readJats.ts';
import { isRecord, type ReadItem } from '../../../src/main/formats/readRecord.ts';
import { emptyArticle, type SourceAuthor } from '../../../src/main/formats/sourceArticle.ts';
import { turnName } from '../../../src/main/formats/text/names.ts';
import { notesOf, readOne } from '../../formats/readAll.ts';
import { sourceFile } from '../../formats/sourceFile.ts';
import { readTableText } from '../../formats/tables/readTableText.ts';
import { textOf } from '../../helpers/textOf.ts';

const person = (name: SourceAuthor['name'], more: Partial<SourceAuthor> = {}): SourceAuthor => ({
  name,
  affiliations: [],
  orcid: '',
  ...more,
});

function article(authors: SourceAuthor[], more: Partial<typeof emptyArticle> = {}) {
  const { record, notes } = articleOf({ ...emptyArticle, authors, ...more });
  const bibjson = record.bibjson as { author?: Record<string, string>[]; abstract?: string };
  return { authors: bibjson.author ?? [], bibjson, notes: notes.map(textOf).join('\n') };
}

describe('the name of an author', () => {
  test.each<[SourceAuthor['name'], string, string]>([
    ['Ada Okoro1,*', 'Ada Okoro', '1,*'],
    ['Ada Okoro 1, 2', 'Ada Okoro', '1, 2'],
    ['Ada Okoro¹²', 'Ada Okoro', '¹²'],
    ['Ada Okoro (1,2)', 'Ada Okoro', '1,2'],
    ['Ada Okoro†', 'Ada Okoro', '†'],
    [{ given: 'A. B.¹', family: 'Okoro' }, 'A. B. Okoro', '¹'],
    ['Ada Okoro PhD', 'Ada Okoro', 'PhD'],
    [turnName('GND 118540238: Okoro, Ada'), 'Ada Okoro', 'GND 118540238'],
    ['Ada Okoro (DE-588)118540238', 'Ada Okoro', 'DE-588'],
    [turnName('Okoro, Prof. Dr. Ada'), 'Ada Okoro', 'Prof. Dr.'],
    [{ given: 'Dr. Ada', family: 'Okoro' }, 'Ada Okoro', 'Dr.'],
    [{ given: 'Ada', family: 'Okoro, MD' }, 'Ada Okoro', 'MD'],
    ['Ada Okoro (Hrsg.)', 'Ada Okoro', 'Hrsg.'],
    ['Ada Okoro [eds.]', 'Ada Okoro', 'eds.'],
    ['Ada Okoro ada@example.org', 'Ada Okoro', 'ada@example.org'],
    ['Ada Okoro (ada@example.org)', 'Ada Okoro', 'ada@example.org'],
    ['Ada Okoro, 1960-2010', 'Ada Okoro', '1960-2010'],
    ['Ada Okoro (Nigeria)', 'Ada Okoro', 'Nigeria'],
    [turnName('Okoro, Ada, University of X, Lagos'), 'Ada Okoro', 'University of X, Lagos'],
    [turnName('Ada Okoro, Institut Y'), 'Ada Okoro', 'Institut Y'],
    ['Ada Okoro (University of X)', 'Ada Okoro', 'University of X'],
    ['Li Wei (李伟)', 'Li Wei', '李伟'],
    ['Ada Okoro, Dr. med.', 'Ada Okoro', 'Dr. med.'],
    ['Ada Okoro M.Sc.', 'Ada Okoro', 'M.Sc.'],
    ['Ada Okoro, FRCP', 'Ada Okoro', 'FRCP'],
    [turnName('Ada Okoro, M.D., Ph.D.'), 'Ada Okoro', 'M.D., Ph.D.'],
    [turnName('A. Okoro, MD'), 'A. Okoro', 'MD'],
    [turnName('Ada Okoro, eds.'), 'Ada Okoro', 'eds.'],
    ['Prof. Dr. Ada Okoro', 'Ada Okoro', 'Prof. Dr.'],
    ['Herr Ada Okoro', 'Ada Okoro', 'Herr'],
    ['Assoc. Prof. Ada Okoro', 'Ada Okoro', 'Assoc. Prof.'],
    [{ given: 'Ada', family: 'Mrs. Okoro' }, 'Ada Okoro', 'Mrs.'],
    ['Ada Okoro a,b', 'Ada Okoro', 'a,b'],
    ['Ada Okoro a,*', 'Ada Okoro', 'a,*'],
    ['Ada Okoroᵃ', 'Ada Okoro', 'ᵃ'],
    ['Ada Okoro (a, b)', 'Ada Okoro', 'a, b'],
    ['Ada Okoro^(a,b)', 'Ada Okoro', 'a,b'],
    ['Ada Okoro et al.', 'Ada Okoro', 'does not name all authors'],
    [turnName('Okoro, Ada, et al.'), 'Ada Okoro', 'does not name all authors'],
    ['Ada Okoro and others', 'Ada Okoro', 'does not name all authors'],
  ])('%j is %s, and a note names the rest', (name, expected, rest) => {
    const read = article([person(name)]);
    expect(read.authors).toEqual([{ name: expected }]);
    expect(read.notes).toContain(rest);
  });

  test.each([
    'Louis XIV',
    'William (Bill) Smith',
    'Soil Group 2',
    'COVID-19 Study Group',
    'M. D. Okoro',
    'Okoro MD',
    'Jean d’Alembert',
    'Mª Carmen Okoro',
    'Dr. Okoro Foundation',
    'José Pi i Margall',
    'Ada Etal',
    'Ed Smith',
  ])('%s stays as it is', (name) => {
    const read = article([person(name)]);
    expect(read.authors).toEqual([{ name }]);
    expect(read.notes).toBe('');
  });

  test.each<[SourceAuthor['name'], string, string]>([
    [{ given: 'Jean', family: 'MBA' }, 'Jean MBA', ''],
    [turnName('MBA, Jean'), 'Jean MBA', ''],
    [{ given: 'Jean', family: 'MBA', suffix: 'PhD' }, 'Jean MBA', 'PhD'],
    [{ given: 'Ada Okoro', family: 'PhD' }, 'Ada Okoro', 'PhD'],
  ])('of %j, a family name in capitals is no degree', (name, expected, rest) => {
    const read = article([person(name)]);
    expect(read.authors).toEqual([{ name: expected }]);
    if (rest === '') expect(read.notes).toBe('');
    else expect(read.notes).toContain(rest);
  });

  test.each(['N.N.', 'N. N.', '(:unav)', '(:Unav)', ':unkn', 'Unknown author', 'Anonymous', '[Anon.]'])(
    '%s is no author, and a note says so',
    (name) => {
      const read = article([person(name)]);
      expect(read.authors).toEqual([]);
      expect(read.notes).toMatch(/unknown author|anonymous/);
    },
  );

  test('an entry that stands for more authors is none', () => {
    const read = article([person('Ada Okoro'), person('et al.'), person('and others')]);
    expect(read.authors).toEqual([{ name: 'Ada Okoro' }]);
    expect(read.notes).toBe('The list of authors ends with “et al.”: the file does not name all authors.');
  });

  test('an author that is no name stays, with a note', () => {
    const read = article([person('Ada Okoro'), person('12'), person('K')]);
    expect(read.authors.map(({ name }) => name)).toEqual(['Ada Okoro', '12', 'K']);
    expect(read.notes).toContain('Author 2 has no letters: “12”.');
    expect(read.notes).toContain('Author 3 is a single letter: “K”.');
  });

  test('a list that was cut into its letters gets one note', () => {
    const read = article([..."['Okoro'".split('')].map((letter) => person(letter)));
    expect(read.notes).toContain('Every author is a single character');
    expect(read.notes.split('\n')).toHaveLength(1);
  });

  test.each<[string, SourceAuthor['name'], string]>([
    ['en', { given: '阳', family: '王' }, '王阳'],
    ['en', { given: 'タロウ', family: 'ヤマダ' }, 'ヤマダ タロウ'],
    ['hu', { given: 'Anna', family: 'Nagy' }, 'Nagy Anna'],
    ['en', { given: 'Anna', family: 'Nagy' }, 'Anna Nagy'],
  ])('in an article in %s, %j is %s', (language, name, expected) => {
    expect(article([person(name)], { language }).authors).toEqual([{ name: expected }]);
  });

  test('an ORCID in a name or an affiliation is that of its author', () => {
    const orcid_id = 'https://orcid.org/0000-0002-1825-0097';
    const affiliation = { name: `Univ X. E-mail: ada@example.org. ORCID: ${orcid_id}` };
    const read = article([
      person('Ben Li (0000-0001-5109-3700)'),
      person('Ada Okoro', { affiliations: [affiliation] }),
    ]);
    expect(read.authors).toEqual([
      { name: 'Ben Li', orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
      { name: 'Ada Okoro', affiliation: 'Univ X.', orcid_id },
    ]);
    const two = article([
      person('Ada Okoro', { affiliations: [affiliation] }),
      person('Ben Li', { affiliations: [affiliation] }),
    ]);
    expect(two.authors.map((author) => author.orcid_id)).toEqual([undefined, undefined]);
    expect(two.notes).toContain(orcid_id);
  });

  test('an ORCID that nobody has confirmed gets a note', () => {
    const read = article([person('Ada Okoro', { orcid: '0000-0002-1825-0097', isOrcidUnverified: true })]);
    expect(read.authors[0]!.orcid_id).toBeDefined();
    expect(read.notes).toMatch(/ORCID .* not verified: Ada Okoro/);
  });

  test('what was taken out of a name that was turned is in the note', () => {
    expect(article([person(turnName('Okoro, A. B.¹'))]).notes).toContain('A. B. Okoro (¹)');
  });
});

test.each(['10.5555/a; 10.5555/b', '10.5555/a DOI: 10.5555/b', '10.5555/a,https://doi.org/10.5555/b'])(
  'two DOIs in one field (%s) are named, and neither is taken',
  (text) => {
    const { bibjson, notes } = article([], { dois: [text] });
    expect(bibjson).not.toHaveProperty('identifier');
    expect(notes).toContain('10.5555/a, 10.5555/b');
  },
);

test('no text of a record has an e-mail address', () => {
  const abstracts = [
    { language: null, text: 'Submitted by Lib Rarian (lib@example.org) on 2023-02-27T01:39:58Z' },
    { language: null, text: 'We measured.\nContact: ada@example.org' },
  ];
  const { bibjson, notes } = article([], { abstracts });
  expect(bibjson.abstract).toBe('We measured.\nContact');
  expect(notes).toContain('history of the record');
  expect(notes).toContain('ada@example.org');
});

describe('authors in one cell of a table', () => {
  const read = async (row: Record<string, string>) => {
    const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const text = `${['Title', ...Object.keys(row)].join(',')}\n${['T', ...Object.values(row)].map(quoted).join(',')}\n`;
    const [record] = (await readTableText(text)).filter(isRecord);
    const { author = [] } = record!.record.bibjson as { author?: Record<string, string>[] };
    return { author, names: author.map(({ name }) => name), notes: record!.notes.map(textOf).join('\n') };
  };

  test.each([
    ['Ada Okoro1,*, Ben Li2,† und Chen Weiner1,2', ['Ada Okoro', 'Ben Li', 'Chen Weiner']],
    ['Okoro, A. B.¹; Li, C. D.²', ['A. B. Okoro', 'C. D. Li']],
    ['Ana López y Juan Pérez', ['Ana López', 'Juan Pérez']],
    ['José Ortega y Gasset', ['José Ortega y Gasset']],
    [
      'García López, Juan Carlos and Pérez Ruiz, Ana María',
      ['Juan Carlos García López', 'Ana María Pérez Ruiz'],
    ],
    [
      'García López, Juan Carlos y Pérez Ruiz, Ana María',
      ['Juan Carlos García López', 'Ana María Pérez Ruiz'],
    ],
    ['Ana López, Juan Pérez and Eva Ruiz', ['Ana López', 'Juan Pérez', 'Eva Ruiz']],
    ['José Ortega y Gasset, María Pérez', ['José Ortega y Gasset', 'María Pérez']],
    ['Jean Petit et Marie Grand', ['Jean Petit', 'Marie Grand']],
    ['João Silva e Maria Souza', ['João Silva', 'Maria Souza']],
    ['Иван Петров и Анна Смирнова', ['Иван Петров', 'Анна Смирнова']],
    ['Ayşe Yılmaz ve Ali Kaya', ['Ayşe Yılmaz', 'Ali Kaya']],
    ['Budi Santoso dan Siti Aminah', ['Budi Santoso', 'Siti Aminah']],
    ['Jan Jansen en Piet Smit', ['Jan Jansen', 'Piet Smit']],
    ['王阳和李明', ['王阳', '李明']],
    ['王阳、李明', ['王阳', '李明']],
    ['山田太郎・鈴木花子', ['山田太郎', '鈴木花子']],
    ['山田太郎と鈴木花子', ['山田太郎', '鈴木花子']],
    ['ジョン・スミス', ['ジョン・スミス']],
    ['田中和佳奈', ['田中和佳奈']],
    ["['Okoro, Ada', 'Li, Ben']", ['Ada Okoro', 'Ben Li']],
    ['Ministry of Health and Social Affairs', ['Ministry of Health and Social Affairs']],
    ['Ada Okoro 1,2*, Ben Li 2†', ['Ada Okoro', 'Ben Li']],
    ['Okoro A, Li B, et al.', ['Okoro A', 'Li B']],
    ['Okoro, Ada / Li, Ben', ['Ada Okoro', 'Ben Li']],
    ['Author(s): Ada Okoro', ['Ada Okoro']],
    ['by Ada Okoro and Ben Li', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro (Nigeria), Ben Li (China)', ['Ada Okoro', 'Ben Li']],
    ['Médecins Sans Frontières (MSF)', ['Médecins Sans Frontières (MSF)']],
    ['Dr. rer. nat. Ada Okoro', ['Ada Okoro']],
    ['김철수, 이영희', ['김철수', '이영희']],
    ['Okoro, A., ORCID: 0000-0002-1825-0097', ['A. Okoro']],
    ['Ada Okoro, M.D., Ben Li, Ph.D.', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro, M.D., Ben Li, M.D.', ['Ada Okoro', 'Ben Li']],
    ['García López, M.D., Pérez Ruiz, A.B.', ['M.D. García López', 'A.B. Pérez Ruiz']],
    ['Ada Okoro a,b, Ben Li b', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro<sup>a,b</sup>, Ben Li<sup>b</sup>', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro (1,2), Ben Li (2)', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro and Ben Li, eds.', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro, Ben Li, and others', ['Ada Okoro', 'Ben Li']],
    ['Ada Okoro, John Doe, WHO Working Group', ['Ada Okoro', 'John Doe', 'WHO Working Group']],
  ])('%s', async (Authors, names) => {
    expect((await read({ Authors })).names).toEqual(names);
  });

  test.each([
    ['Ada Okoro, University of X, Berlin; Ben Li, Institut Y', 'University of X, Berlin', 'Institut Y'],
    ['Okoro, Ada, University of X; Li, Ben, Faculty of Y, Z', 'University of X', 'Faculty of Y, Z'],
  ])('%s: what follows a name is its affiliation', async (Authors, first, second) => {
    expect((await read({ Authors })).author).toEqual([
      { name: 'Ada Okoro', affiliation: first },
      { name: 'Ben Li', affiliation: second },
    ]);
  });

  test('marks name the affiliations', async () => {
    const { author } = await read({
      Authors: 'Ada Okoro1,*, Ben Li2,† und Chen Weiner1,2',
      Affiliations: '1 Erfundene Universität, Stadt; 2 Zweites Institut, Ort',
    });
    expect(author.map(({ affiliation }) => affiliation)).toEqual([
      'Erfundene Universität, Stadt',
      'Zweites Institut, Ort',
      'Erfundene Universität, Stadt',
    ]);
  });

  test('the only affiliation is that of all authors, with a note', async () => {
    const { author, notes } = await read({ Authors: 'Ada Okoro; Ben Li', Affiliations: 'Univ X' });
    expect(author.map(({ affiliation }) => affiliation)).toEqual(['Univ X', 'Univ X']);
    expect(notes).toContain('one affiliation beside several authors');
  });

  test('fewer affiliations than authors get a note', async () => {
    const row = { Authors: 'Ada Okoro; Ben Li; Eva Ray', Affiliations: 'Univ X; Univ Y' };
    expect((await read(row)).notes).toContain('fewer affiliations');
  });

  test.each([
    ['0000-0002-1825-0097', [undefined, undefined, undefined], 'fewer ORCID iDs'],
    ['0000-0002-1825-0097; 0000-0001-5109-3700', [undefined, undefined, undefined], 'fewer ORCID iDs'],
    ['0000-0002-1825-0097;', [undefined, undefined, undefined], 'fewer ORCID iDs'],
    ['; 0000-0002-1825-0097', [undefined, 'https://orcid.org/0000-0002-1825-0097', undefined], ''],
    ['0000-0002-1825-0097;;', ['https://orcid.org/0000-0002-1825-0097', undefined, undefined], ''],
  ])('fewer ORCID iDs than authors (%s) belong to those whose places they have', async (ORCID, ids, note) => {
    const { author, notes } = await read({ Authors: 'Okoro, Ada; Li, Ben; Sato, Hana', ORCID });
    expect(author.map(({ orcid_id }) => orcid_id)).toEqual(ids);
    if (note === '') expect(notes).toBe('');
    else expect(notes).toContain(note);
  });

  test('an ORCID iD in the column beside two authors belongs to neither', async () => {
    const rows = [
      'Title,Author,ORCID,Author,ORCID',
      'Soil,"Okoro, Ada; Li, Ben",0000-0002-1825-0097,"Sato, Hana",0000-0001-5109-3700',
      '',
    ];
    const [one] = (await readTableText(rows.join('\n'))).filter(isRecord);
    expect(one!.record.bibjson).toEqual({
      title: 'Soil',
      author: [
        { name: 'Ada Okoro' },
        { name: 'Ben Li' },
        { name: 'Hana Sato', orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
      ],
    });
    expect(one!.notes.map(textOf).join('\n')).toContain('0000-0002-1825-0097');
  });
});

describe('authors of JATS', () => {
  const read = async (meta: string) => {
    const xml = `<article article-type="research-article"><front><article-meta>${meta}</article-meta></front></article>`;
    const items: ReadItem[] = [];
    for await (const item of readJats(sourceFile(xml), ordinaryChoices)) items.push(item);
    const [record] = items.filter(isRecord);
    const { author = [] } = record!.record.bibjson as { author?: Record<string, string>[] };
    return { author, notes: record!.notes.map(textOf).join('\n') };
  };
  const contrib = (family: string, more = '') =>
    `<contrib contrib-type="author"><name><surname>${family}</surname><given-names>Ada</given-names></name>${more}</contrib>`;
  const orcid = '0000-0002-1825-0097';

  test('an affiliation without an id is that of its group', async () => {
    const group = (family: string, place: string) =>
      `<contrib-group>${contrib(family)}<aff>${place}</aff></contrib-group>`;
    const { author } = await read(group('Okoro', 'Univ X') + group('Li', 'Univ Y'));
    expect(author.map(({ affiliation }) => affiliation)).toEqual(['Univ X', 'Univ Y']);
  });

  test.each([
    `<ext-link ext-link-type="orcid">${orcid}</ext-link>`,
    `<uri content-type="orcid">${orcid}</uri>`,
    `<ext-link href="https://orcid.org/${orcid}">ORCID</ext-link>`,
    `<contrib-id contrib-id-type="orcid">${orcid}</contrib-id>`,
    `<aff>Univ X. E-mail: <email>a@example.org</email> (A.O.). ORCID: <ext-link href="https://orcid.org/${orcid}">iD</ext-link></aff>`,
  ])('the ORCID in %s', async (place) => {
    const { author } = await read(`<contrib-group>${contrib('Okoro', place)}</contrib-group>`);
    expect(author[0]!.orcid_id).toBe(`https://orcid.org/${orcid}`);
    expect(author[0]!.affiliation ?? 'Univ X.').toBe('Univ X.');
  });

  test('notes name what is left of the authors', async () => {
    const id = `<contrib-id contrib-id-type="orcid" authenticated="false">${orcid}</contrib-id>`;
    const { notes } = await read(
      `<contrib-group>${contrib('Okoro', `${id}<xref ref-type="aff" rid="a"/>`)}<on-behalf-of>Soil Group</on-behalf-of></contrib-group>
      <aff id="a">Univ X</aff><aff id="b">Univ Y</aff>`,
    );
    expect(notes).toContain('not verified: Ada Okoro');
    expect(notes).toContain('not imported: Soil Group');
    expect(notes).toContain('not imported: Univ Y');
  });
});

describe('the kind of an article', () => {
  test.each<[Partial<typeof emptyArticle>, string | null, boolean]>([
    [{ kinds: [{ text: 'retraction', isAboutThis: true }] }, 'This article has been retracted.', true],
    [{ kinds: [{ text: 'Retracted Publication' }] }, 'This article has been retracted.', true],
    [{ kinds: [{ text: 'RetractionIn' }] }, 'This article has been retracted.', true],
    [{ kinds: [{ text: 'Retraction of Publication' }] }, 'retraction of another', true],
    [{ kinds: [{ text: 'retraction' }] }, 'retraction of another', true],
    [{ kinds: [{ text: 'Published Erratum' }] }, 'correction of another', true],
    [{ kinds: [{ text: 'ErratumIn' }] }, 'correction of this article', false],
    [{ kinds: [{ text: 'expression-of-concern' }] }, 'expression of concern', true],
    [{ kinds: [{ text: 'withdrawn' }] }, 'withdrawn', true],
    [{ kinds: [{ text: 'editorial' }] }, 'editorial', false],
    [{ kinds: [{ text: 'book-review' }] }, 'book review', false],
    [{ kinds: [{ text: 'research-article' }, { text: 'Journal Article' }] }, null, false],
    [{ titles: [{ language: null, text: 'RETRACTED: Loud Soil' }] }, 'has been retracted', true],
    [{ titles: [{ language: null, text: '[Retracted] Loud Soil' }] }, 'has been retracted', true],
    [{ titles: [{ language: null, text: 'Retraction Note to: Loud Soil' }] }, 'retraction of another', true],
    [{ titles: [{ language: null, text: 'Correction: Quiet Soil' }] }, 'correction of another', true],
    [{ titles: [{ language: null, text: 'Erratum to Quiet Soil' }] }, 'correction of another', true],
    [{ titles: [{ language: null, text: 'Retraction of the gums in dogs' }] }, null, false],
    [{ titles: [{ language: null, text: 'Correction of myopia' }] }, null, false],
    [{ titles: [{ language: null, text: 'Withdrawn youth' }] }, null, false],
  ])('%j', (source, note, isDoubtful) => {
    const { notes, facts } = articleOf({ ...emptyArticle, ...source });
    const texts = notes.map(textOf).join('\n');
    if (note === null) expect(texts).toBe('');
    else expect(texts).toContain(note);
    expect(facts.isDoubtful).toBe(isDoubtful);
  });
});

describe('the link of an article', () => {
  const doi = 'https://doi.org/10.5555/a';
  test.each([
    ['www.example.org/1', 'https://www.example.org/1', 'were completed: https://www.example.org/1'],
    ['//example.org/1', 'https://example.org/1', 'were completed: https://example.org/1'],
    ['/article/view/2', doi, 'not imported: /article/view/2'],
    ['file:///C:/a.pdf', doi, 'not imported: file:///C:/a.pdf'],
    ['41.pdf', doi, 'not imported: 41.pdf'],
    ['10.5555/A', doi, ''],
    ['https://example.org/1', 'https://example.org/1', ''],
  ])('%s is %s', (url, expected, note) => {
    const { record, notes } = articleOf({
      ...emptyArticle,
      dois: ['10.5555/a'],
      links: [{ url, type: null, role: 'landing' }],
    });
    expect(record.bibjson).toMatchObject({ link: [{ url: expected }] });
    const texts = notes.map(textOf).join('\n');
    if (note === '') expect(texts).toBe('');
    else expect(texts).toContain(note);
  });
});

describe('several names in the place of one', () => {
  const names = async (content: string) => {
    const one = await readOne(readBibtex, content);
    const { author } = one.record.bibjson as { author: { name: string }[] };
    return { names: author.map(({ name }) => name), notes: notesOf(one).join('\n') };
  };
  const bib = (author: string) => names(`@article{a, title = {T}, author = {${author}}}`);

  test.each([
    ['A. Okoro; B. Li', ['A. Okoro', 'B. Li']],
    ['Okoro Ada, Li Ben, Sato Hana', ['Okoro Ada', 'Li Ben', 'Sato Hana']],
    ['Okoro, Ada, Jr.', ['Ada Okoro Jr.']],
    ['{Soil Group; Lagos}', ['Soil Group; Lagos']],
    ['Ada Okoro, MD, PhD and Dr. Li, Ben and Hana Sato, Dr. med.', ['Ada Okoro', 'Ben Li', 'Hana Sato']],
    ['Okoro, Ada et al.', ['Ada Okoro']],
    ['Ada Okoro$^{a,b}$ and {Okoro, Jr}, Ben', ['Ada Okoro', 'Ben Okoro, Jr']],
  ])('%s in BibTeX', async (author, expected) => {
    expect((await bib(author)).names).toEqual(expected);
  });

  test('commands of TeX that refer to notes are no part of a name', async () => {
    const found = await bib('Ada Okoro$^{1,2}$ and Ben Li\\thanks{Corresponding author}');
    expect(found.names).toEqual(['Ada Okoro', 'Ben Li']);
    expect(found.notes).toContain('1,2');
    expect(found.notes).toContain('Corresponding author');
  });

  test.each([
    'Ortega y Gasset, José y Ramón y Cajal, Santiago',
    'Ada Okoro; Ben Li',
    '[{"given": "Ada"',
    'Ada Okoro and Ben Li',
  ])('a remark says that %s may be several', (name) => {
    const read = article([person(turnName(name))]);
    expect(read.authors).toEqual([{ name }]);
    expect(read.notes).toContain(name);
  });

  test.each(['Food and Agriculture Organization', 'Smith & Sons', 'University of X, Lagos, Nigeria'])(
    '%s is one name',
    (name) => expect(article([person(name)]).notes).toBe(''),
  );

  test.each([
    [
      '[{"given":"Ada","family":"Okoro","affiliation":[{"name":"Univ X"}]},{"name":"Li, Ben","orcid":"0000-0002-1825-0097"}]',
      ['Ada Okoro', 'Ben Li'],
    ],
    ['J. Martin, M. D. Okoro, PhD and A. B. Smith Jr.', ['J. Martin', 'M. D. Okoro', 'A. B. Smith Jr.']],
  ])('%s in a cell', async (cell, expected) => {
    const table = `Title,Authors\nT,"${cell.replaceAll('"', '""')}"\n`;
    const [one] = (await readTableText(table)).filter(isRecord);
    const { author } = one!.record.bibjson as { author: { name: string }[] };
    expect(author.map(({ name }) => name)).toEqual(expected);
  });
});

test('rows with the number of the article above hold its other authors', async () => {
  const table =
    'Submission ID,Title,Given name,Family name,DOI\n1,Soil,Ada,Okoro,10.5555/a\n1,,Ben,Li,\n2,Mud,Hana,Sato,10.5555/b\n3,,Kai,Ito,\n';
  const records = (await readTableText(table)).filter(isRecord).map(({ record }) => record.bibjson);
  expect(records).toMatchObject([
    { title: 'Soil', author: [{ name: 'Ada Okoro' }, { name: 'Ben Li' }] },
    { title: 'Mud', author: [{ name: 'Hana Sato' }] },
    { author: [{ name: 'Kai Ito' }] },
  ]);
});

test('ORCID iDs beside a list of authors may have commas between them', async () => {
  const table = 'Title,Authors,ORCID\nSoil,Ada Okoro; Ben Li,"0000-0002-1825-0097, 0000-0001-5109-3700"\n';
  const [one] = (await readTableText(table)).filter(isRecord);
  expect(one!.record.bibjson).toMatchObject({
    author: [
      { orcid_id: 'https://orcid.org/0000-0002-1825-0097' },
      { orcid_id: 'https://orcid.org/0000-0001-5109-3700' },
    ],
  });
});

test('row numbers are no issue, though a section or a total stands between them', async () => {
  const table =
    'No,Title,Authors,Pages\n1,Soil,Ada Okoro,1-2\nSection: Reviews,,,\n2,Mud,Ben Li,3-4\nTotal,2,,\n';
  const records = (await readTableText(table)).filter(isRecord);
  expect(records).toHaveLength(2);
  for (const { record } of records) expect(record.bibjson).not.toHaveProperty('journal.number');
});

test.each(['Vol(Iss)', 'Volume/Issue', '巻(号)'])('a column %s has both', async (heading) => {
  const [one] = (await readTableText(`Title,Authors,${heading}\nSoil,Ada Okoro,12(3)\n`)).filter(isRecord);
  expect(one!.record.bibjson).toMatchObject({ journal: { volume: '12', number: '3' } });
});

test('a cell with several kinds names the one that editors must know', async () => {
  const [one] = (
    await readTableText('Title,Authors,Document Type\nSoil,Ada Okoro,Article; Retracted Publication\n')
  ).filter(isRecord);
  expect(one!.notes.map(textOf)).toContain('This article has been retracted.');
});

test('an address in a link of HTML is that of the article', async () => {
  const cell = '<a href=""https://example.org/f?a=1&amp;b=2"">Full text</a>';
  const [one] = (await readTableText(`Title,Authors,URL\nSoil,Ada Okoro,"${cell}"\n`)).filter(isRecord);
  expect(one!.record.bibjson).toMatchObject({ link: [{ url: 'https://example.org/f?a=1&b=2' }] });
});
