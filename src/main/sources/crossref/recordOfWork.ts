import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { articleOf } from '../../formats/article/articleOf.ts';
import { workArticle } from '../../formats/csl/workArticle.ts';

// Imported when it is needed: what reads the texts of works is a tenth of all code.

/** A work as the record of an article; null if it is not an article. */
export function recordOfWork(work: JsonObject): DraftRecord | null {
  const source = workArticle(work);
  return source && articleOf(source).record;
}
