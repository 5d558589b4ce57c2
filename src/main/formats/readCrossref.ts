import { msg } from '../../shared/message.ts';
import { crossrefArticle } from './crossrefArticle.ts';
import type { Reader } from './reader.ts';
import { maxXmlBytes } from './readRecord.ts';
import { ordinaryXml, readXml } from './xmlRecords.ts';

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

/** Reads Crossref deposits (4.3 to 5.x). */
export const readCrossref: Reader = (file, { issnKinds }) =>
  readXml(file, {
    ...crossref,
    read: (article, context) =>
      crossrefArticle(
        article,
        { metadata: context.get('journal_metadata'), issue: context.get('journal_issue') },
        issnKinds,
      ),
  });
