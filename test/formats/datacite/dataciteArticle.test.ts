import { describe, expect, test } from 'vitest';
import { articleOf } from '../../../src/main/formats/article/articleOf.ts';
import { dataciteArticle } from '../../../src/main/formats/datacite/dataciteArticle.ts';
import { dataciteXmlRecord } from '../../../src/main/formats/datacite/dataciteXmlRecord.ts';
import { textOf } from '../../helpers/textOf.ts';
import { parseXml } from '../parseXml.ts';

function read(inner: string) {
  return articleOf(
    dataciteArticle(
      dataciteXmlRecord(
        parseXml(`<resource xmlns="http://datacite.org/schema/kernel-4">${inner}</resource>`),
      ),
    ),
  );
}

function bibjson(inner: string) {
  return read(inner).record.bibjson;
}

const full = `
  <identifier identifierType="DOI">10.1234/SOIL.1</identifier>
  <creators>
    <creator>
      <creatorName nameType="Personal">Okoro, Ada</creatorName>
      <givenName>Ada</givenName><familyName>Okoro</familyName>
      <nameIdentifier nameIdentifierScheme="ORCID" schemeURI="https://orcid.org">0000-0002-1825-0097</nameIdentifier>
      <affiliation affiliationIdentifier="https://ror.org/05rk03822" affiliationIdentifierScheme="ROR">University of Lagos</affiliation>
      <affiliation>University of Ibadan</affiliation>
    </creator>
    <creator><creatorName>Bello, Bola</creatorName></creator>
    <creator><creatorName nameType="Organizational">Soil Group, Lagos</creatorName></creator>
  </creators>
  <titles>
    <title xml:lang="en">Soil of Lagos</title>
    <title xml:lang="en" titleType="Subtitle">A study</title>
    <title xml:lang="fr" titleType="TranslatedTitle">Le sol de Lagos</title>
    <title titleType="AlternativeTitle">Soil</title>
  </titles>
  <publisher>Soil Press</publisher>
  <publicationYear>2023</publicationYear>
  <resourceType resourceTypeGeneral="JournalArticle">Article</resourceType>
  <subjects>
    <subject>soil</subject><subject xml:lang="en">water</subject><subject xml:lang="fr">eau</subject>
    <subject subjectScheme="DDC">630</subject>
  </subjects>
  <dates><date dateType="Submitted">2022-01-01</date><date dateType="Issued">2024-05-17</date></dates>
  <language>en</language>
  <relatedItems>
    <relatedItem relatedItemType="Book" relationType="References"><volume>1</volume></relatedItem>
    <relatedItem relatedItemType="Journal" relationType="IsPublishedIn">
      <relatedItemIdentifier relatedItemIdentifierType="ISSN">20493630</relatedItemIdentifier>
      <titles><title>Journal of Soil</title></titles>
      <volume>7</volume><issue>2</issue><firstPage>12</firstPage><lastPage>19</lastPage>
    </relatedItem>
  </relatedItems>
  <rightsList><rights>CC BY</rights></rightsList>
  <descriptions>
    <description descriptionType="Methods">Not this.</description>
    <description descriptionType="Abstract" xml:lang="en">About CO<sub>2</sub>.<br/>Second line.</description>
  </descriptions>`;

