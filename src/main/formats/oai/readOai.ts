import { msg } from '../../../shared/message.ts';
import { articleOf, type Choices } from '../articleOf.ts';
import { jatsContent, jatsReading } from '../jats/readJats.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml, type XmlReading } from '../xml/xmlFormat.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from '../xml/xmlTree.ts';
import { dublinCoreArticle } from './dublinCoreArticle.ts';

/** Reads a saved OAI-PMH response with records in Dublin Core, JATS or NLM, or Dublin Core alone. */
export const readOai: Reader = (file, choices) =>
  readXml(file, {
    ...ordinaryXml,
    ...jatsContent,
    records: new Set(['record', 'dc']),
    read: (record) => readRecord(record, choices),
  });

/** A deleted record is not a record. */
function readRecord(record: XmlElement, choices: Choices): XmlReading {
  if (record.name === 'dc') return articleOf(dublinCoreArticle(record), choices);
  if (attributeOf(childOf(record, 'header'), 'status') === 'deleted') return null;
  const data = elementsOf(childOf(record, 'metadata'))[0];
  if (!data) return { message: msg('import.read.noMetadata') };
  if (data.name === 'article') return jatsReading(data, choices);
  if (/(?:^|_)dc$|dublin-core/i.test(data.name)) return articleOf(dublinCoreArticle(data), choices);
  return { message: msg('import.read.otherMetadata', { name: data.name }) };
}
