import { createHash } from 'node:crypto';

/**
 * Names a draft in a table that is returned to the user. It begins with the draft's id; the rest proves that the draft
 * belongs to this account and data folder, since elsewhere another draft may have the same id.
 */
export function draftKey(draft: { id: number; accountId: string; createdAt: string }): string {
  const { id, accountId, createdAt } = draft;
  const check = createHash('sha256').update(`${id} ${accountId} ${createdAt}`).digest('hex').slice(0, 12);
  return `${id}-${check}`;
}
