import { useState } from 'react';
import type { DraftRecord, Refusal } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { sameJson } from '../../state/sameJson.ts';

/** What a refusal is read from: an article's draft or an application. */
export interface Refusable {
  refusal: Refusal | null;
  sync: string;
  record: DraftRecord;
}

/** The directory's last refusal of a draft, for as long as the value that it is about has not been edited. */
export function useRefusal(draft: Refusable, record: DraftRecord): Refusal | null {
  const [seen, setSeen] = useState<{ refusal: Refusal; record: DraftRecord } | null>(null);
  const { refusal } = draft;
  const isStanding = refusal !== null && (draft.sync === 'refused' || draft.sync === 'failed');
  if (isStanding && seen?.refusal.at !== refusal.at) {
    const first = { refusal, record: draft.record };
    setSeen(first);
    return isUnedited(first, record) ? refusal : null;
  }
  if (!seen || refusal === null) return null;
  return isUnedited(seen, record) ? seen.refusal : null;
}

function isUnedited(
  { refusal, record: refused }: { refusal: Refusal; record: DraftRecord },
  record: DraftRecord,
): boolean {
  try {
    return sameJson(getAt(refused, refusal.path), getAt(record, refusal.path));
  } catch {
    // A path in other words than ours: it counts as being about the whole record.
    return sameJson(refused, record);
  }
}
