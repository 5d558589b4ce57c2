import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBibtex } from '../../../src/main/formats/bibtex/readBibtex.ts';
import { readCrossref } from '../../../src/main/formats/crossref/readCrossref.ts';
import { readCrossrefJson, readCsl } from '../../../src/main/formats/csl/workArticle.ts';
import { readDatacite } from '../../../src/main/formats/datacite/readDatacite.ts';
import { readDoajXml } from '../../../src/main/formats/doajXml/doajXmlArticle.ts';
import { readJats } from '../../../src/main/formats/jats/readJats.ts';
import { jsonReader } from '../../../src/main/formats/json/readJson.ts';
import { readOai } from '../../../src/main/formats/oai/readOai.ts';
import { readOjs } from '../../../src/main/formats/ojs/readOjs.ts';
import { readPubmed } from '../../../src/main/formats/pubmed/pubmedArticle.ts';
import type { Reader } from '../../../src/main/formats/reader.ts';
import { readRis } from '../../../src/main/formats/ris/readRis.ts';
import { readAll } from '../../formats/readAll.ts';

/** An article with all that each of these formats can hold. */
interface Article {
  title: string;
  abstract: string;
  year: string;
  month: number;
  keywords: string[];
  doi: string;
  issn: string;
  journal: string;
  volume: string;
  number: string;
  start: string;
  end: string;
  authors: ({ given: string; family: string } | string)[];
  url: string;
}

const letter = fc.constantFrom(...'aeiouzstnrlkCGMPéèüöñçøßŁşřÅδ中я');
const word = fc
  .array(letter, { minLength: 2, maxLength: 8 })
  .map((letters) => letters.join(''))
  .filter((text) => !/^(?:sr|others)$/i.test(text));
const sign = fc.constantFrom(
  '',
  '',
  '',
  ' &',
  '%',
  ' < 5',
  ' (x)',
  '?',
  '!',
  ' #1',
  ' $5',
  ' 5_b',
  ' {y}',
  ' x^2',
  ' a~b',
  ' c\\d',
  '’s',
);
const textOfWords = (most: number) =>
  fc
    .array(fc.tuple(word, sign), { minLength: 1, maxLength: most })
    .map((parts) => parts.map(([text, after]) => `${text}${after}`).join(' '));
const number = fc.integer({ min: 1, max: 999 }).map(String);
const name = fc.oneof(
  fc.record({
    given: word,
    family: fc.oneof(
      word,
      word.map((text) => `van der ${text}`),
    ),
  }),
  fc.tuple(word, word).map(([first, second]) => `${first} ${second} Group`),
);
const anyArticle: fc.Arbitrary<Article> = fc.record({
  title: textOfWords(8),
  abstract: textOfWords(30),
  year: fc.integer({ min: 1900, max: 2026 }).map(String),
  month: fc.integer({ min: 1, max: 12 }),
  keywords: fc.uniqueArray(
    fc.tuple(word, word).map(([a, b]) => `${a} ${b}`),
    { minLength: 2, maxLength: 6, selector: (text) => text.toLowerCase() },
  ),
  doi: fc.tuple(number, number).map(([a, b]) => `10.5555/a(${a})_${b}`),
  issn: fc.constantFrom('2345-6787', '0037-9999', '1234-567X'),
  journal: textOfWords(3),
  volume: fc.oneof(number, fc.constant('007')),
  number: fc.oneof(number, fc.constantFrom('3-4', 'Suppl. 1')),
  start: fc.oneof(
    number,
    number.map((text) => `iv${text}`),
  ),
  // Not shorter than the first page: `101-9` would be the pages 101 to 109.
  end: fc.integer({ min: 1_000, max: 9_999 }).map(String),
  authors: fc.array(name, { maxLength: 5 }),
  url: number.map((text) => `https://j.example.org/~soil/${text}?a=b&c=d_e`),
});

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const texLetters: Record<string, string> = {
  é: "{\\'e}",
  è: '\\`{e}',
  ü: '\\"u',
  ñ: '{\\~n}',
  ç: '\\c{c}',
  ø: '{\\o}',
  ß: '{\\ss}',
  Ł: '{\\L}',
  ş: '\\c s',
  ř: '\\v{r}',
  Å: '{\\AA}',
  δ: '$\\delta$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '^': '\\^{}',
  '~': '{\\textasciitilde}',
  '\\': '{\\textbackslash}',
};
const tex = (text: string) => [...text].map((one) => texLetters[one] ?? one).join('');
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A format, and what it has instead of some members. */
interface Format {
  reader: Reader;
  write: (article: Article) => string;
  instead?: (article: Article) => Record<string, unknown>;
}

