import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { ojsArticle } from '../../../src/main/formats/ojs/ojsArticle.ts';
import { textOf } from '../../helpers/textOf.ts';
import { parseXml } from '../parseXml.ts';

function read(article: string, issue?: string) {
  return articleOf(ojsArticle(parseXml(article), issue === undefined ? undefined : parseXml(issue)));
}

function bibjson(article: string, issue?: string) {
  return read(article, issue).record.bibjson;
}

function notes(article: string, issue?: string): string[] {
  return read(article, issue).notes.map(textOf);
}

const issue3 = `
  <issue published="1">
    <id type="internal">9</id>
    <issue_identification><volume>7</volume><number>2</number><year>2023</year><title locale="en">Soils</title></issue_identification>
    <date_published>2023-12-30</date_published>
  </issue>`;

/** An article of OJS 3.2 and later with one publication. */
function article(inner: string, attributes = 'locale="en" date_published="2024-05-17" status="3"'): string {
  return `<article xmlns="http://pkp.sfu.ca" current_publication_id="11" status="3">
    <id type="internal" advice="ignore">10</id>
    <publication ${attributes}><id type="internal">11</id>${inner}</publication></article>`;
}

const full = article(
  `
  <id type="doi" advice="update">10.1234/soil.1</id>
  <title locale="en">soil of &lt;i&gt;Lagos&lt;/i&gt;</title>
  <title locale="fr_CA">Le sol de Lagos</title>
  <prefix locale="en">The</prefix>
  <subtitle locale="en">A study &amp;amp; more</subtitle>
  <abstract locale="en">&lt;p&gt;CO&lt;sub&gt;2&lt;/sub&gt; &amp;amp; water, p &amp;lt; 0.05.&lt;/p&gt;&lt;p&gt;Second.&lt;/p&gt;</abstract>
  <abstract locale="fr_CA">&lt;p&gt;Le sol.&lt;/p&gt;</abstract>
  <licenseUrl>https://creativecommons.org/licenses/by/4.0</licenseUrl>
  <keywords locale="en"><keyword>soil</keyword><keyword>water</keyword></keywords>
  <keywords locale="fr_CA"><keyword>sol</keyword></keywords>
  <authors>
    <author seq="2" user_group_ref="Author">
      <givenname locale="en">Bola</givenname><email>b@example.org</email>
    </author>
    <author seq="1" user_group_ref="Author">
      <givenname locale="fr_CA">Adà</givenname><givenname locale="en">Ada</givenname>
      <familyname locale="en">Okoro</familyname>
      <affiliation locale="fr_CA">Université de Lagos</affiliation>
      <affiliation locale="en">University of Lagos; Soil Group</affiliation>
      <country>NG</country><email>a@example.org</email>
      <orcid>http://orcid.org/0000-0002-1825-0097</orcid>
    </author>
    <author seq="3" user_group_ref="Translator"><givenname locale="en">Tola</givenname></author>
  </authors>
  <article_galley locale="en"><name locale="en">PDF</name><seq>0</seq><remote src="https://example.org/soil/1"/></article_galley>
  <article_galley locale="en"><name locale="en">HTML</name><submission_file_ref id="5"/></article_galley>
  <issue_identification><volume>7</volume><number>Suppl. 1</number><year>2023</year></issue_identification>
  <pages>12-19</pages>
  <citations><citation>A book.</citation></citations>`,
);

const expected = {
  title: 'The soil of Lagos: A study & more',
  abstract: 'CO2 & water, p < 0.05.\nSecond.',
  year: '2024',
  month: '5',
  keywords: ['soil', 'water'],
  identifier: [{ type: 'doi', id: '10.1234/soil.1' }],
  journal: { volume: '7', number: 'Suppl. 1', start_page: '12', end_page: '19' },
  author: [
    {
      name: 'Ada Okoro',
      affiliation: 'University of Lagos; Soil Group',
      orcid_id: 'https://orcid.org/0000-0002-1825-0097',
    },
    { name: 'Bola' },
  ],
  link: [{ type: 'fulltext', content_type: 'PDF', url: 'https://example.org/soil/1' }],
};

