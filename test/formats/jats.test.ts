import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Choices, ordinaryChoices } from '../../src/main/formats/article/choices.ts';
import { jatsName } from '../../src/main/formats/jats/jatsText.ts';
import { readJats } from '../../src/main/formats/jats/readJats.ts';
import { isRecord, type ReadItem } from '../../src/main/formats/readRecord.ts';
import { needsRealMetadata, realDeposits } from '../helpers/realMetadata.ts';
import { textOf } from '../helpers/textOf.ts';
import { readText } from '../import/readText.ts';
import { sourceFile } from './sourceFile.ts';

async function read(xml: string | Uint8Array, choices: Choices = ordinaryChoices): Promise<ReadItem[]> {
  const items: ReadItem[] = [];
  for await (const item of readJats(sourceFile(xml), choices)) items.push(item);
  return items;
}

interface Parts {
  attributes?: string;
  journal?: string;
  meta?: string;
  after?: string;
}

const article = ({ attributes = '', journal = '', meta = '', after = '' }: Parts) =>
  `<article ${attributes}><front><journal-meta>${journal}</journal-meta><article-meta>${meta}</article-meta></front>${after}</article>`;

async function record(parts: Parts, choices?: Choices) {
  const [item] = await read(article(parts), choices);
  if (!item || !isRecord(item)) throw new Error(JSON.stringify(item));
  return {
    bibjson: item.record.bibjson as Record<string, unknown>,
    notes: item.notes.map(textOf).join('\n'),
  };
}

const field = async (name: string, meta: string, rest: Parts = {}) =>
  (await record({ ...rest, meta })).bibjson[name];

const contribs = (...list: string[]) =>
  `<contrib-group>${list.map((one) => `<contrib contrib-type="author">${one}</contrib>`).join('')}</contrib-group>`;
const name = '<name><surname>Byron</surname><given-names>Ada</given-names></name>';

