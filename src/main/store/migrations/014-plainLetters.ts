/**
 * Version 14: letters such as ł and ø are searched as l and o. The texts of drafts up to `refold_search_to` were indexed
 * before; the recheck of the next start indexes those with such letters again (store/drafts/draftRecheck.ts).
 */
export const plainLetters = `
ALTER TABLE accounts ADD COLUMN refold_search_to INTEGER;
UPDATE accounts SET recheck_after = 0, refold_search_to = (SELECT max(id) FROM drafts);
UPDATE applications SET search_text = fold_text(search_text);
`;