describe('an article of OJS 3.2 and later', () => {
  test('is read with every field', () => {
    expect(read(full).record).toEqual({ bibjson: expected });
  });

  test('reports everything that is not imported', () => {
    expect(notes(full)).toEqual([
      'Contributors who are not authors were not imported: Tola (Translator).',
      'Titles in other languages were not imported; the directory stores only one.',
      'The publication year is 2024; the file also says 2023.',
      'Another abstract was not imported; the directory stores only one.',
      'Keywords in another language were not imported; the directory stores one list.',
      'Not imported (no matching field): licence, e-mail addresses, references, other details of authors (Université de Lagos), embedded files (HTML).',
    ]);
  });

  test('has titles with real markup and unescaped titles, as version 3.3 writes them', () => {
    const title = (text: string) => bibjson(article(`<title locale="en">${text}</title>`));
    expect(title('CO<sub>2</sub> of <i>Zea mays</i>')).toMatchObject({ title: 'CO2 of Zea mays' });
    expect(title('R&amp;D where p &lt; 0.05')).toMatchObject({ title: 'R&D where p < 0.05' });
  });

  test.each([
    ['Why?', 'Why? A study'],
    ['Stop!', 'Stop! A study'],
    ['Soil:', 'Soil: A study'],
    ['Soil', 'Soil: A study'],
  ])('joins the title %s and a subtitle', (title, joined) => {
    expect(
      bibjson(article(`<title locale="en">${title}</title><subtitle locale="en">A study</subtitle>`)),
    ).toMatchObject({ title: joined });
  });

  test('has prefix and subtitle only in the title’s language', () => {
    const inner =
      '<title locale="en">soil</title><prefix locale="fr_CA">Le</prefix><subtitle locale="fr_CA">Une étude</subtitle>';
    expect(bibjson(article(inner))).toMatchObject({ title: 'soil' });
  });

  test('has texts in the language of the publication, then of the article, then English, then the first', () => {
    const texts =
      '<title locale="es_ES">Suelo</title><title locale="en_US">Soil</title><title locale="fr_CA">Le sol</title>';
    expect(bibjson(article(texts, 'locale="fr_FR"'))).toEqual({ title: 'Le sol' });
    expect(bibjson(`<article locale="es"><publication>${texts}</publication></article>`)).toEqual({
      title: 'Suelo',
    });
    expect(bibjson(article(texts, 'locale="de"'))).toEqual({ title: 'Soil' });
    expect(bibjson(article(texts.replace('en_US', 'it'), 'locale="de"'))).toEqual({ title: 'Suelo' });
  });

  const version = (id: number, number: number, status: number) =>
    `<publication locale="en" version="${number}" status="${status}"><id type="internal">${id}</id><title locale="en">V${number}</title></publication>`;

  test.each([
    [
      '<h2>Abstract</h2><h3>Aims</h3><p>To see.</p><h3>Why?</h3><p>Because.</p>',
      'Aims: To see.\nWhy? Because.',
    ],
    ['<h4 class="a"><b>Two</b><br>lines</h4><ul><li>one</li><li>two</li></ul>', 'Two lines: one\ntwo'],
    ['<p><strong>Resumen</strong></p><p>Un suelo.</p>', 'Un suelo.'],
    ['<p>Abstract</p>', 'Abstract'],
    ['<p>Abstract ideas.</p><p>More.</p>', 'Abstract ideas.\nMore.'],
  ])('has the headings of the abstract %s before their text', (html, abstract) => {
    const escaped = html.replaceAll('<', '&lt;');
    expect(bibjson(article(`<title>T</title><abstract>${escaped}</abstract>`))).toMatchObject({ abstract });
  });

  test('has texts in its own locale where a language has several', () => {
    const two = (name: string, portugal: string, brazil: string) =>
      `<${name} locale="pt_PT">${portugal}</${name}><${name} locale="pt_BR">${brazil}</${name}>`;
    const texts = [
      two('title', 'Género', 'Gênero'),
      two('abstract', 'Um facto', 'Um fato'),
      two('keywords', '<keyword>género</keyword>', '<keyword>gênero</keyword>'),
    ];
    expect(bibjson(article(texts.join(''), 'locale="pt_BR" status="3"'))).toEqual({
      title: 'Gênero',
      abstract: 'Um fato',
      keywords: ['gênero'],
    });
  });

  test('is its current version', () => {
    const versions = version(11, 1, 3) + version(12, 2, 3) + version(13, 3, 1);
    expect(bibjson(`<article current_publication_id="11">${versions}</article>`)).toEqual({ title: 'V1' });
    expect(notes(`<article current_publication_id="11">${versions}</article>`)).toEqual([
      'Not imported (no matching field): other versions.',
    ]);
  });

  test('names its current version by attributes, too, and then has the title of the journal', () => {
    const publications =
      '<publication id="4" status="3"><title>Old</title></publication>' +
      '<publication id="5" status="3"><title>New</title><contextName locale="en">Journal of Soil</contextName></publication>' +
      '<publication id="6" status="1"><title>Draft</title></publication>';
    expect(bibjson(`<article current_publication_id="5">${publications}</article>`)).toEqual({
      title: 'New',
      journal: { title: 'Journal of Soil' },
    });
  });

  test('is its highest published version if none is current', () => {
    const versions = version(11, 1, 3) + version(12, 2, 3) + version(13, 3, 1);
    expect(bibjson(`<article current_publication_id="99">${versions}</article>`)).toEqual({ title: 'V2' });
    expect(bibjson(`<article>${version(12, 2, 3)}${version(11, 1, 3)}</article>`)).toEqual({ title: 'V2' });
    const numbered =
      '<publication version_major="1" version_minor="2" status="3"><title>B</title></publication>' +
      '<publication version_major="1" version_minor="0" status="3"><title>A</title></publication>';
    expect(bibjson(`<article>${numbered}</article>`)).toEqual({ title: 'B' });
  });

  test.each([1, 4, 5])('is doubted with the status %i', (status) => {
    expect(notes(article('<title locale="en">T</title>', `locale="en" status="${status}"`))).toEqual([
      'The article is not published.',
    ]);
  });

  test('has keywords with their text in an element, and several affiliations, as version 3.5 writes them', () => {
    const inner = `
      <title locale="en">T</title>
      <keywords locale="en"><keyword><name>soil</name><identifier>s1</identifier></keyword><keyword><name>water</name></keyword></keywords>
      <authors><author seq="0" contributor_type="PERSON">
        <givenname locale="en">Ada</givenname><familyname locale="en">Okoro</familyname>
        <rorAffiliation><ror>https://ror.org/05rk03822</ror><name locale="fr_CA">Université</name><name locale="en">University of Lagos</name></rorAffiliation>
        <affiliation><name locale="en">University of Ibadan</name></affiliation>
      </author>
      <author seq="1" contributor_type="ORGANIZATION"><givenname locale="en">Soil Group</givenname></author>
      <author seq="2" contributor_type="ANONYMOUS"><givenname locale="en">Anonymous</givenname></author></authors>`;
    expect(bibjson(article(inner, 'locale="en"'))).toEqual({
      title: 'T',
      keywords: ['soil', 'water'],
      author: [{ name: 'Ada Okoro', affiliation: 'University of Lagos' }, { name: 'Soil Group' }],
    });
    expect(notes(article(inner, 'locale="en"'))).toEqual([
      'An anonymous contributor was not imported.',
      'Ada Okoro has 2 affiliations. The directory stores one, so the first was imported.',
      'Not imported (no matching field): “identifier” (s1), other details of authors (https://ror.org/05rk03822; Université).',
    ]);
  });
});