test('a whole article is read', async () => {
  const xml = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-publishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en">
<front><journal-meta><journal-id journal-id-type="publisher">sl</journal-id>
<journal-title-group><journal-title>Soil Letters</journal-title></journal-title-group>
<contrib-group><contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib></contrib-group>
<issn pub-type="ppub">0037-9999</issn><issn publication-format="electronic">12345679</issn></journal-meta>
<article-meta><article-id pub-id-type="publisher-id">41</article-id><article-id pub-id-type="doi">10.5555/s.41</article-id>
<article-categories><subj-group><subject>Articles</subject></subj-group></article-categories>
<title-group><article-title>Soil &amp; CO<sub>2</sub> on <italic>Zea mays</italic><xref ref-type="fn" rid="f1">*</xref></article-title>
<subtitle>A study</subtitle><trans-title-group xml:lang="fr"><trans-title>Sol</trans-title></trans-title-group></title-group>
<contrib-group><contrib contrib-type="author"><contrib-id contrib-id-type="orcid">0000-0002-1825-0097</contrib-id>
<name><surname>Okoro</surname><given-names>Ada</given-names><prefix>Dr</prefix><suffix>Jr</suffix></name>
<email>a@example.org</email><xref ref-type="aff" rid="a1">1</xref></contrib>
<contrib contrib-type="author"><collab>Soil Group<contrib-group><contrib><name><surname>Member</surname></name></contrib></contrib-group></collab></contrib></contrib-group>
<aff id="a1"><label>1</label><institution>Univ X</institution>, <country>Chile</country></aff>
<pub-date pub-type="collection"><year>2023</year></pub-date>
<pub-date date-type="pub" publication-format="electronic"><day>17</day><month>05</month><year>2024</year></pub-date>
<volume>007</volume><issue>Suppl. 1</issue><fpage>12</fpage><lpage>19</lpage>
<history><date date-type="received"><year>2022</year></date></history>
<permissions><license><license-p>CC</license-p></license></permissions>
<self-uri xlink:href="https://j.example.org/41"/>
<self-uri content-type="application/pdf" xlink:href="https://j.example.org/41.pdf"/>
<abstract><title>Abstract</title><sec><title>Aims</title><p>One.</p></sec><sec><title>Results.</title><p>p &lt; 0.05</p></sec></abstract>
<kwd-group xml:lang="en"><title>Keywords</title><kwd>soil</kwd><kwd><italic>Zea</italic></kwd></kwd-group>
</article-meta></front>
<body><p>Text</p></body><back><ref-list><ref id="r1"><mixed-citation>A</mixed-citation></ref><ref id="r2"/></ref-list></back></article>`;
  const [item] = await read(xml);
  expect(item).toMatchObject({ index: 1, line: 3 });
  expect(isRecord(item!) && item.record).toEqual({
    bibjson: {
      title: 'Soil & CO2 on Zea mays: A study',
      abstract: 'Aims: One.\nResults. p < 0.05',
      year: '2024',
      month: '5',
      keywords: ['soil', 'Zea'],
      identifier: [
        { type: 'doi', id: '10.5555/s.41' },
        { type: 'pissn', id: '0037-9999' },
        { type: 'eissn', id: '1234-5679' },
      ],
      journal: { title: 'Soil Letters', volume: '007', number: 'Suppl. 1', start_page: '12', end_page: '19' },
      author: [
        {
          name: 'Ada Okoro Jr',
          affiliation: 'Univ X, Chile',
          orcid_id: 'https://orcid.org/0000-0002-1825-0097',
        },
        { name: 'Soil Group' },
      ],
      link: [
        { type: 'fulltext', content_type: 'HTML', url: 'https://j.example.org/41' },
        { type: 'fulltext', content_type: 'PDF', url: 'https://j.example.org/41.pdf' },
      ],
    },
  });
  const notes = isRecord(item!) ? item.notes.map(textOf).join('\n') : '';
  for (const part of ['other languages', '2023', 'licence', '2 references', 'text of the article', 'section'])
    expect(notes).toContain(part);
});

describe('titles', () => {
  const title = (xml: string, attributes = '') =>
    field('title', `<title-group>${xml}</title-group>`, { attributes });
  test.each([
    ['<article-title>Why?</article-title><subtitle>So</subtitle>', 'Why? So'],
    ['<article-title>A<sup>*</sup></article-title><alt-title>Short</alt-title>', 'A'],
    [
      '<article-title>Simple <italic>C</italic><sup>*</sup>-algebras of <bold>X<sup>†</sup></bold><sup>*</sup> <fn><p>Note</p></fn></article-title>',
      'Simple C*-algebras of X',
    ],
    [
      '<article-title>A<sup>*</sup><break/>B<sup>*</sup><xref ref-type="bibr">1</xref></article-title>',
      'A B',
    ],
    ['<article-title>A<fn><p>Note</p></fn><break/>B 10<sup>−3</sup></article-title>', 'A B 10⁻³'],
    ['<article-title>&lt;em&gt;Zea&lt;/em&gt; p &lt; 0.05</article-title>', 'Zea p < 0.05'],
    [
      '<article-title>E <alternatives><tex-math>\\alpha</tex-math><mml:math><mml:mi>α</mml:mi></mml:math></alternatives></article-title>',
      'E α',
    ],
    ['<article-title>E <mml:math alttext="x = 1"><mml:mi>x</mml:mi></mml:math></article-title>', 'E x = 1'],
    [
      '<article-title>E <mml:math alttext="x_{2}"><mml:msub><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msub></mml:math></article-title>',
      'E x2',
    ],
    [
      '<article-title>10<styled-content style="vertical-align: super">3</styled-content> <SUP>2</SUP></article-title>',
      '10³ ²',
    ],
    [
      '<article-title><inline-formula><mml:msup><mml:mn>10</mml:mn><mml:mn>2</mml:mn></mml:msup></inline-formula></article-title>',
      '10²',
    ],
    ['<article-title>&agr;&nbsp;b &foo;</article-title>', 'α b &foo;'],
  ])('%s', async (xml, text) => expect(await title(xml)).toBe(text));

  test.each([
    ['', ''],
    [' xml:lang="es"', ' xml:lang="es"'],
    ['', ' xml:lang="es"'],
  ])('is the article’s own if the article has no language (%s, %s)', async (title, abstract) => {
    const meta =
      `<title-group><article-title${title}>Suelo</article-title><trans-title-group xml:lang="en"><trans-title>Soil</trans-title></trans-title-group></title-group>` +
      `<abstract${abstract}><p>Uno</p></abstract><trans-abstract xml:lang="en"><p>One</p></trans-abstract>` +
      `<kwd-group${abstract}><kwd>suelo</kwd></kwd-group><kwd-group xml:lang="en"><kwd>soil</kwd></kwd-group>`;
    expect((await record({ meta })).bibjson).toEqual({
      title: 'Suelo',
      abstract: 'Uno',
      keywords: ['suelo'],
    });
  });

  test('in other languages can be chosen', async () => {
    const meta =
      '<title-group><article-title>Suelo</article-title><trans-title xml:lang="en">Soil</trans-title><trans-subtitle>Part</trans-subtitle></title-group>' +
      '<abstract><p>Uno</p></abstract><trans-abstract xml:lang="en"><p>One</p></trans-abstract>';
    const stub = `<sub-article article-type="translation" xml:lang="fr"><front-stub><title-group><article-title>Sol</article-title></title-group>
      <abstract><p>Un</p></abstract><kwd-group><kwd>sol</kwd></kwd-group></front-stub><body><p>x</p></body></sub-article>`;
    const parts = { attributes: 'xml:lang="es"', meta, after: stub };
    expect((await record(parts)).bibjson).toMatchObject({ title: 'Suelo', abstract: 'Uno' });
    const choose = (language: string) => ({ ...ordinaryChoices, language });
    expect((await record(parts, choose('en'))).bibjson).toMatchObject({
      title: 'Soil: Part',
      abstract: 'One',
    });
    expect((await record(parts, choose('fr'))).bibjson).toEqual({
      title: 'Sol',
      abstract: 'Un',
      keywords: ['sol'],
    });
    expect(await read(article(parts))).toHaveLength(1);
  });
});

test('abstracts of special kinds are left out', async () => {
  const types = 'graphical teaser plain-language-summary key-points toc executive-digest highlights'.split(
    ' ',
  );
  const special = types.map((type) => `<abstract abstract-type="${type}"><p>No</p></abstract>`).join('');
  const yes =
    '<abstract><title>Résumé</title><p>A <xref ref-type="bibr">[1]</xref></p><list><list-item><p>b</p></list-item></list></abstract>';
  expect(await field('abstract', special + yes)).toBe('A [1]\nb');
  expect(await field('abstract', special)).toBeUndefined();
  const summary = '<abstract abstract-type="summary"><p>S</p></abstract>';
  expect(await field('abstract', summary + yes)).toBe('A [1]\nb');
  expect(await field('abstract', summary)).toBe('S');
});

test.each([
  ['soil<xref ref-type="bibr">1</xref>, see <xref ref-type="fig">Fig. 1</xref>', 'soil, see Fig. 1'],
  ['soil [<xref ref-type="bibr">1</xref>]', 'soil [1]'],
  ['by <xref ref-type="bibr">Okoro 2024</xref>', 'by Okoro 2024'],
  [
    'in 2019<xref ref-type="bibr">3</xref> and CO<sub>2</sub><xref ref-type="bibr">4</xref>',
    'in 2019 and CO2',
  ],
  ['a <italic>soil</italic><xref ref-type="bibr">1</xref><xref ref-type="bibr">2</xref>, b', 'a soil, b'],
  [
    'soil<xref ref-type="bibr">1</xref>, <xref ref-type="bibr">2</xref>–<xref ref-type="bibr">5</xref> is',
    'soil is',
  ],
  [
    'soil<sup><xref ref-type="bibr">1</xref>, 2</sup>and<sup>[</sup><xref rid="B3"><sup>3</sup></xref><sup>]</sup>',
    'soil and',
  ],
  ['soil [<xref ref-type="bibr">1</xref>,<xref ref-type="bibr">2</xref>]', 'soil [1, 2]'],
  ['Okoro<xref ref-type="bibr">2019</xref>, ref.<xref ref-type="bibr">12</xref>', 'Okoro 2019, ref. 12'],
  ['10<sup>–3</sup> of <overline>x</overline>', '10⁻³ of x\u0305'],
])('%s in an abstract is read as a reader does', async (text, expected) => {
  expect(await field('abstract', `<abstract><p>${text}</p></abstract>`)).toBe(expected);
});

test.each([
  [
    '<sec><title>Aims</title><list><list-item><p>a</p></list-item><list-item><p>b</p></list-item></list></sec>',
    'Aims: a\nb',
  ],
  ['<sec><title>Aims</title>One</sec><sec><title>Methods</title>Two</sec>', 'Aims: One\nMethods: Two'],
  ['<sec><title>Aims</title><p/><p>One</p></sec>', 'Aims: One'],
  [
    '<title>Aims</title><title>Methods</title><p>One</p><title>Results</title>',
    'Aims\nMethods: One\nResults',
  ],
])('a heading in an abstract comes before its text: %s', async (xml, text) =>
  expect(await field('abstract', `<abstract>${xml}</abstract>`)).toBe(text),
);

test('keywords are those of the author, without headings and classifications', async () => {
  const meta =
    '<kwd-group kwd-group-type="abbreviations"><kwd>ABC</kwd></kwd-group><kwd-group kwd-group-type="author"><label>K</label><title>Keywords</title><kwd>a</kwd>' +
    '<compound-kwd><compound-kwd-part>b</compound-kwd-part><compound-kwd-part>c</compound-kwd-part></compound-kwd></kwd-group>' +
    '<kwd-group xml:lang="fr"><kwd>z</kwd></kwd-group>';
  expect(await field('keywords', meta, { attributes: 'xml:lang="en"' })).toEqual(['a', 'b c']);
});

test.each([
  [
    '<nested-kwd><kwd>soil</kwd><nested-kwd><kwd>clay</kwd></nested-kwd></nested-kwd><kwd>air</kwd>',
    ['soil', 'clay', 'air'],
  ],
  ['<unstructured-kwd-group>soil, clay</unstructured-kwd-group>', ['soil', 'clay']],
  ['<kwd>soil; clay</kwd>', ['soil', 'clay']],
  ['<kwd>diabetes, type 2</kwd>', ['diabetes, type 2']],
])('keywords of a group are read from %s', async (xml, keywords) =>
  expect(await field('keywords', `<kwd-group>${xml}</kwd-group>`)).toEqual(keywords),
);

describe('groups of keywords', () => {
  const group = (type: string | null, word: string, heading = '') =>
    `<kwd-group${type === null ? '' : ` kwd-group-type="${type}"`}>${heading && `<title>${heading}</title>`}<kwd>${word}</kwd></kwd-group>`;
  test.each<[string, string, string[], RegExp | null]>([
    [
      'of authors go before others, which are named',
      group('author', 'soil') + group('subject', 'sand'),
      ['soil'],
      /“subject” among the keywords/,
    ],
    [
      'of any other type are read where there is no other',
      group('subject', 'sand') + group('simple', 'clay'),
      ['sand', 'clay'],
      null,
    ],
    [
      'of a classification are none',
      group('JEL', 'C01') + group('MSC', '35J20') + group('inspec', 'x'),
      [],
      /“JEL”.*“MSC”.*“inspec”/,
    ],
    [
      'of abbreviations are none',
      group('abbreviations', 'GDP') + group(null, 'soil'),
      ['soil'],
      /“abbreviations” among/,
    ],
    [
      'with the heading of abbreviations are none',
      group(null, 'GDP', 'Abbreviations') + group(null, 'soil', 'Keywords'),
      ['soil'],
      /“Abbreviations” among/,
    ],
    [
      'may have compound and nested ones',
      '<kwd-group><compound-kwd><compound-kwd-part content-type="code">Z1</compound-kwd-part><compound-kwd-part content-type="text">soil</compound-kwd-part></compound-kwd><nested-kwd><kwd>water</kwd><nested-kwd><kwd>rain</kwd></nested-kwd></nested-kwd></kwd-group>',
      ['soil', 'water', 'rain'],
      /among the keywords \(Z1\)/,
    ],
  ])('%s', async (_, meta, keywords, note) => {
    const { bibjson, notes } = await record({ meta });
    expect(bibjson.keywords ?? []).toEqual(keywords);
    if (note) expect(notes).toMatch(note);
    else expect(notes).toBe('');
  });
});

describe('an abstract', () => {
  const xref = (inner: string, type = 'bibr') => `<xref ref-type="${type}" rid="R1">${inner}</xref>`;
  test.each<[string, string, string, string]>([
    [
      'leaves out raised numbers of references',
      `A<sup>${xref('1')},${xref('2')}</sup>, b${xref('<sup>3</sup>')}.`,
      'A, b.',
      'Numbers of references in the title or the abstract were left out: 1,2, 3.',
    ],
    [
      'keeps exponents beside them',
      `10<sup>3</sup>${xref('<sup>4</sup>')}`,
      '10³',
      'Numbers of references in the title or the abstract were left out: 4.',
    ],
    [
      'keeps references that are text',
      `See ${xref('Smith 2000')} [${xref('3')}].`,
      'See Smith 2000 [3].',
      '',
    ],
    ['keeps raised links to formulas', `A<sup>${xref('2', 'disp-formula')}</sup>`, 'A²', ''],
  ])('%s', async (_, inner, abstract, notes) => {
    expect(await record({ meta: `<abstract><p>${inner}</p></abstract>` })).toEqual({
      bibjson: { abstract },
      notes,
    });
  });

  test.each<[string, string]>([
    [
      '10.5555/other.001',
      'A paragraph of the abstract that is only a DOI was not imported: 10.5555/other.001.',
    ],
    ['10.5555/own', ''],
  ])('has no paragraph that is only a DOI: %s', async (doi, notes) => {
    const address = `https://doi.org/${doi}`;
    const read = await record({
      meta: `<article-id pub-id-type="doi">10.5555/own</article-id><abstract><object-id pub-id-type="doi">${doi}</object-id><p>One.</p>
<p><bold>DOI:</bold> <ext-link ext-link-type="doi" xlink:href="${address}">${address}</ext-link></p></abstract>`,
    });
    expect([read.bibjson.abstract, read.notes]).toEqual(['One.', notes]);
  });
});

