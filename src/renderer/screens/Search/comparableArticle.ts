import { articleTexts } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { asObject, type JsonObject } from '../../../shared/json.ts';

/**
 * The parts of an article that can be compared: pages where drafts have them, and without what the directory fills
 * itself, whatever a draft says (reference/directory-api.md 4.1).
 */
export function comparableArticle(record: DraftRecord): DraftRecord {
  const { subject: _subject, ...bibjson } = asObject(record.bibjson);
  const before = asObject(bibjson.journal);
  const journal: JsonObject = {};
  for (const { member, stray, isInJournal } of articleTexts) {
    const value = isInJournal ? (before[member] ?? (stray === null ? undefined : bibjson[stray])) : undefined;
    if (value !== undefined) journal[member] = value;
    if (stray !== null) delete bibjson[stray];
  }
  return { bibjson: { ...bibjson, journal } };
}
