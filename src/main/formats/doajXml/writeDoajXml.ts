import type { Writer } from '../writer.ts';
import { doajXmlRecord } from './doajXmlRecord.ts';

/** Writes the directory's article XML; records that cannot be valid are left out. */
export const writeDoajXml: Writer = async function* writeDoajXml(records, { losses, journalTitles }) {
  let index = 0;
  let isBegun = false;
  for await (const record of records) {
    index++;
    const written = doajXmlRecord(record, journalTitles);
    if ('reason' in written) {
      losses.addRecord(index, written.reason);
      continue;
    }
    losses.addParts(written.lost);
    // The schema does not allow a file without records.
    yield isBegun ? written.xml : `<?xml version="1.0" encoding="UTF-8"?>\n<records>\n${written.xml}`;
    isBegun = true;
  }
  if (isBegun) yield '</records>\n';
};
