import { storedContentHash } from '../../../shared/article/storedContent.ts';
import { readInstant } from '../../../shared/instant.ts';
import { member } from '../../../shared/json.ts';

/** What is remembered of an article of the directory that a person saw on `updated`, an ISO time. */
export const seenUpdated = (updated: string): string => `updated ${updated}`;

/** What is remembered of an article if a person was told what the directory has; `record` null: that it is not there. */
export const seenThere = (record: unknown): string =>
  record === null ? notThere : `content ${storedContentHash(record)}`;

const notThere = 'nothing';

/**
 * Whether the directory's record is still what a person saw: of the same time, or (`content`, as `deletionStore.ts`
 * writes it) with the content that was sent from the draft. Null: it is not known what they saw.
 */
export function isAsSeen(seen: string | null, record: unknown): boolean {
  if (seen === null) return true;
  if (seen === notThere) return false;
  const [kind, value] = [seen.slice(0, seen.indexOf(' ')), seen.slice(seen.indexOf(' ') + 1)];
  if (kind === 'content') return value === storedContentHash(record);
  const there = readInstant(member(record, 'last_updated'));
  return kind === 'updated' && there !== null && Date.parse(there) === Date.parse(value);
}
