import { visibleJson } from '../../../shared/text/visibleText.ts';
import type { Writer } from '../writer.ts';

/** Writes one record per line. */
export const writeJsonLines: Writer = async function* writeJsonLines(records) {
  for await (const record of records) yield `${visibleJson(JSON.stringify(record))}\n`;
};
