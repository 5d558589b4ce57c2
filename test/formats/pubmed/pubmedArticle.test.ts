import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { ordinaryChoices } from '../../../src/main/formats/article/choices.ts';
import { pubmedArticle } from '../../../src/main/formats/pubmed/pubmedArticle.ts';
import { textOf } from '../../helpers/textOf.ts';
import { parseXml } from '../parseXml.ts';

function read(xml: string, choices = ordinaryChoices) {
  return articleOf(pubmedArticle(parseXml(xml)), choices);
}

function bibjson(xml: string) {
  return read(xml).record.bibjson;
}

describe('an article of a publisher', () => {
  const full = `
    <Article>
      <Journal>
        <PublisherName>Soil Press</PublisherName><JournalTitle>Journal of Soil</JournalTitle><Issn>2049-3630</Issn>
        <Volume>007</Volume><Issue>2</Issue>
        <PubDate PubStatus="epublish"><Year>2024</Year><Month>May</Month><Day>17</Day></PubDate>
      </Journal>
      <ArticleTitle>Soil of <i>Lagos</i></ArticleTitle>
      <FirstPage LZero="save">12</FirstPage><LastPage>19</LastPage>
      <ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi">10.1234/soil.1</ELocationID>
      <Language>EN</Language>
      <AuthorList>
        <Author>
          <FirstName>Ada</FirstName><MiddleName>B.</MiddleName><LastName>Okoro</LastName><Suffix>Jr</Suffix>
          <AffiliationInfo><Affiliation>1 University of Lagos, Nigeria. ada@example.org</Affiliation><Identifier Source="ROR">https://ror.org/05rk03822</Identifier></AffiliationInfo>
          <AffiliationInfo><Affiliation>University of Ibadan</Affiliation></AffiliationInfo>
          <Identifier Source="ORCID">http://orcid.org/0000-0002-1825-0097</Identifier>
        </Author>
        <Author><FirstName EmptyYN="Y">-</FirstName><LastName>Sukarno</LastName></Author>
        <Author><CollectiveName>Soil Group</CollectiveName></Author>
      </AuthorList>
      <PublicationType>Journal Article</PublicationType>
      <ArticleIdList><ArticleId IdType="pii">S1</ArticleId><ArticleId IdType="doi">10.1234/SOIL.1</ArticleId></ArticleIdList>
      <History><PubDate PubStatus="received"><Year>2022</Year><Month>01</Month></PubDate></History>
      <Abstract>
        <AbstractText Label="OBJECTIVE">To see CO<sub>2</sub>.</AbstractText><AbstractText Label="Results:">Seen.</AbstractText>
      </Abstract>
      <OtherAbstract Language="FR">Du sol.</OtherAbstract>
      <ObjectList>
        <Object Type="keyword"><Param Name="value">soil</Param></Object>
        <Object Type="keyword"><Param Name="value">water</Param></Object>
        <Object Type="grant"><Param Name="id">1</Param></Object>
      </ObjectList>
    </Article>`;

  test('is read with every field', () => {
    expect(read(full).record).toEqual({
      bibjson: {
        title: 'Soil of Lagos',
        abstract: 'OBJECTIVE: To see CO2.\nResults: Seen.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'water'],
        identifier: [
          { type: 'doi', id: '10.1234/soil.1' },
          { type: 'eissn', id: '2049-3630' },
        ],
        journal: { title: 'Journal of Soil', volume: '007', number: '2', start_page: '12', end_page: '19' },
        author: [
          {
            name: 'Ada B. Okoro Jr',
            affiliation: 'University of Lagos, Nigeria.',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          { name: 'Sukarno' },
          { name: 'Soil Group' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.1234/soil.1' }],
      },
    });
    expect(read(full).notes.map(textOf).at(-1)).toBe(
      'Not imported (no matching field): dates of the editorial process, other details of the journal (Soil Press), other identifiers (S1), other details of authors (https://ror.org/05rk03822), “Object Type” (grant), “Param Name” (id).',
    );
  });

  test('has the original title in its own language, else the English one', () => {
    const article = (inner: string) => `<Article>${inner}</Article>`;
    const titles = '<ArticleTitle>[Soil of Lagos.]</ArticleTitle><VernacularTitle>Le sol</VernacularTitle>';
    expect(bibjson(article(`${titles}<Language>FR</Language>`))).toEqual({ title: 'Le sol' });
    expect(bibjson(article(titles))).toEqual({ title: 'Soil of Lagos.' });
    expect(bibjson(article('<VernacularTitle>Le sol</VernacularTitle>'))).toEqual({ title: 'Le sol' });
    expect(bibjson(article('<ArticleTitle>[Letter]</ArticleTitle><Language>EN</Language>'))).toEqual({
      title: '[Letter]',
    });
  });

  test('has the abstract in the language of its title', () => {
    const xml =
      '<Article><ArticleTitle>Soil</ArticleTitle><VernacularTitle>Le sol</VernacularTitle><Language>FR</Language>' +
      '<Abstract>About soil.</Abstract><OtherAbstract Language="FR">Du sol.</OtherAbstract></Article>';
    expect(bibjson(xml)).toEqual({ title: 'Le sol', abstract: 'Du sol.' });
    expect(read(xml, { ...ordinaryChoices, language: 'en' }).record.bibjson).toEqual({
      title: 'Soil',
      abstract: 'About soil.',
    });
  });

  test.each([
    ['<Month>05</Month>', { year: '2024', month: '5' }],
    ['<Month>May</Month>', { year: '2024', month: '5' }],
    ['<Season>Spring</Season>', { year: '2024' }],
    ['', { year: '2024' }],
  ])('has the date with %s', (month, expected) => {
    expect(
      bibjson(`<Article><Journal><PubDate><Year>2024</Year>${month}</PubDate></Journal></Article>`),
    ).toEqual(expected);
  });

  test('has the online date before the printed one, unless the user prefers that', () => {
    const xml =
      '<Article><Journal><PubDate PubStatus="ppublish"><Year>2024</Year></PubDate>' +
      '<PubDate PubStatus="epublish"><Year>2023</Year></PubDate></Journal></Article>';
    expect(bibjson(xml)).toEqual({ year: '2023' });
    expect(read(xml, { ...ordinaryChoices, date: 'print' }).record.bibjson).toEqual({ year: '2024' });
  });
});

describe('an article of MEDLINE', () => {
  const medline = (inner: string, more = '', data = '') =>
    `<PubmedArticle><MedlineCitation><PMID>1</PMID><Article>${inner}</Article>${more}</MedlineCitation>` +
    `<PubmedData>${data}</PubmedData></PubmedArticle>`;

  const full = medline(
    `
    <Journal>
      <ISSN IssnType="Electronic">2049-3630</ISSN>
      <JournalIssue CitedMedium="Internet"><Volume>7</Volume><Issue>2</Issue><PubDate><MedlineDate>2024 May-Jun</MedlineDate></PubDate></JournalIssue>
      <Title>Journal of Soil</Title><ISOAbbreviation>J Soil</ISOAbbreviation>
    </Journal>
    <ArticleTitle>Soil of Lagos.</ArticleTitle>
    <Pagination><MedlinePgn>228-42</MedlinePgn></Pagination>
    <ELocationID EIdType="doi" ValidYN="Y">10.1234/soil.1</ELocationID>
    <Abstract><AbstractText Label="UNLABELLED">About soil.</AbstractText><CopyrightInformation>(c) Soil</CopyrightInformation></Abstract>
    <AuthorList CompleteYN="Y">
      <Author ValidYN="Y"><LastName>Okoro</LastName><ForeName>Ada B</ForeName><Initials>AB</Initials>
        <AffiliationInfo><Affiliation>University of Lagos. Electronic address: ada@example.org.</Affiliation></AffiliationInfo></Author>
      <Author ValidYN="N"><LastName>Wrong</LastName></Author>
    </AuthorList>
    <AuthorList Type="editors"><Author><LastName>Editor</LastName></Author></AuthorList>
    <Language>eng</Language>
    <PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList>`,
    '<MeshHeadingList><MeshHeading><DescriptorName>Soil</DescriptorName></MeshHeading></MeshHeadingList>' +
      '<KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="N">soil</Keyword><Keyword>water</Keyword></KeywordList>',
    '<ArticleIdList><ArticleId IdType="pubmed">1</ArticleId><ArticleId IdType="doi">10.1234/soil.1</ArticleId></ArticleIdList>' +
      '<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9999/other</ArticleId></ArticleIdList></Reference></ReferenceList>',
  );

  test('is read with every field', () => {
    expect(read(full).record).toEqual({
      bibjson: {
        title: 'Soil of Lagos.',
        abstract: 'About soil.',
        year: '2024',
        keywords: ['soil', 'water'],
        identifier: [
          { type: 'doi', id: '10.1234/soil.1' },
          { type: 'eissn', id: '2049-3630' },
        ],
        journal: { title: 'Journal of Soil', volume: '7', number: '2', start_page: '228', end_page: '242' },
        author: [{ name: 'Ada B Okoro', affiliation: 'University of Lagos.' }],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.1234/soil.1' }],
      },
    });
  });

  test.each([
    ['123-9', { start_page: '123', end_page: '129' }],
    ['12-19', { start_page: '12', end_page: '19' }],
    ['e101-e112', { start_page: 'e101', end_page: 'e112' }],
    ['S5-8', { start_page: 'S5', end_page: '8' }],
    ['7', { start_page: '7' }],
    ['121-9; discussion 130', { start_page: '121', end_page: '129' }],
  ])('has the pages %s', (pages, journal) => {
    expect(bibjson(medline(`<Pagination><MedlinePgn>${pages}</MedlinePgn></Pagination>`))).toEqual({
      journal,
    });
  });

  test('has the first and last page before the shortened ones', () => {
    const pages =
      '<Pagination><StartPage>123</StartPage><EndPage>129</EndPage><MedlinePgn>123-9</MedlinePgn></Pagination>';
    expect(bibjson(medline(pages))).toEqual({ journal: { start_page: '123', end_page: '129' } });
  });

  test('has its own date before the issue’s', () => {
    const dates =
      '<Journal><JournalIssue><PubDate><Year>2024</Year><Month>Jan</Month></PubDate></JournalIssue></Journal>' +
      '<ArticleDate DateType="Electronic"><Year>2023</Year><Month>11</Month><Day>02</Day></ArticleDate>';
    expect(bibjson(medline(dates))).toEqual({ year: '2023', month: '11' });
  });

  test.each([
    ['2023 Dec-2024 Jan', { year: '2023' }],
    ['Spring 2024', { year: '2024' }],
    ['2024 May', { year: '2024', month: '5' }],
  ])('has the date %s', (date, expected) => {
    const journal = `<Journal><JournalIssue><PubDate><MedlineDate>${date}</MedlineDate></PubDate></JournalIssue></Journal>`;
    expect(bibjson(medline(journal))).toEqual(expected);
  });

  test('is doubted if it is a correction', () => {
    const types =
      '<PublicationTypeList><PublicationType>Published Erratum</PublicationType></PublicationTypeList>';
    expect(read(medline(types)).notes.map(textOf)[0]).toBe('This is a correction of another article.');
  });
});
