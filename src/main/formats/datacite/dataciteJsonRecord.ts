import { asObject, type JsonObject } from '../../../shared/json.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { jsonList, jsonText } from '../json/jsonText.ts';
import { otherContributors } from '../otherContributors.ts';
import type { SourceLink } from '../sourceArticle.ts';
import { abstractText } from '../text/abstractText.ts';
import { nameText } from '../text/names.ts';
import { plainText } from '../text/plainText.ts';
import { jsonPart } from '../unused/sourcePart.ts';
import {
  type DataciteCreator,
  type DataciteIdentifier,
  type DataciteRecord,
  isOfJournal,
  isType,
  sourceAuthor,
} from './dataciteArticle.ts';
import { dataciteRules } from './dataciteRules.ts';

/**
 * The record of DataCite's JSON: the attributes of its REST API, or the same members without an envelope. Null if it is
 * neither.
 */
export function dataciteJsonRecord(work: JsonObject): DataciteRecord | null {
  if (!['titles', 'creators', 'doi', 'types', 'publicationYear'].some((name) => work[name])) return null;
  const objects = (name: string) => jsonList(work[name]).map(asObject);
  const contributors = objects('contributors').map((one) => ({
    name: nameText(sourceAuthor(creatorOf(one)).name),
    role: jsonText(one.contributorType),
  }));
  return {
    language: jsonText(work.language),
    titles: jsonList(work.titles)
      .map((title) => (typeof title === 'string' ? { title } : asObject(title)))
      .map((one) => ({
        text: plainText(jsonText(one.title)),
        language: jsonText(one.lang),
        type: jsonText(one.titleType),
      })),
    descriptions: objects('descriptions').map((one) => ({
      text: abstractText(jsonText(one.description)),
      language: jsonText(one.lang),
      type: jsonText(one.descriptionType),
    })),
    subjects: jsonList(work.subjects)
      .map((entry) => ({ ...asObject(entry), text: jsonText(asObject(entry).subject) || jsonText(entry) }))
      .filter((one: JsonObject) => jsonText(one.subjectScheme) === '')
      .map((one: JsonObject) => ({ text: plainText(jsonText(one.text)), language: jsonText(one.lang) })),
    dates: objects('dates').map((one) => ({ text: jsonText(one.date), type: jsonText(one.dateType) })),
    publicationYear: jsonText(work.publicationYear),
    dois: doisOf(work),
    ...journalOf(work),
    creators: objects('creators').map(creatorOf),
    links: linksOf(work),
    sizes: jsonList(work.sizes).map(jsonText),
    resourceType: jsonText(asObject(work.types).resourceTypeGeneral),
    ownType: jsonText(asObject(work.types).resourceType),
    isDraft: isType(jsonText(work.state), 'draft'),
    origin: { parts: [jsonPart('', work)], rules: dataciteRules },
    notes: otherContributors(contributors),
  };
}

function doisOf(work: JsonObject): string[] {
  const typed = jsonList(work.identifiers)
    .map(asObject)
    .filter(({ identifierType }) => isType(jsonText(identifierType), 'doi'))
    .map(({ identifier }) => jsonText(identifier));
  const [own = ''] = [jsonText(work.doi), ...typed, jsonText(work.id)].filter(
    (text) => parseDoi(text) !== null,
  );
  return own === '' ? [] : [own];
}

/** The journal from `container`, which the REST API adds, else from the related items or identifiers. */
function journalOf(work: JsonObject): Pick<DataciteRecord, 'container' | 'journalIdentifiers'> {
  const own = asObject(work.container);
  const item = asObject(
    jsonList(work.relatedItems)
      .map(asObject)
      .find(({ relationType }) => isType(jsonText(relationType), 'ispublishedin')),
  );
  const identifier = { ...item, ...asObject(item.relatedItemIdentifier) };
  const either = (name: string) => jsonText(own[name]) || jsonText(item[name]);
  return {
    container: {
      title: plainText(jsonText(own.title) || jsonText(asObject(jsonList(item.titles)[0]).title)),
      volume: either('volume'),
      issue: either('issue'),
      firstPage: either('firstPage'),
      lastPage: either('lastPage'),
      articleNumber: isType(jsonText(item.numberType), 'article') ? jsonText(item.number) : '',
    },
    journalIdentifiers: [
      [{ value: jsonText(own.identifier), type: jsonText(own.identifierType) }],
      [
        {
          value: jsonText(identifier.relatedItemIdentifier),
          type: jsonText(identifier.relatedItemIdentifierType),
        },
      ],
      jsonList(work.relatedIdentifiers)
        .map(asObject)
        .filter(({ relationType }) => isOfJournal(jsonText(relationType)))
        .map(
          (one): DataciteIdentifier => ({
            value: jsonText(one.relatedIdentifier),
            type: jsonText(one.relatedIdentifierType),
          }),
        ),
    ],
  };
}

function creatorOf(creator: JsonObject): DataciteCreator {
  const part = (name: string) => plainText(jsonText(creator[name])).trim();
  const orcid = jsonList(creator.nameIdentifiers)
    .map(asObject)
    .find(({ nameIdentifierScheme }) => isType(jsonText(nameIdentifierScheme), 'orcid'));
  return {
    name: part('name'),
    givenName: part('givenName'),
    familyName: part('familyName'),
    nameType: jsonText(creator.nameType),
    affiliations: jsonList(creator.affiliation).map((entry) => {
      const { name, affiliationIdentifier, affiliationIdentifierScheme } = asObject(entry);
      return {
        name: plainText(jsonText(name) || jsonText(entry)),
        ...(isType(jsonText(affiliationIdentifierScheme), 'ror') && { ror: jsonText(affiliationIdentifier) }),
      };
    }),
    orcid: jsonText(orcid?.nameIdentifier),
  };
}

function linksOf(work: JsonObject): SourceLink[] {
  return [
    { url: jsonText(work.url), type: null, role: 'landing' },
    ...jsonList(work.contentUrl).map((url): SourceLink => ({ url: jsonText(url), type: null, role: 'file' })),
  ];
}