const doiLink = ({ doi }: Article) => ({
  link: [{ type: 'fulltext', content_type: 'HTML', url: `https://doi.org/${doi}` }],
});
const date = (one: Article) => `${one.year}-${String(one.month).padStart(2, '0')}-09`;
const each = <T>(list: readonly T[], write: (entry: T) => string) => list.map(write).join('\n');

const writers: Record<string, Format> = {
  RIS: {
    reader: readRis,
    write: (one) =>
      [
        'TY  - JOUR',
        `T1  - ${one.title}`,
        ...one.authors.map(
          (author) => `AU  - ${typeof author === 'string' ? author : `${author.family}, ${author.given}`}`,
        ),
        `AB  - ${one.abstract}`,
        ...one.keywords.map((keyword) => `KW  - ${keyword}`),
        `PY  - ${one.year}`,
        `DA  - ${one.year}/${String(one.month).padStart(2, '0')}/`,
        `JO  - ${one.journal}`,
        `VL  - ${one.volume}`,
        `IS  - ${one.number}`,
        `SP  - ${one.start}-${one.end}`,
        `DO  - https://doi.org/${one.doi}`,
        `SN  - ${one.issn.replace('-', '')}`,
        `UR  - ${one.url}`,
        'ER  - ',
      ].join('\r\n'),
  },
  BibTeX: {
    reader: readBibtex,
    write: (one) => `@article{key,
      title = "{${tex(one.title)}}",
      author = {${one.authors.map((author) => (typeof author === 'string' ? `{${tex(author)}}` : `${tex(author.family)}, ${tex(author.given)}`)).join(' and\n ')}},
      abstract = {${tex(one.abstract)}},
      keywords = {${one.keywords.map(tex).join(', ')}},
      year = ${one.year}, month = ${monthNames[one.month - 1]},
      journal = {${tex(one.journal)}}, volume = {${one.volume}}, number = {${one.number}}, pages = {${one.start}--${one.end}},
      doi = {${one.doi}}, issn = {${one.issn}}, url = {${tex(one.url)}} }`,
  },
  'CSL-JSON': {
    reader: readCsl,
    write: (one) =>
      JSON.stringify([
        {
          type: 'article-journal',
          title: html(one.title),
          abstract: html(one.abstract),
          issued: { 'date-parts': [[one.year, one.month]] },
          keyword: one.keywords.join(', '),
          DOI: one.doi,
          ISSN: one.issn,
          'container-title': html(one.journal),
          volume: one.volume,
          issue: one.number,
          page: `${one.start}-${one.end}`,
          author: one.authors.map((author) => (typeof author === 'string' ? { literal: author } : author)),
          URL: one.url,
        },
      ]),
  },
  'Crossref REST': {
    reader: readCrossrefJson,
    write: (one) =>
      JSON.stringify({
        status: 'ok',
        'message-type': 'work',
        message: {
          type: 'journal-article',
          title: [html(one.title)],
          abstract: `<jats:title>Abstract</jats:title><jats:p>${html(one.abstract)}</jats:p>`,
          'published-online': { 'date-parts': [[Number(one.year), one.month, 1]] },
          issued: { 'date-parts': [[Number(one.year), one.month, 1]] },
          keyword: one.keywords,
          DOI: one.doi.toUpperCase(),
          'issn-type': [{ value: one.issn, type: 'electronic' }],
          'container-title': [html(one.journal)],
          volume: one.volume,
          issue: one.number,
          page: `${one.start}-${one.end}`,
          author: one.authors.map((author) => (typeof author === 'string' ? { name: author } : author)),
          resource: { primary: { URL: one.url } },
        },
      }),
  },
  'DataCite JSON': {
    reader: readDatacite,
    write: (one) =>
      JSON.stringify({
        data: {
          attributes: {
            doi: one.doi,
            titles: [{ title: html(one.title) }],
            descriptions: [{ description: html(one.abstract), descriptionType: 'Abstract' }],
            dates: [{ date: `${one.year}-${String(one.month).padStart(2, '0')}`, dateType: 'Issued' }],
            subjects: one.keywords.map((subject) => ({ subject })),
            container: {
              title: html(one.journal),
              identifier: one.issn,
              identifierType: 'ISSN',
              volume: one.volume,
              issue: one.number,
              firstPage: one.start,
              lastPage: one.end,
            },
            creators: one.authors.map((author) =>
              typeof author === 'string'
                ? { name: author, nameType: 'Organizational' }
                : { name: `${author.family}, ${author.given}`, nameType: 'Personal' },
            ),
            url: one.url,
          },
        },
      }),
  },
  JATS: {
    reader: readJats,
    write: (
      one,
    ) => `<article xml:lang="en"><front><journal-meta><journal-title>${html(one.journal)}</journal-title>
      <issn pub-type="epub">${one.issn}</issn></journal-meta><article-meta><article-id pub-id-type="doi">${one.doi}</article-id>
      <title-group><article-title>${html(one.title)}</article-title></title-group>
      <contrib-group>${each(one.authors, (author) =>
        typeof author === 'string'
          ? `<contrib><collab>${author}</collab></contrib>`
          : `<contrib contrib-type="author"><name><surname>${author.family}</surname><given-names>${author.given}</given-names></name></contrib>`,
      )}</contrib-group><pub-date pub-type="epub"><month>${one.month}</month><year>${one.year}</year></pub-date>
      <volume>${one.volume}</volume><issue>${one.number}</issue><fpage>${one.start}</fpage><lpage>${one.end}</lpage>
      <self-uri xlink:href="${html(one.url)}"/><abstract><p>${html(one.abstract)}</p></abstract>
      <kwd-group>${each(one.keywords, (keyword) => `<kwd>${keyword}</kwd>`)}</kwd-group></article-meta></front></article>`,
  },
  'Dublin Core': {
    reader: readOai,
    write: (
      one,
    ) => `<OAI-PMH><ListRecords><record><header/><metadata><oai_dc:dc><dc:title>${html(one.title)}</dc:title>
      ${each(one.authors, (author) => `<dc:creator>${typeof author === 'string' ? author : `${author.family}, ${author.given}`}</dc:creator>`)}
      ${each(one.keywords, (keyword) => `<dc:subject>${keyword}</dc:subject>`)}
      <dc:description>${html(html(one.abstract))}</dc:description><dc:date>${date(one)}</dc:date>
      <dc:identifier>${html(one.url)}</dc:identifier><dc:identifier>${one.doi}</dc:identifier>
      <dc:journalTitle>${html(one.journal)}</dc:journalTitle><dc:source>${one.issn}</dc:source>
      <dc:source>J; Vol. ${one.volume} No. ${one.number} (${one.year}); ${one.start}-${one.end}</dc:source>
    </oai_dc:dc></metadata></record></ListRecords></OAI-PMH>`,
  },
  'a Crossref deposit': {
    reader: readCrossref,
    write: (one) => `<doi_batch><body><journal><journal_metadata><full_title>${html(one.journal)}</full_title>
      <issn media_type="electronic">${one.issn}</issn></journal_metadata>
      <journal_issue><journal_volume><volume>${one.volume}</volume></journal_volume><issue>${one.number}</issue></journal_issue>
      <journal_article><titles><title>${html(one.title)}</title></titles>
      <contributors>${each(one.authors, (author) =>
        typeof author === 'string'
          ? `<organization contributor_role="author">${author}</organization>`
          : `<person_name contributor_role="author"><given_name>${author.given}</given_name><surname>${author.family}</surname></person_name>`,
      )}</contributors><jats:abstract><jats:p>${html(one.abstract)}</jats:p></jats:abstract>
      <publication_date media_type="online"><month>${one.month}</month><year>${one.year}</year></publication_date>
      <pages><first_page>${one.start}</first_page><last_page>${one.end}</last_page></pages>
      <doi_data><doi>${one.doi}</doi><resource>${html(one.url)}</resource></doi_data></journal_article></journal></body></doi_batch>`,
    instead: () => ({ keywords: undefined }),
  },
  'the directory’s XML': {
    reader: readDoajXml,
    write: (one) => `<records><record>
      <journalTitle>${html(one.journal)}</journalTitle><eissn>${one.issn.replace('-', '')}</eissn>
      <publicationDate>${date(one)}</publicationDate><volume>${one.volume}</volume><issue>${one.number}</issue>
      <startPage>${one.start}</startPage><endPage>${one.end}</endPage><doi>${one.doi}</doi>
      <title>${html(one.title)}</title>
      <authors>${each(one.authors, (author) => `<author><name>${nameOf(author)}</name></author>`)}</authors>
      <abstract>${html(one.abstract)}</abstract><fullTextUrl format="html">${html(one.url)}</fullTextUrl>
      <keywords>${each(one.keywords, (keyword) => `<keyword>${keyword}</keyword>`)}</keywords>
    </record></records>`,
  },
  'OJS’ native XML': {
    reader: readOjs,
    write: (one) => `<issue xmlns="http://pkp.sfu.ca" published="1">
      <issue_identification><volume>${one.volume}</volume><number>${one.number}</number></issue_identification>
      <articles><article><publication locale="en_US" status="3" date_published="${date(one)}">
      <id type="doi">${one.doi}</id><title locale="en_US">${html(html(one.title))}</title>
      <abstract locale="en_US">${html(`<p>${html(one.abstract)}</p>`)}</abstract>
      <keywords locale="en_US">${each(one.keywords, (keyword) => `<keyword>${keyword}</keyword>`)}</keywords>
      <authors>${each(one.authors, (author) =>
        typeof author === 'string'
          ? `<author><givenname locale="en_US">${author}</givenname></author>`
          : `<author><givenname locale="en_US">${author.given}</givenname><familyname locale="en_US">${author.family}</familyname></author>`,
      )}</authors>
      <article_galley><name locale="en_US">HTML</name><remote src="${html(one.url)}"/></article_galley>
      <pages>${one.start}-${one.end}</pages></publication></article></articles></issue>`,
    instead: ({ doi, volume, number, start, end }) => ({
      identifier: [{ type: 'doi', id: doi }],
      journal: { volume, number, start_page: start, end_page: end },
    }),
  },
  'a publisher’s PubMed XML': {
    reader: readPubmed,
    write: (one) => `<ArticleSet><Article>
      <Journal><JournalTitle>${html(one.journal)}</JournalTitle><Issn>${one.issn}</Issn><Volume>${one.volume}</Volume>
      <Issue>${one.number}</Issue><PubDate PubStatus="epublish"><Year>${one.year}</Year><Month>${monthNames[one.month - 1]}</Month></PubDate></Journal>
      <ArticleTitle>${html(one.title)}</ArticleTitle><FirstPage>${one.start}</FirstPage><LastPage>${one.end}</LastPage>
      <ELocationID EIdType="doi">${one.doi}</ELocationID>
      <AuthorList>${each(one.authors, (author) =>
        typeof author === 'string'
          ? `<Author><CollectiveName>${author}</CollectiveName></Author>`
          : `<Author><FirstName>${author.given}</FirstName><LastName>${author.family}</LastName></Author>`,
      )}</AuthorList><Abstract>${html(one.abstract)}</Abstract>
      <ObjectList>${each(one.keywords, (keyword) => `<Object Type="keyword"><Param Name="value">${keyword}</Param></Object>`)}</ObjectList>
    </Article></ArticleSet>`,
    instead: doiLink,
  },
  'DataCite XML': {
    reader: readDatacite,
    write: (
      one,
    ) => `<resource xmlns="http://datacite.org/schema/kernel-4"><identifier identifierType="DOI">${one.doi}</identifier>
      <creators>${each(one.authors, (author) =>
        typeof author === 'string'
          ? `<creator><creatorName nameType="Organizational">${author}</creatorName></creator>`
          : `<creator><creatorName>${author.family}, ${author.given}</creatorName></creator>`,
      )}</creators><titles><title>${html(one.title)}</title></titles><publicationYear>${one.year}</publicationYear>
      <dates><date dateType="Issued">${date(one)}</date></dates>
      <subjects>${each(one.keywords, (keyword) => `<subject>${keyword}</subject>`)}</subjects>
      <descriptions><description descriptionType="Abstract">${html(one.abstract)}</description></descriptions>
      <relatedItems><relatedItem relationType="IsPublishedIn"><relatedItemIdentifier relatedItemIdentifierType="ISSN">${one.issn}</relatedItemIdentifier>
      <titles><title>${html(one.journal)}</title></titles><volume>${one.volume}</volume><issue>${one.number}</issue>
      <firstPage>${one.start}</firstPage><lastPage>${one.end}</lastPage></relatedItem></relatedItems></resource>`,
    instead: doiLink,
  },
  'OJS’ article JSON': {
    reader: jsonReader({ byLine: false }),
    write: (one) => JSON.stringify({ bibjson: { ...expected(one), month: monthNames[one.month - 1] } }),
  },
};

