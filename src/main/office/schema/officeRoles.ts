import { installSql } from './installSql.ts';

/** The role that owns the office's tables and functions; nobody can log in as it. */
const owner = 'colophon_owner';
/** The role to which every person of an office belongs, and to which everything is granted. */
const editors = 'colophon_editors';

/** What a person may do with the accounts that the office has now. */
export interface PersonRights {
  mayEdit: boolean;
  /** Put into the queue, send and delete. */
  maySend: boolean;
  /** Create the office, and add accounts to it. */
  mayCreate: boolean;
  /** The only account that is meant: its name, unless others have it, too, or its id. */
  account?: string | null;
}

/** Runs statements as the owner, for an administrator of whatever kind. */
const asOwner = (statements: string): string =>
  `GRANT ${owner} TO CURRENT_USER;
SET ROLE ${owner};
${statements}
RESET ROLE;
REVOKE ${owner} FROM CURRENT_USER;`;

/** Creates the roles of all offices on a server, unless they are there. */
export const rolesSql = [owner, editors]
  .map(
    (role) => `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
END $$;`,
  )
  .join('\n');

/** Who may connect to the database, whose owner runs this: nobody but the people, who cannot create anything in it. */
export const databaseSql = (
  database: string,
): string => `REVOKE ALL ON DATABASE ${identifier(database)} FROM PUBLIC;
GRANT CONNECT ON DATABASE ${identifier(database)} TO ${editors};
REVOKE CREATE ON SCHEMA public FROM PUBLIC;`;

/** Locks, large objects and messages in the log, which everybody may write otherwise, and which could fill the server. */
export const hardeningSql = `DO $$
DECLARE
  one regprocedure;
BEGIN
  FOR one IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace
    AND (p.proname ~ '^pg_(try_)?advisory' OR p.proname ~ '^lo_|^lo(create|import|write|read)$'
      OR p.proname = 'pg_logical_emit_message') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'Only a superuser can take away functions of the server itself; the office works without that.';
END $$;`;

/** Whoever keeps others waiting for a minute is disconnected: functions of the owner may end sessions, and see their age. */
export const endingSql = `DO $$ BEGIN
  GRANT pg_signal_backend, pg_read_all_stats TO ${owner};
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'Only a superuser can permit this; people who keep others waiting are named all the same.';
END $$;`;

/** Creates the tables and functions of the office in the current database, or brings older ones up to date. */
export const tablesSql = (install = installSql()): string =>
  `GRANT ${owner} TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS colophon AUTHORIZATION ${owner};
SET ROLE ${owner};
${install}
RESET ROLE;
REVOKE ${owner} FROM CURRENT_USER;`;

/**
 * Creates the role of a person unless it is there, for psql. A connection that somebody forgot keeps others waiting for a
 * minute at most.
 */
export const personSql = (person: string, password: string): string =>
  `SELECT format('CREATE ROLE %I LOGIN PASSWORD %L CONNECTION LIMIT 50 IN ROLE ${editors}', ${text(person)}, ${text(password)})
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${text(person)}) \\gexec
${timeoutsSql(person)}`;

export const timeoutsSql = (person: string): string =>
  Object.entries(timeouts)
    .map(([name, seconds]) => `ALTER ROLE ${identifier(person)} SET ${name} = '${seconds}s';`)
    .join('\n');

/** Settings of each person's role, in seconds. */
export const timeouts = {
  lock_timeout: 30,
  statement_timeout: 60,
  idle_in_transaction_session_timeout: 60,
} as const;

/** What a person may do from now on; their permissions for accounts that are added later are given by running it again. */
export function rightsSql(
  person: string,
  { mayEdit, maySend, mayCreate, account = null }: PersonRights,
): string {
  const name = text(person);
  const which = account === null ? '' : ` AND id = colophon.account_called(${text(account)})`;
  const creator = mayCreate
    ? `INSERT INTO colophon.creators (person) VALUES (${name}) ON CONFLICT DO NOTHING;`
    : `DELETE FROM colophon.creators WHERE person = ${name};`;
  return asOwner(`INSERT INTO colophon.permissions (account_id, person, may_edit, may_send)
  SELECT id, ${name}, ${mayEdit}, ${maySend} FROM colophon.records WHERE kind = 'account'${which}
  ON CONFLICT (account_id, person) DO UPDATE SET may_edit = excluded.may_edit, may_send = excluded.may_send;
${creator}`);
}

/** Takes every permission from a person, whose role stays, and cancels what they queued. */
export function noRightsSql(person: string): string {
  return asOwner(`DELETE FROM colophon.permissions WHERE person = ${text(person)};
DELETE FROM colophon.creators WHERE person = ${text(person)};
DELETE FROM colophon.presence WHERE person = ${text(person)};
DELETE FROM colophon.queue WHERE person = ${text(person)};
SELECT colophon.cancel_deletions(${text(person)});`);
}

/** Bytes that PostgreSQL keeps of a name; it cuts the rest off, which would be the name of somebody else. */
const longestName = 63;

/** Returns true for a name that stands in a statement as it is; no name is ever written into a comment. */
export function isSafeName(name: string): boolean {
  const bytes = new TextEncoder().encode(name).length;
  return bytes > 0 && bytes <= longestName && isSafeText(name);
}

export function isSafeText(value: string): boolean {
  return !/["\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
}

/** The same for a database, which psql would take for a connection string if it looked like one. */
export function isSafeDatabase(name: string): boolean {
  return isSafeName(name) && !/[=:/]/.test(name);
}

export function identifier(name: string): string {
  return `"${name}"`;
}

export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
