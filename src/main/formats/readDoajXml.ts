import { articleOf } from './articleOf.ts';
import { doajXmlArticle } from './doajXmlArticle.ts';
import type { Reader } from './reader.ts';
import { readXml } from './readXml.ts';
import { ordinaryXml } from './xmlFormat.ts';

const doajXml = { ...ordinaryXml, roots: new Set(['records', 'record']), records: new Set(['record']) };

/** Reads the directory's article XML. */
export const readDoajXml: Reader = (file, choices) =>
  readXml(file, { ...doajXml, read: (record) => articleOf(doajXmlArticle(record), choices) });