describe('authors', () => {
  const authors = (meta: string) => field('author', meta);

  test('have their names in any form', async () => {
    const names = [
      '<name name-style="eastern"><surname>Mao</surname><given-names>Li</given-names></name>',
      '<name-alternatives><name><surname>Ito</surname><given-names>Ai</given-names></name><string-name>伊藤</string-name></name-alternatives>',
      '<string-name><given-names>Bo</given-names> <surname>Li</surname></string-name>',
      '<string-name>Okoro, Ada</string-name>',
      '<string-name><given-names>Ana</given-names> de <surname>Souza</surname></string-name>',
      '<name><surname>Sukarno</surname></name>',
      '<anonymous/>',
      '<collab><institution>WHO Group</institution>, <xref ref-type="fn">1</xref></collab>',
      '<collab-alternatives><collab>Group</collab></collab-alternatives>',
      '<name><surname>Byron<sup>1,*</sup></surname><given-names>Dr. Ada</given-names></name>',
      '<string-name>Ada Byron<sup>2</sup></string-name>',
      '<string-name><given-names>Ada</given-names> <surname>Byron</surname><suffix>, Jr</suffix></string-name>',
      '<string-name>Ada M<sup>c</sup>Ray</string-name>',
      '<string-name>Herr, Ada</string-name>',
      '<string-name>Ben Okoro<sup>a,b</sup></string-name>',
      '<string-name>Eva Okoro<sup>a</sup>,<sup>b</sup></string-name>',
      '<name><surname>Okoro<sup>a</sup></surname><given-names>Ida</given-names></name>',
      '<string-name><given-names>Uma</given-names> <surname>Okoro</surname><sup>c</sup></string-name>',
      '<name><surname>Okoro</surname><given-names>M<sup>a</sup></given-names></name>',
      '<collab-name>Water Group</collab-name>',
      '<collab-wrap><collab-name>Air Group</collab-name><contrib-group><contrib><name><surname>Member</surname></name></contrib></contrib-group></collab-wrap>',
      '<collab>Soil Group: <name><surname>Member</surname></name></collab>',
    ];
    const { bibjson, notes } = await record({ meta: contribs(...names) });
    expect(bibjson.author).toEqual(
      [
        ...['Mao Li', 'Ai Ito', 'Bo Li', 'Ada Okoro', 'Ana de Souza', 'Sukarno', 'WHO Group', 'Group'],
        ...[
          'Ada Byron',
          'Ada Byron',
          'Ada Byron Jr',
          'Ada McRay',
          'Ada Herr',
          'Ben Okoro',
          'Eva Okoro',
          'Ida Okoro',
          'Uma Okoro',
          'Ma Okoro',
          'Water Group',
          'Air Group',
          'Soil Group',
        ],
      ].map((one) => ({ name: one })),
    );
    expect(notes).toContain('anonymous');
  });

  test('of any length are read in linear time', () => {
    const name = `A${';'.repeat(200_000)}B`;
    expect(jatsName({ name: 'surname', line: 1, attributes: new Map(), children: [name, ';'] })).toBe(name);
  });

  test('are contributors of this type or of none, in groups of authors', async () => {
    const meta = `<contrib-group><contrib>${name}</contrib><contrib contrib-type="editor">${name.replace('Ada', 'Ed')}</contrib></contrib-group>
      <contrib-group content-type="reviewers"><contrib>${name.replace('Ada', 'Rev')}</contrib></contrib-group>`;
    const { bibjson, notes } = await record({ meta });
    expect(bibjson.author).toEqual([{ name: 'Ada Byron' }]);
    expect(notes).toContain('Ed Byron (editor); Rev Byron (reviewers)');
  });

  test.each([
    [' xml:lang="en"', { name: 'Wei Wang', affiliation: 'Univ X' }],
    [' xml:lang="fr"', { name: 'Wei Wang', affiliation: 'Univ X' }],
    [' xml:lang="zh"', { name: '王伟', affiliation: '大学' }],
    ['', { name: 'Wei Wang', affiliation: 'Univ X' }],
  ])('have the name and affiliation in the language of the article (%s)', async (attributes, expected) => {
    const names = `<name-alternatives><name name-style="eastern" xml:lang="zh"><surname>王</surname><given-names>伟</given-names></name>
      <name xml:lang="en"><surname>Wang</surname><given-names>Wei</given-names></name></name-alternatives>`;
    const affiliations =
      '<aff-alternatives id="a"><aff xml:lang="zh">大学</aff><aff xml:lang="en">Univ X</aff></aff-alternatives>';
    const inside = affiliations.replace(' id="a"', '');
    const collaboration =
      '<collab-alternatives><collab xml:lang="zh">世卫</collab><collab xml:lang="en">WHO</collab></collab-alternatives>';
    const meta =
      contribs(`${names}<xref ref-type="aff" rid="a"/>`, names + inside, collaboration) + affiliations;
    const found = (await field('author', meta, { attributes })) as { name: string }[];
    expect(found.slice(0, 2)).toEqual([expected, expected]);
    expect(found[2]).toEqual({ name: expected.name === '王伟' ? '世卫' : 'WHO' });
  });

  test('are no members of a group that are listed after it and refer to it', async () => {
    const meta = `<contrib-group><contrib contrib-type="author">${name}</contrib>
      <contrib contrib-type="author" id="g"><collab>Soil Group</collab></contrib></contrib-group>
      <contrib-group content-type="collab-list"><contrib contrib-type="author" rid="g">${name}</contrib></contrib-group>`;
    expect(await authors(meta)).toEqual([{ name: 'Ada Byron' }, { name: 'Soil Group' }]);
  });

  test('have affiliations by reference, inside, or the only one', async () => {
    const aff = (id: string, text: string) => `<aff id="${id}">${text}</aff>`;
    const xref = (rid: string) => `<xref ref-type="aff" rid="${rid}"><sup>1</sup></xref>`;
    const meta = `${contribs(name + xref('a2 a1'), `${name}<aff>Inside</aff>`, name)}${aff('a1', '<sup>1</sup>Univ A')}${aff('a2', '<label>b</label>Univ B')}`;
    const { bibjson, notes } = await record({ meta });
    expect(bibjson.author).toEqual([
      { name: 'Ada Byron', affiliation: 'Univ B' },
      { name: 'Ada Byron', affiliation: 'Inside' },
      { name: 'Ada Byron' },
    ]);
    expect(notes).toContain('2 affiliations');
    const only = { name: 'Ada Byron', affiliation: 'Univ A' };
    expect(await authors(contribs(name, name) + aff('x', 'Univ A'))).toEqual([only, only]);
    expect(await authors(contribs(name) + aff('x', 'Univ A') + aff('y', 'Univ B'))).toEqual([
      { name: 'Ada Byron' },
    ]);
    for (const label of ['1 ', 'a) ', '* ', '†'])
      expect(await authors(contribs(name) + aff('x', `${label}Univ A`)), label).toEqual([only]);
    expect(await authors(contribs(name) + aff('x', '3M Company'))).toEqual([
      { name: 'Ada Byron', affiliation: '3M Company' },
    ]);
    const alternatives = `<aff-alternatives id="a1">${aff('a1x', 'Univ A')}${aff('a1y', 'Uni A')}</aff-alternatives>`;
    expect(await authors(contribs(name + xref('a1'), name + xref('a1y')) + alternatives)).toEqual([
      only,
      only,
    ]);
  });

  test.each([
    ['<label>1</label><institution>Univ X</institution>, <country>Chile</country>', 'Univ X, Chile'],
    [
      '<institution>Univ X</institution><addr-line>Lima</addr-line><country>Peru</country>',
      'Univ X, Lima, Peru',
    ],
    [
      '<institution-wrap><institution-id institution-id-type="Ror">https://ror.org/0abc12351</institution-id><institution>Univ X</institution></institution-wrap> <country>Peru</country> <email>a@b.org</email>',
      'Univ X, Peru',
    ],
    [
      '<institution content-type="orgname">UFRJ</institution><institution content-type="orgdiv1">Fac</institution><institution content-type="original">Fac, UFRJ. Brasil.</institution>',
      'Fac, UFRJ. Brasil.',
    ],
    [
      '<institution content-type="orgdiv1">Fac</institution><institution content-type="orgname">UFRJ</institution><addr-line><named-content content-type="city">Rio</named-content></addr-line><country>Brazil</country>',
      'UFRJ, Fac, Rio, Brazil',
    ],
    ['1 Univ X; E-mail: <email>a@b.org</email>', 'Univ X'],
    ['<sup>a</sup> Dept of <italic>in vivo</italic> Studies, Univ X', 'Dept of in vivo Studies, Univ X'],
    ['*Univ X<break/>Lima', 'Univ X, Lima'],
    ['eHealth Institute', 'eHealth Institute'],
    ['<label>1</label>Univ X<label>2</label>Univ Y', 'Univ X, Univ Y'],
    ['<label>1</label>8 Mai 1945 University, Guelma', '8 Mai 1945 University, Guelma'],
    ['<label>a</label>2 Military Hospital, Lima', '2 Military Hospital, Lima'],
    ['<institution><sup>a</sup> 2 Military Hospital</institution>', '2 Military Hospital'],
    ['<label>1.</label>1 Univ X', 'Univ X'],
    ['<label>1</label>*Univ X', 'Univ X'],
    ['<label/>1 Univ X', 'Univ X'],
    ['<institution>Univ X</institution><x>, </x><country>Chile</country>', 'Univ X, Chile'],
    ['<sup>1</sup>Univ X, Chile;<sup>2</sup>Univ Y', 'Univ X, Chile; Univ Y'],
    ['Univ X <sup>2</sup>Univ Y', 'Univ X, Univ Y'],
    ['Lab of H<sup>2</sup>, the 2<sup>nd</sup>', 'Lab of H², the 2nd'],
  ])('have the affiliation of %s', async (xml, text) => {
    expect(await authors(contribs(`${name}<aff>${xml}</aff>`))).toEqual([
      { name: 'Ada Byron', affiliation: text },
    ]);
  });

  test.each([
    ['<contrib contrib-type="author" rid="a2 a1">NAME</contrib>', 'Univ B'],
    ['<contrib contrib-type="author">NAME<xref rid="a2">2</xref><xref rid="x">3</xref></contrib>', 'Univ B'],
    [
      '<contrib><name><surname>Byron<xref ref-type="aff" rid="a2"><sup>2</sup></xref></surname><given-names>Ada</given-names></name></contrib>',
      'Univ B',
    ],
    ['<contrib>NAME<aff><xref ref-type="aff" rid="a2"/></aff></contrib>', 'Univ B'],
    ['<contrib><collab>Ada Byron<aff>Univ C</aff></collab></contrib>', 'Univ C'],
  ])('have the affiliation of %s', async (contrib, affiliation) => {
    const meta = `<contrib-group>${contrib.replace('NAME', name)}</contrib-group><aff id="a1">Univ A</aff><aff id="a2">Univ B</aff>`;
    expect(await authors(meta)).toEqual([{ name: 'Ada Byron', affiliation }]);
  });

  test.each([
    [
      'an editor refers to it',
      '<contrib contrib-type="editor"><name><surname>Ed</surname></name><xref ref-type="aff" rid="a1"/></contrib>',
    ],
    [
      'an author refers to another one',
      '<contrib><name><surname>Li</surname></name><xref ref-type="aff" rid="a2"/></contrib>',
    ],
  ])('have not the only affiliation if %s', async (_case, other) => {
    const meta = `<contrib-group><contrib>${name}</contrib>${other}</contrib-group><aff id="a1">Univ A</aff>`;
    expect(((await authors(meta)) as unknown[])[0]).toEqual({ name: 'Ada Byron' });
  });

  test.each([
    [
      '<institution-wrap><institution content-type="dept">Soil</institution><institution>Univ X</institution><institution-id institution-id-type="ror">https://ror.org/05rk03822</institution-id></institution-wrap>, <city>Lima</city>',
      'Soil, Univ X, Lima',
    ],
    [
      '<institution-wrap><institution>Soil</institution></institution-wrap><institution-wrap><institution>Univ X</institution></institution-wrap><country>Peru</country>',
      'Soil, Univ X, Peru',
    ],
    [
      '<institution content-type="dept">Soil</institution><institution content-type="orgname">Univ X</institution><institution content-type="orgdiv1">Earth</institution><institution content-type="normalized">UNIV X</institution><addr-line><city>Lima</city></addr-line><country>Peru</country>',
      'Univ X, Earth, Soil, Lima, Peru',
    ],
    [
      '<named-content content-type="dept">Soil</named-content> <institution>Univ X</institution>',
      'Soil, Univ X',
    ],
  ])('have the departments of their affiliation: %s', async (aff, affiliation) => {
    const author = await field('author', contribs(`${name}<aff>${aff}</aff>`));
    expect(author).toEqual([{ name: 'Ada Byron', affiliation }]);
  });

  test('have an ORCID in any form', async () => {
    const orcid = '0000-0002-1825-0097';
    for (const xml of [
      `<contrib-id contrib-id-type="ORCID">${orcid}</contrib-id>`,
      `<contrib-id authenticated="true">http://orcid.org/${orcid}</contrib-id>`,
      `<uri content-type="orcid" xlink:href="http://orcid.org/${orcid}"/>`,
    ])
      expect(await authors(contribs(name + xml))).toEqual([
        { name: 'Ada Byron', orcid_id: `https://orcid.org/${orcid}` },
      ]);
  });
});

