import { articleOf } from '../article/articleOf.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml, type XmlContext } from '../xml/xmlFormat.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { ojsArticle } from './ojsArticle.ts';

const ojs = {
  ...ordinaryXml,
  roots: new Set(['article', 'articles', 'issue', 'issues']),
  records: new Set(['article']),
  groups: new Set(['issue']),
  context: new Set(['issue_identification', 'date_published', 'volume', 'number', 'year']),
  // Embedded files may have hundreds of megabytes.
  skipped: new Set(
    'embed submission_file artwork_file supplementary_file supplemental_file supp_file issue_covers issue_galleys'.split(
      ' ',
    ),
  ),
};

/** Reads OJS' native XML of articles or issues (2.x and 3.x). */
export const readOjs: Reader = (file, choices) =>
  readXml(file, {
    ...ojs,
    read: (article, context) => articleOf(ojsArticle(article, issueOf(context)), choices),
  });

/** The issue around an article, with what was kept of it. */
function issueOf(context: XmlContext): XmlElement | undefined {
  const issue = context.get('issue');
  return issue && { ...issue, children: [...context.values()].filter((part) => part !== issue) };
}
