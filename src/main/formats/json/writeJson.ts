import { visibleJson } from '../../../shared/text/visibleText.ts';
import type { Writer } from '../writer.ts';

/** Writes a list of the records, one per line. */
export const writeJson: Writer = async function* writeJson(records) {
  let isBegun = false;
  for await (const record of records) {
    yield `${isBegun ? ',' : '['}\n${visibleJson(JSON.stringify(record))}`;
    isBegun = true;
  }
  if (isBegun) yield '\n]\n';
};

/** Writes one record per line. */
export const writeJsonLines: Writer = async function* writeJsonLines(records) {
  for await (const record of records) yield `${visibleJson(JSON.stringify(record))}\n`;
};