describe('an article in an issue of OJS 3', () => {
  test('has the issue’s volume, number and date', () => {
    expect(bibjson(article('<title locale="en">T</title>', 'locale="en"'), issue3)).toEqual({
      title: 'T',
      year: '2023',
      month: '12',
      journal: { volume: '7', number: '2' },
    });
  });

  test('has the issue’s volume and number before its own', () => {
    const own = '<issue_identification><volume>8</volume></issue_identification>';
    expect(bibjson(article(own, 'locale="en"'), issue3)).toMatchObject({
      year: '2023',
      journal: { volume: '7', number: '2' },
    });
    expect(bibjson(article(own, 'locale="en"'), '<issue published="1"/>')).toEqual({
      journal: { volume: '8' },
    });
  });

  test('has its own date before the issue’s', () => {
    expect(bibjson(article('', 'locale="en" date_published="2024-05-17"'), issue3)).toMatchObject({
      year: '2024',
      month: '5',
    });
  });

  test('is doubted in an issue that is not published', () => {
    expect(notes(article(''), issue3.replace('published="1"', 'published="0"'))).toContain(
      'The article is not published.',
    );
  });
});

describe('an article of OJS 3.0 and 3.1', () => {
  test('has its metadata in itself', () => {
    const text = `
      <article xmlns="http://pkp.sfu.ca" locale="es_ES" date_published="2017-03-01" stage="production">
        <id type="internal">3</id><id type="doi">10.1234/suelo</id>
        <title locale="es_ES">Suelo</title><title locale="en_US">Soil</title>
        <prefix locale="es_ES">El</prefix>
        <abstract locale="es_ES">&lt;p&gt;Del suelo.&lt;/p&gt;</abstract>
        <keywords locale="es_ES"><keyword>suelo</keyword></keywords>
        <authors><author primary_contact="true" user_group_ref="Autor/a">
          <firstname>Ana</firstname><middlename>M.</middlename><lastname>Ruiz</lastname>
          <affiliation locale="es_ES">Universidad de Vigo</affiliation><email>a@example.org</email>
        </author></authors>
        <submission_file stage="proof" id="1"><name locale="es_ES">a.pdf</name></submission_file>
        <article_galley approved="true"><name locale="es_ES">PDF</name><seq>1</seq><submission_file_ref id="1"/></article_galley>
        <issue_identification><volume>5</volume><number>1</number><year>2017</year></issue_identification>
        <pages>e101–e112</pages>
      </article>`;
    expect(read(text).record).toEqual({
      bibjson: {
        title: 'El Suelo',
        abstract: 'Del suelo.',
        year: '2017',
        month: '3',
        keywords: ['suelo'],
        identifier: [{ type: 'doi', id: '10.1234/suelo' }],
        journal: { volume: '5', number: '1', start_page: 'e101', end_page: 'e112' },
        author: [{ name: 'Ana M. Ruiz', affiliation: 'Universidad de Vigo' }],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.1234/suelo' }],
      },
    });
  });
});

