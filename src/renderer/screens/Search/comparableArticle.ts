import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Json } from '../../../shared/json.ts';

/** Members of the journal block that the directory fills itself, whatever a draft says (reference/directory-api.md 4.1). */
const ofTheDirectory = ['issns', 'title', 'publisher', 'language', 'country', 'license'];

/** The parts of an article that can be compared: pages where drafts have them, no values of the directory. */
export function comparableArticle(record: DraftRecord): DraftRecord {
  const { start_page, end_page, subject: _subject, ...bibjson } = copyOf(record.bibjson);
  const journal = copyOf(bibjson.journal);
  for (const name of ofTheDirectory) delete journal[name];
  const pages = { start_page: journal.start_page ?? start_page, end_page: journal.end_page ?? end_page };
  for (const [name, value] of Object.entries(pages)) if (value !== undefined) journal[name] = value;
  return { bibjson: { ...bibjson, journal } };
}

/** A copy, so that the record itself is not modified. */
function copyOf(value: Json | undefined): { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