describe('a DataCite resource', () => {
  test('a mark behind a name is named once', () => {
    const { notes } = read(
      '<creators><creator><creatorName>Okoro, Ada¹,*</creatorName></creator></creators>',
    );
    expect(notes.map(textOf)).toEqual([
      'Marks, numbers, degrees and other additions are no part of names and were not imported: Ada Okoro (¹,*).',
    ]);
  });

  test('is read with every field', () => {
    expect(read(full).record).toEqual({
      bibjson: {
        title: 'Soil of Lagos: A study',
        abstract: 'About CO2.\nSecond line.',
        year: '2024',
        month: '5',
        keywords: ['soil', 'water'],
        identifier: [
          { type: 'doi', id: '10.1234/SOIL.1' },
          { type: 'eissn', id: '2049-3630' },
        ],
        journal: { title: 'Journal of Soil', volume: '7', number: '2', start_page: '12', end_page: '19' },
        author: [
          {
            name: 'Ada Okoro',
            affiliation: 'University of Lagos',
            orcid_id: 'https://orcid.org/0000-0002-1825-0097',
          },
          { name: 'Bola Bello' },
          { name: 'Soil Group, Lagos' },
        ],
        link: [{ type: 'fulltext', content_type: 'HTML', url: 'https://doi.org/10.1234/SOIL.1' }],
      },
    });
    expect(read(full).notes.map(textOf).join('\n')).toContain(
      'Not imported (no matching field): licence, other details of authors (https://ror.org/05rk03822), publisher (Soil Press), “subject” (DDC 630), “description” (Not this.).',
    );
  });

  test('names contributors who are not authors', () => {
    const { notes } = read(
      '<contributors><contributor contributorType="Editor"><contributorName>Li, Ben</contributorName></contributor></contributors>',
    );
    expect(notes.map(textOf).join()).toContain('Li, Ben (Editor)');
  });

  test('has the title without a type, not its translation, if nothing has a language', () => {
    expect(
      bibjson(
        '<titles><title>Le sol</title><title titleType="TranslatedTitle" xml:lang="en">Soil</title></titles>',
      ),
    ).toEqual({ title: 'Le sol' });
  });

  test('has the title without a type, wherever it stands', () => {
    expect(
      bibjson('<titles><title titleType="TranslatedTitle">Soil</title><title>Le sol</title></titles>'),
    ).toEqual({ title: 'Le sol' });
  });

  test('keeps what is given as an ISSN but is none, so that somebody sees it', () => {
    const item = (issn: string) =>
      `<relatedItems><relatedItem relationType="IsPublishedIn"><relatedItemIdentifier relatedItemIdentifierType="ISSN">${issn}</relatedItemIdentifier></relatedItem></relatedItems>`;
    const related =
      '<relatedIdentifiers><relatedIdentifier relatedIdentifierType="ISSN" relationType="IsPartOf">2049-3630</relatedIdentifier></relatedIdentifiers>';
    expect(bibjson(item('2049-36'))).toEqual({ identifier: [{ type: 'eissn', id: '2049-36' }] });
    expect(bibjson(item('2049-36') + related)).toEqual({ identifier: [{ type: 'eissn', id: '2049-3630' }] });
  });

  test('has the ISSN of a related identifier before version 4.4', () => {
    const inner =
      '<relatedIdentifiers>' +
      '<relatedIdentifier relatedIdentifierType="ISSN" relationType="IsPartOf">2049-3630</relatedIdentifier>' +
      '<relatedIdentifier relatedIdentifierType="ISSN" relationType="References">0037-9999</relatedIdentifier>' +
      '</relatedIdentifiers>';
    expect(bibjson(inner)).toEqual({ identifier: [{ type: 'eissn', id: '2049-3630' }] });
  });

  test('has an article number as start page if there are no pages', () => {
    const item = (inner: string) =>
      bibjson(
        `<relatedItems><relatedItem relationType="IsPublishedIn">${inner}</relatedItem></relatedItems>`,
      );
    const number = '<number numberType="Article">e17</number>';
    expect(item(number)).toEqual({ journal: { start_page: 'e17' } });
    expect(item(`${number}<firstPage>3</firstPage>`)).toEqual({ journal: { start_page: '3' } });
  });

  test('has the year of publication if there is no date', () => {
    expect(bibjson('<publicationYear>2023</publicationYear>')).toEqual({ year: '2023' });
  });

  test('has the beginning of a period', () => {
    expect(bibjson('<dates><date dateType="Issued">2024-05-01/2024-06-30</date></dates>')).toEqual({
      year: '2024',
      month: '5',
    });
  });

  test('is doubted if it is no journal article', () => {
    const doubt = (type: string) =>
      dataciteArticle(
        dataciteXmlRecord(parseXml(`<resource><resourceType resourceTypeGeneral="${type}"/></resource>`)),
      ).doubt;
    expect(doubt('Dataset')).not.toBeNull();
    expect(doubt('JournalArticle')).toBeNull();
  });
});