describe('an article of OJS 2', () => {
  const text = `
    <article locale="en_US" language="en" public_id="12">
      <id type="doi">10.1234/soil.2</id>
      <title locale="en_US">Soil of Lagos</title><title locale="pt_BR">Solo de Lagos</title>
      <abstract locale="en_US">&lt;p&gt;About soil.&lt;/p&gt;</abstract>
      <indexing><discipline locale="en_US">Geology</discipline><subject locale="en_US">soil; water, clean</subject><subject locale="pt_BR">solo</subject></indexing>
      <author primary_contact="true"><firstname>Ada</firstname><middlename>B.</middlename><lastname>Okoro</lastname>
        <affiliation locale="pt_BR">Universidade de Lagos</affiliation><affiliation locale="en_US">University of Lagos</affiliation>
        <email>ada@example.org</email></author>
      <author><firstname>Bola</firstname><lastname>Bello</lastname><email>b@example.org</email></author>
      <pages>pp. 5-9</pages>
      <date_published>2009-04-02</date_published>
      <galley locale="en_US"><label>PDF</label><file><href src="https://example.org/12.pdf" mime_type="application/pdf"/></file></galley>
      <htmlgalley locale="en_US"><label>HTML</label><file><embed filename="a.html" encoding="base64" mime_type="text/html">QQ==</embed></file></htmlgalley>
      <galley locale="en_US"><label>Remote</label><remote src="https://example.org/remote"/></galley>
    </article>`;
  const issue = `
    <issue published="true" identification="num_vol_year" current="false">
      <title locale="en_US">Spring</title><volume>3</volume><number>1</number><year>2009</year>
      <date_published>2009-03-31</date_published>
    </issue>`;

  test('is read with every field', () => {
    expect(read(text, issue).record).toEqual({
      bibjson: {
        title: 'Soil of Lagos',
        abstract: 'About soil.',
        year: '2009',
        month: '4',
        keywords: ['soil', 'water, clean'],
        identifier: [{ type: 'doi', id: '10.1234/soil.2' }],
        journal: { volume: '3', number: '1', start_page: '5', end_page: '9' },
        author: [{ name: 'Ada B. Okoro', affiliation: 'University of Lagos' }, { name: 'Bola Bello' }],
        link: [
          { type: 'fulltext', content_type: 'PDF', url: 'https://example.org/12.pdf' },
          { type: 'fulltext', content_type: 'HTML', url: 'https://example.org/remote' },
        ],
      },
    });
  });

  test('has texts without a locale in its own language', () => {
    expect(
      bibjson('<article locale="pt_BR"><title>Solo</title><title locale="en_US">Soil</title></article>'),
    ).toEqual({ title: 'Solo' });
  });

  test('has one text of keywords cut at semicolons, or at commas without them', () => {
    expect(bibjson('<article><indexing><subject>soil, water</subject></indexing></article>')).toEqual({
      keywords: ['soil', 'water'],
    });
  });
});
