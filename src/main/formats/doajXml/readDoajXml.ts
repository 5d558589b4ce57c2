import { articleOf } from '../articleOf.ts';
import type { Reader } from '../reader.ts';
import { readXml } from '../xml/readXml.ts';
import { ordinaryXml } from '../xml/xmlFormat.ts';
import { doajXmlArticle } from './doajXmlArticle.ts';

const doajXml = { ...ordinaryXml, roots: new Set(['records', 'record']), records: new Set(['record']) };

/** Reads the directory's article XML. */
export const readDoajXml: Reader = (file, choices) =>
  readXml(file, { ...doajXml, read: (record) => articleOf(doajXmlArticle(record), choices) });
