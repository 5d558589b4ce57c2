import { type Message, msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Reader } from '../reader.ts';
import {
  emptyArticle,
  type SourceAffiliation,
  type SourceArticle,
  type SourceDate,
} from '../sourceArticle.ts';
import { markupLine, markupLines } from '../text/markupText.ts';
import { joinPages } from '../text/pages.ts';
import { writtenDate } from '../text/sourceDates.ts';
import { asNames, isDate, isLanguage, isPages, isReference, xmlShapes } from '../unused/shapes.ts';
import type { PartRules, Shape } from '../unused/sourcePart.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { attributeOf, childOf, childrenOf, elementsOf, lineOf, type XmlElement } from '../xml/xmlTree.ts';

const doajXml = { ...ordinaryXml, records: new Set(['record']) };

/** Reads the directory's article XML. */
export const readDoajXml: Reader = (file, choices) =>
  readXml(file, { ...doajXml, read: (record) => articleOf(doajXmlArticle(record), choices) });

/**
 * The article of a `record` in the directory's article XML (reference/import-formats.md 3, 4.1). The directory takes
 * the first abstract, the first group of keywords and the first affiliation of an author, so they are chosen here, too.
 */
export function doajXmlArticle(record: XmlElement): SourceArticle {
  const text = (name: string) => lineOf(childOf(record, name));
  const authors = childrenOf(record, 'authors').flatMap((list) => childrenOf(list, 'author'));
  const affiliations = affiliationsById(record);
  return {
    ...emptyArticle,
    language: text('language'),
    titles: childrenOf(record, 'title').map((title) => ({
      language: languageOf(title) ?? text('language'),
      text: markupLine(title),
    })),
    abstracts: childrenOf(record, 'abstract').map((abstract) => ({
      language: languageOf(abstract),
      text: markupLines(abstract),
    })),
    keywords: childrenOf(record, 'keywords').map((group) => ({
      language: languageOf(group),
      list: childrenOf(group, 'keyword').map(markupLine),
    })),
    isFirstPreferred: true,
    dates: publicationDate(text('publicationDate')),
    dois: [text('doi')],
    issns: [
      { value: text('issn'), kind: 'print' },
      { value: text('eissn'), kind: 'electronic' },
    ],
    journal: text('journalTitle'),
    volume: text('volume'),
    number: text('issue'),
    pages: joinPages(text('startPage'), text('endPage')),
    authors: authors.map((author) => ({
      name: markupLine(childOf(author, 'name')),
      affiliations: sourceAffiliations(author, affiliations),
      // An earlier version of the schema had a spelling mistake.
      orcid: lineOf(childOf(author, 'orcid_id')) || lineOf(childOf(author, 'orchid_id')),
    })),
    links: childrenOf(record, 'fullTextUrl').map((link) => ({
      url: lineOf(link),
      type: attributeOf(link, 'format') || null,
      role: 'landing',
    })),
    kinds: [{ text: text('documentType') }],
    publisherRecordId: text('publisherRecordId'),
    origin: { parts: [record], rules },
    notes: unknownAffiliations(authors, affiliations),
  };
}

const rules: PartRules = {
  dropped: new Map([
    ['publisher', msg('import.part.publisher')],
    ['documentType', msg('import.part.documentType')],
    ['email', msg('import.part.emails')],
  ]),
  named: new Map([['affiliationsList', msg('import.part.authorDetails')]]),
  shapes: new Map<string, Shape>([
    ...xmlShapes,
    ['language', isLanguage],
    ['publicationDate', isDate],
    ['affiliationId', isReference],
    ['@affiliationId', isReference],
    ['endPage', isPages],
    ['author/name', asNames],
  ]),
};

function languageOf(element: XmlElement): string | null {
  return attributeOf(element, 'language') || null;
}

/** `2024-13-45`, which the schema allows, keeps its year; its month is reported. */
function publicationDate(text: string): SourceDate[] {
  const [, year, month = ''] = /^(\d{4})(?:-(\d{1,2}))?(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return [{ kind: 'online', year, month }];
  return writtenDate('online', text);
}

function affiliationsById(record: XmlElement): Map<string, string> {
  const byId = new Map<string, string>();
  for (const name of childrenOf(record, 'affiliationsList').flatMap((list) => elementsOf(list))) {
    const id = attributeOf(name, 'affiliationId').trim();
    if (!byId.has(id)) byId.set(id, markupLine(name));
  }
  return byId;
}

/** If the first id has no affiliation, the author has none: the directory does not look at the others. */
function sourceAffiliations(author: XmlElement, affiliations: Map<string, string>): SourceAffiliation[] {
  const names = affiliationIds(author).map((id) => affiliations.get(id) ?? '');
  return names[0] ? names.filter((name) => name !== '').map((name) => ({ name })) : [];
}

function affiliationIds(author: XmlElement): string[] {
  return childrenOf(author, 'affiliationId')
    .map(lineOf)
    .filter((id) => id !== '');
}

function unknownAffiliations(authors: XmlElement[], affiliations: Map<string, string>): Message[] {
  return authors.flatMap((author) => {
    const [first] = affiliationIds(author);
    if (first === undefined || affiliations.has(first)) return [];
    return [msg('import.note.unknownAffiliation', { name: lineOf(childOf(author, 'name')), id: first })];
  });
}
