import { articleTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { asObject } from '../../../shared/json.ts';

/** Members of the journal block that the directory fills itself, whatever a draft says (reference/directory-api.md 4.1). */
const ofTheDirectory = ['issns', 'title', 'publisher', 'language', 'country', 'license'];

/** The parts of an article that can be compared: pages where drafts have them, no values of the directory. */
export function comparableArticle(record: DraftRecord): DraftRecord {
  const { subject: _subject, ...bibjson } = asObject(record.bibjson);
  const journal = { ...asObject(bibjson.journal) };
  for (const name of ofTheDirectory) delete journal[name];
  for (const { member, stray } of articleTexts) {
    if (stray === null) continue;
    const value = journal[member] ?? bibjson[stray];
    if (value !== undefined) journal[member] = value;
    delete bibjson[stray];
  }
  return { bibjson: { ...bibjson, journal } };
}
