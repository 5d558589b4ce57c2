/**
 * How every function of the office is declared: with the rights of the tables' owner, and the same for every caller
 * whatever their session has set. Whom a function serves, it asks by `session_user`.
 */
export const secured = `SECURITY DEFINER SET search_path = pg_catalog, colophon, pg_temp SET standard_conforming_strings = on`;

/** SQL: the accounts that a person may see, as a list, because PostgreSQL reads a list once for each statement. */
export const ownAccounts = `ANY (ARRAY (SELECT p.account_id FROM colophon.permissions p WHERE p.person = session_user))`;
