/** How long a draft or an application stays in the trash, in milliseconds. */
export const trashKeeps = 30 * 24 * 3600 * 1000;

/**
 * SQL: it was moved to the trash before the ISO time `?`. What an office shares is left to the clock of its database
 * (`office/purgeTrash.ts`): other computers wrote these times, and what is deleted here is then deleted for everybody.
 */
export const isOldTrash =
  'trashed_at < ? AND account_id NOT IN (SELECT account_id FROM office_accounts WHERE account_id IS NOT NULL)';
