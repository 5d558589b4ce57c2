import { msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml, type XmlReading } from '../xml/xmlFormat.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { jatsArticle } from './jatsArticle.ts';

/** Elements of JATS whose content is never needed, and those in them that are counted. */
export const jatsContent = { skipped: new Set(['body', 'back', 'floats-group']), counted: new Set(['ref']) };

/** Reads an article of JATS or NLM XML, or a set of them. */
export const readJats: Reader = (file, choices) =>
  readXml(file, {
    ...ordinaryXml,
    ...jatsContent,
    records: new Set(['article']),
    read: (article) => jatsReading(article, choices),
  });

/** The record of an `article`. */
export function jatsReading(article: XmlElement, choices: Choices): XmlReading {
  const source = jatsArticle(article);
  return source ? articleOf(source, choices) : { message: msg('import.read.noArticleMeta') };
}
