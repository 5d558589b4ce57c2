import { isObject } from '../../../shared/json.ts';
import { articleOf } from '../article/articleOf.ts';
import { mappedReader } from '../json/readJson.ts';
import type { Reader } from '../reader.ts';
import { withParts } from '../sourceArticle.ts';
import { headText } from '../text/decodeText.ts';
import { jsonPart } from '../unused/sourcePart.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { dataciteArticle } from './dataciteArticle.ts';
import { dataciteJsonRecord } from './dataciteJsonRecord.ts';
import { dataciteXmlRecord } from './dataciteXmlRecord.ts';

/** Reads DataCite's metadata, as XML or JSON. */
export const readDatacite: Reader = (file, choices) =>
  (isXml(file.head) ? readDataciteXml : readDataciteJson)(file, choices);

function isXml(head: Buffer): boolean {
  return headText(head).trimStart().startsWith('<');
}

const xml = { ...ordinaryXml, records: new Set(['resource']) };

const readDataciteXml: Reader = (file, choices) =>
  readXml(file, {
    ...xml,
    read: (resource) => articleOf(dataciteArticle(dataciteXmlRecord(resource)), choices),
  });

/** With or without the envelope of the REST API. */
const readDataciteJson = mappedReader(
  { lists: [['data'], ['items'], ['results']], marks: ['attributes', 'types', 'schemaVersion'] },
  (record) => {
    const { data: inside, ...envelope } = record;
    const data = isObject(inside) ? inside : record;
    const { attributes, ...beside } = data;
    const found = dataciteJsonRecord(isObject(attributes) ? { id: data.id ?? null, ...attributes } : data);
    if (!found) return null;
    const around = { ...(isObject(attributes) && beside), ...(isObject(inside) && envelope) };
    return withParts(dataciteArticle(found), jsonPart('', around));
  },
);
