import { otherContributors } from '../otherContributors.ts';
import type { SourceLink } from '../sourceArticle.ts';
import { markupLine, markupLines } from '../text/markupText.ts';
import { attributeOf, childOf, childrenOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';
import {
  type DataciteCreator,
  type DataciteRecord,
  type DataciteText,
  isOfJournal,
  isType,
} from './dataciteArticle.ts';
import { dataciteRules } from './dataciteRules.ts';

/**
 * The record of a `resource` in DataCite's XML, version 3 or 4, or in OpenAIRE's, which has its own elements for the place in
 * the journal, the abstract and the files.
 */
export function dataciteXmlRecord(resource: XmlElement): DataciteRecord {
  const within = (list: string, name: string) => childrenOf(childOf(resource, list), name);
  const texts = (elements: XmlElement[], typedBy: string, text: (element: XmlElement) => string) =>
    elements.map(
      (element): DataciteText => ({
        text: text(element),
        language: attributeOf(element, 'lang'),
        type: attributeOf(element, typedBy),
      }),
    );
  const container = within('relatedItems', 'relatedItem').find((item) =>
    hasType(item, 'relationType', 'ispublishedin'),
  );
  const own = (name: string) => lineOf(childOf(resource, name));
  const part = (name: string) => lineOf(childOf(container, name));
  return {
    language: lineOf(childOf(resource, 'language')),
    titles: texts(within('titles', 'title'), 'titleType', markupLine),
    descriptions: [
      ...texts(within('descriptions', 'description'), 'descriptionType', markupLines),
      ...texts(childrenOf(resource, 'description'), '', markupLines).map((one) => ({
        ...one,
        type: 'Abstract',
      })),
    ],
    subjects: texts(
      [...within('subjects', 'subject'), ...childrenOf(resource, 'subject')].filter(
        (subject) => attributeOf(subject, 'subjectScheme') === '',
      ),
      '',
      markupLine,
    ),
    dates: texts(within('dates', 'date'), 'dateType', lineOf),
    publicationYear: lineOf(childOf(resource, 'publicationYear')),
    dois: childrenOf(resource, 'identifier')
      .filter((id) => hasType(id, 'identifierType', 'doi'))
      .map(lineOf),
    container: {
      title: lineOf(childOf(container, 'titles', 'title')) || own('citationTitle'),
      volume: part('volume') || own('citationVolume'),
      issue: part('issue') || own('citationIssue'),
      firstPage: part('firstPage') || own('citationStartPage'),
      lastPage: part('lastPage') || own('citationEndPage'),
      articleNumber: lineOf(
        childrenOf(container, 'number').find((number) => hasType(number, 'numberType', 'article')),
      ),
    },
    // Up to version 4.3 the journal is only an identifier that the article is part of.
    journalIdentifiers: [
      childrenOf(container, 'relatedItemIdentifier').map((id) => identifier(id, 'relatedItemIdentifierType')),
      within('relatedIdentifiers', 'relatedIdentifier')
        .filter((id) => isOfJournal(attributeOf(id, 'relationType')))
        .map((id) => identifier(id, 'relatedIdentifierType')),
    ],
    creators: within('creators', 'creator').map(creatorOf),
    links: linksOf(resource),
    sizes: within('sizes', 'size').map(lineOf),
    resourceType: attributeOf(childOf(resource, 'resourceType'), 'resourceTypeGeneral'),
    ownType: lineOf(childOf(resource, 'resourceType')),
    isDraft: false,
    origin: { parts: [resource], rules: dataciteRules },
    notes: otherContributors(
      within('contributors', 'contributor').map((one) => ({
        name: markupLine(childOf(one, 'contributorName')),
        role: attributeOf(one, 'contributorType'),
      })),
    ),
  };
}

function linksOf(resource: XmlElement): SourceLink[] {
  const addresses = childrenOf(resource, 'identifier').filter((id) => hasType(id, 'identifierType', 'url'));
  return [
    ...addresses.map((id): SourceLink => ({ url: lineOf(id), type: null, role: 'landing' })),
    ...childrenOf(resource, 'file').map(
      (file): SourceLink => ({
        url: lineOf(file),
        type: attributeOf(file, 'mimeType') || null,
        role: 'file',
      }),
    ),
  ];
}

function hasType(element: XmlElement, attribute: string, type: string): boolean {
  return isType(attributeOf(element, attribute), type);
}

function identifier(element: XmlElement, typedBy: string) {
  return { value: lineOf(element), type: attributeOf(element, typedBy) };
}

function creatorOf(creator: XmlElement): DataciteCreator {
  const part = (name: string) => markupLine(childOf(creator, name));
  return {
    name: part('creatorName'),
    givenName: part('givenName'),
    familyName: part('familyName'),
    nameType: attributeOf(childOf(creator, 'creatorName') ?? creator, 'nameType'),
    affiliations: childrenOf(creator, 'affiliation').map((affiliation) => ({
      name: markupLine(affiliation),
      ...(hasType(affiliation, 'affiliationIdentifierScheme', 'ror') && {
        ror: attributeOf(affiliation, 'affiliationIdentifier'),
      }),
    })),
    orcid: lineOf(
      childrenOf(creator, 'nameIdentifier').find((id) => hasType(id, 'nameIdentifierScheme', 'orcid')),
    ),
  };
}
