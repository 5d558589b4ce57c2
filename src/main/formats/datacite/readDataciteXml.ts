import { articleOf } from '../articleOf.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { dataciteXmlArticle } from './dataciteXmlArticle.ts';

const datacite = { ...ordinaryXml, records: new Set(['resource']) };

/** Reads the XML of DataCite. */
export const readDataciteXml: Reader = (file, choices) =>
  readXml(file, { ...datacite, read: (resource) => articleOf(dataciteXmlArticle(resource), choices) });
