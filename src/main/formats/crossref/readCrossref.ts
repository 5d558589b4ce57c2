import { msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import type { Reader } from '../reader.ts';
import { maxXmlBytes } from '../readRecord.ts';
import { headText } from '../text/decodeText.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml, type XmlReading } from '../xml/xmlFormat.ts';
import { childOf, childrenOf, elementsOf, type XmlElement } from '../xml/xmlTree.ts';
import { crossrefArticle } from './crossrefArticle.ts';

const crossref = {
  ...ordinaryXml,
  roots: new Set(['doi_batch']),
  records: new Set(['journal_article']),
  context: new Set(['journal_metadata', 'journal_issue']),
  groups: new Set(['journal']),
  // Only the number of references is reported.
  counted: new Set(['citation']),
  parentOfOthers: 'body',
  path: ['doi_batch', 'body'],
  resumeAt: [
    'book',
    'conference',
    'dissertation',
    'report-paper',
    'standard',
    'database',
    'sa_component',
    'peer_review',
    'posted_content',
    'pending_publication',
    'grant',
  ],
  isStrict: true,
  limits: { bytes: maxXmlBytes, depth: 100 },
  emptyGroup: msg('import.read.noArticles'),
};

/** A response to a query (UNIXREF, alone or in UNIXSD) wraps each deposited record. */
const response = {
  ...crossref,
  roots: new Set(['doi_records', 'crossref_result']),
  parentOfOthers: 'crossref',
  path: ['doi_records', 'doi_record', 'crossref'],
};

/** Reads Crossref deposits (4.3 to 5.x) and responses to queries. */
export const readCrossref: Reader = (file, choices) =>
  readXml(file, {
    ...(/<(?:[\w.-]+:)?(?:doi_records|crossref_result)[\s>]/.test(headText(file.head)) ? response : crossref),
    read: (article, context) =>
      articleOf(
        crossrefArticle(article, {
          metadata: context.get('journal_metadata'),
          issue: context.get('journal_issue'),
        }),
        choices,
      ),
  });

/** The only article in a deposit or a response that is part of another file. */
export function crossrefReading(deposit: XmlElement, choices: Choices): XmlReading {
  const journal = deposit.name === 'journal' ? deposit : firstInside(deposit, 'journal');
  const articles = childrenOf(journal, 'journal_article');
  if (articles.length !== 1) return { message: msg('import.read.noArticles') };
  const context = {
    metadata: childOf(journal, 'journal_metadata'),
    issue: childOf(journal, 'journal_issue'),
  };
  return articleOf(crossrefArticle(articles[0]!, context), choices);
}

function firstInside(element: XmlElement, name: string): XmlElement | undefined {
  const inner = elementsOf(element);
  return (
    inner.find((one) => one.name === name) ??
    inner.map((one) => firstInside(one, name)).find((found) => found !== undefined)
  );
}