function expected(one: Article): Record<string, unknown> {
  return {
    title: one.title,
    abstract: one.abstract,
    year: one.year,
    month: String(one.month),
    keywords: one.keywords,
    identifier: [
      { type: 'doi', id: one.doi },
      { type: 'eissn', id: one.issn },
    ],
    journal: {
      title: one.journal,
      volume: one.volume,
      number: one.number,
      start_page: one.start,
      end_page: one.end,
    },
    ...(one.authors.length > 0 && { author: one.authors.map((author) => ({ name: nameOf(author) })) }),
    link: [{ type: 'fulltext', content_type: 'HTML', url: one.url }],
  };
}

function nameOf(author: Article['authors'][number]): string {
  return typeof author === 'string' ? author : `${author.given} ${author.family}`;
}

for (const [format, { reader, write, instead }] of Object.entries(writers)) {
  test(`an article in ${format} gives the draft that it gives in every other format`, async () => {
    await fc.assert(
      fc.asyncProperty(anyArticle, async (article) => {
        const { records, problems } = await readAll(reader, write(article));
        expect(problems).toEqual([]);
        const [bibjson] = records.map(({ record }) => record.bibjson);
        expect(withoutCase(bibjson)).toEqual(withoutCase({ ...expected(article), ...instead?.(article) }));
      }),
    );
  });
}

/** DOIs are compared without case. */
function withoutCase(bibjson: unknown): unknown {
  return JSON.parse(JSON.stringify(bibjson), (key, value) =>
    key === 'id' && typeof value === 'string' ? value.toLowerCase() : value,
  );
}
