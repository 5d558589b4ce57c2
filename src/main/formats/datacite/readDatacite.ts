import { readDataciteJson } from '../json/readJson.ts';
import type { Reader } from '../reader.ts';
import { detectEncoding } from '../text/decodeText.ts';
import { readDataciteXml } from './readDataciteXml.ts';

/** Reads DataCite's metadata, as XML or JSON. */
export const readDatacite: Reader = (file, choices) =>
  (isXml(file.head) ? readDataciteXml : readDataciteJson)(file, choices);

function isXml(head: Buffer): boolean {
  const { name, skip } = detectEncoding(head);
  return new TextDecoder(name).decode(head.subarray(skip)).trimStart().startsWith('<');
}