describe('the date', () => {
  const date = async (...dates: string[]) => {
    const { year, month } = (await record({ meta: dates.join('') })).bibjson;
    return [year, month];
  };
  const of = (attributes: string, year: number, more = '') =>
    `<pub-date ${attributes}>${more}<year>${year}</year></pub-date>`;

  test('is that of the online publication, then print, issue and collection', async () => {
    const dates = [
      of('pub-type="epub"', 2021),
      of('pub-type="ppub"', 2022),
      of('date-type="publication"', 2023),
      of('pub-type="collection"', 2024),
    ];
    for (const [at, year] of [2021, 2022, 2023, 2024].entries())
      expect(await date(...dates.slice(at).reverse())).toEqual([String(year), undefined]);
    expect(await date(of('date-type="pub" publication-format="print"', 2020), dates[0]!)).toEqual([
      '2021',
      undefined,
    ]);
    expect(await date(of('pub-type="epub-ppub"', 2020))).toEqual(['2020', undefined]);
    expect(await date(of('', 2020))).toEqual(['2020', undefined]);
  });

  test.each(['publication-format="ppub"', 'pub-type="print"', 'date-type="pub" publication-format="ppub"'])(
    'of print has %s',
    async (print) => {
      const year = (kind: string, text: string) => `<pub-date ${kind}><year>${text}</year></pub-date>`;
      for (const online of ['publication-format="epub"', 'pub-type="electronic"', 'date-type="online"'])
        expect(await date(year(print, '2022') + year(online, '2021')), online).toEqual(['2021', undefined]);
      expect(await date(year('pub-type="collection"', '2020') + year(print, '2022'))).toEqual([
        '2022',
        undefined,
      ]);
    },
  );

  test('is never of another kind', async () => {
    for (const type of ['retracted', 'update', 'preprint', 'pmc-release', 'received', 'corrected'])
      expect(await date(of(`date-type="${type}"`, 2020))).toEqual([undefined, undefined]);
    expect(await date('<history><date date-type="accepted"><year>2020</year></date></history>')).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('has a month but no season, and is read from its ISO form', async () => {
    expect(await date(of('pub-type="epub"', 2020, '<month>May</month>'))).toEqual(['2020', '5']);
    expect(await date(of('pub-type="epub"', 2020, '<season>Spring</season>'))).toEqual(['2020', undefined]);
    expect(await date(of('pub-type="epub"', 2020, '<season>May-Jun</season>'))).toEqual(['2020', undefined]);
    expect(await date(of('pub-type="epub"', 2020, '<season>2</season>'))).toEqual(['2020', undefined]);
    expect(await date('<pub-date pub-type="epub" iso-8601-date="2024-05-17"/>')).toEqual(['2024', '5']);
    expect(await date('<pub-date><string-date>17 May 2024</string-date></pub-date>')).toEqual(['2024', '5']);
    expect(await date(of('pub-type="epub" iso-8601-date="2020-05-17"', 2020))).toEqual(['2020', '5']);
    expect(await date(of('pub-type="epub" iso-8601-date="2021-05-17"', 2020))).toEqual(['2020', undefined]);
    expect(await date(of('pub-type="epub"', 2020, '<month>May 2020</month>'))).toEqual(['2020', '5']);
  });
});

test('relative links refer to the base that the file states, with a remark', async () => {
  const uris =
    '<self-uri xlink:href="a/1"/><self-uri xlink:href="/1.pdf" content-type="application/pdf"/><self-uri xml:base="b/" xlink:href="2"/><self-uri xlink:href="mailto:x"/><self-uri xlink:href="#s1"/>';
  const urls = async (xml: string) => {
    const items = (await read(xml)).filter((item) => isRecord(item));
    return items.map(({ record, notes }) => [
      ((record.bibjson as { link?: { url: string }[] }).link ?? []).map(({ url }) => url),
      notes.map(textOf).join('\n'),
    ]);
  };
  const base = 'xml:base="https://j.example.org/x/"';
  const [[found, notes]] = (await urls(article({ attributes: base, meta: uris }))) as [[string[], string]];
  expect(found).toEqual([
    'https://j.example.org/x/a/1',
    'https://j.example.org/x/b/2',
    'https://j.example.org/1.pdf',
  ]);
  expect(notes).toMatch(/were completed: https:\/\/j\.example\.org\/x\/a\/1/);
  expect(notes).toMatch(/not imported: mailto:x, #s1/);
  const one = '<self-uri xlink:href="a/1"/>';
  const set = `<articles ${base}>${article({ attributes: 'xml:base="y/"', meta: one })}${article({ meta: one })}</articles>`;
  expect((await urls(set)).map(([links]) => links)).toEqual([
    ['https://j.example.org/x/y/a/1'],
    ['https://j.example.org/x/a/1'],
  ]);
  // Also behind a record that is broken.
  const broken = `<articles ${base}><article><front></article>${article({ meta: one })}</articles>`;
  expect((await urls(broken)).map(([links]) => links)).toEqual([['https://j.example.org/x/a/1']]);
  expect(await urls(article({ meta: one }))).toEqual([[[], expect.stringContaining('not imported: a/1')]]);
  expect(await urls(article({ attributes: 'xml:base="file:///x/"', meta: one }))).toEqual([
    [[], expect.stringContaining('not imported: a/1')],
  ]);
});

test('pages go before an article number, and Janeway has none', async () => {
  const journal = async (meta: string, about = '') => field('journal', meta, { journal: about });
  expect(await journal('<fpage>e12</fpage><elocation-id>e1</elocation-id>')).toEqual({ start_page: 'e12' });
  expect(await journal('<page-range>12-19, 25</page-range>')).toEqual({ start_page: '12', end_page: '25' });
  expect(await journal('<fpage>12</fpage><page-range>12-19</page-range>')).toEqual({
    start_page: '12',
    end_page: '19',
  });
  expect(await journal('<elocation-id>e1234</elocation-id>')).toEqual({ start_page: 'e1234' });
  const janeway = '<article-id pub-id-type="publisher-id">77</article-id><elocation-id>77</elocation-id>';
  expect(await journal(janeway, '<journal-id journal-id-type="issn">1234-5679</journal-id>')).toBeUndefined();
});

test('the DOI is that of the article before that of a version', async () => {
  const doi = async (...ids: string[]) => {
    const meta = ids.map((id) => `<article-id pub-id-type="doi"${id}</article-id>`).join('');
    return (await record({ meta })).bibjson.identifier;
  };
  const version = ' specific-use="version">10.5555/a.3';
  expect(await doi('>10.5555/a', version)).toEqual([{ type: 'doi', id: '10.5555/a' }]);
  expect(await doi(version)).toEqual([{ type: 'doi', id: '10.5555/a.3' }]);
  expect(await doi('>10.5555/a', '>10.5555/b')).toBeUndefined();
});

test('an ISSN without a kind has the one that is known', async () => {
  const parts = { journal: '<issn>1234-5679</issn><issn pub-type="issn-l">1234-5679</issn>' };
  const issnKinds = new Map([['1234-5679', 'print' as const]]);
  expect((await record(parts)).bibjson.identifier).toEqual([{ type: 'eissn', id: '1234-5679' }]);
  expect((await record(parts, { ...ordinaryChoices, issnKinds })).bibjson.identifier).toEqual([
    { type: 'pissn', id: '1234-5679' },
  ]);
});

test('a set of articles is read one by one, in any namespace', async () => {
  const one = article({ meta: '<title-group><article-title>A</article-title></title-group>' });
  const other = one
    .replace(/<(\/?)/g, '<$1j:')
    .replace('<j:article ', '<j:article xmlns:j="http://jats.nlm.nih.gov"');
  const items = await read(`<articles>${one}\n${other}\n<article><body/></article>${one}</articles>`);
  expect(items.map((item) => [item.index, item.line])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 3],
  ]);
  expect(textOf((items[2] as { message: Parameters<typeof textOf>[0] }).message)).toContain('no metadata');
  expect(items[1]).toMatchObject({ record: { bibjson: { title: 'A' } } });
});

describe('hostile files', () => {
  const sample = article({
    attributes: 'xml:lang="en"',
    journal: '<issn pub-type="epub">1234-5679</issn>',
    meta: `<title-group><article-title>A &amp; <italic>b</italic></article-title></title-group>${contribs(`${name}<xref ref-type="aff" rid="a"/>`)}<aff id="a">X</aff><abstract><p>B</p></abstract>`,
    after: '<body><p>Text</p></body>',
  });

  test('cut off at any byte give an item and never an error', async () => {
    for (let end = 1; end < sample.length; end++) {
      const items = await read(sample.slice(0, end));
      expect(items).toHaveLength(1);
      expect(isRecord(items[0]!)).toBe(false);
    }
  });

  test('with any changes give items and never an error', async () => {
    const bytes = Buffer.from(`<set>${sample}${sample}</set>`);
    const change = fc.record({ at: fc.nat(bytes.length), byte: fc.nat(255), length: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        let edited = bytes;
        for (const { at, byte, length } of changes)
          edited = Buffer.concat([edited.subarray(0, at), Buffer.from([byte]), edited.subarray(at + length)]);
        expect((await read(edited)).length).toBeGreaterThan(0);
      }),
    );
  });

  test('of random bytes give items and never an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await read(bytes)).length).toBeGreaterThan(0);
      }),
    );
  });
});

test('real articles say the same as their Crossref deposits', needsRealMetadata(), async () => {
  const files = realDeposits().map((path) => path.replace('.crossref.xml', '.jats'));
  let compared = 0;
  for (const path of files) {
    let jats: Buffer;
    try {
      jats = readFileSync(path);
    } catch {
      continue;
    }
    const [own] = (await readText(jats)).records;
    const [twin] = (await readText(readFileSync(path.replace('.jats', '.crossref.xml')))).records;
    const one = own!.record.bibjson as Record<string, unknown>;
    const other = twin!.record.bibjson as Record<string, unknown>;
    for (const key of ['title', 'identifier', 'journal'])
      expect([path, one[key]]).toEqual([path, other[key]]);
    const names = (bibjson: typeof one) =>
      (bibjson.author as { name: string; orcid_id?: string }[]).map((author) => [
        author.name,
        author.orcid_id,
      ]);
    expect(names(one)).toEqual(names(other));
    compared++;
  }
  expect(compared).toBe(20);
});
