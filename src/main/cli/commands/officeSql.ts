import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import {
  databaseSql,
  endingSql,
  hardeningSql,
  identifier,
  isSafeDatabase,
  isSafeName,
  isSafeText,
  noRightsSql,
  type PersonRights,
  personSql,
  rightsSql,
  rolesSql,
  tablesSql,
  text,
} from '../../office/schema/officeRoles.ts';

/**
 * The annotated script with which the administrator prepares a database, or a person's access (`rights` null: takes it
 * away), for `psql`. Throws AppError `input` for a name that a script cannot hold.
 */
export function officeSql(
  database: string,
  person: { name: string; rights: PersonRights | null } | null,
): string {
  if (!isSafeDatabase(database)) throw unsafe(database);
  const connect: Step = ['connect', `\\connect ${identifier(database)}`];
  if (person === null)
    return script([
      ['role', rolesSql],
      [
        'database',
        `SELECT format('CREATE DATABASE %I', ${text(database)})
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = ${text(database)}) \\gexec`,
      ],
      connect,
      ['access', databaseSql(database)],
      ['tables', tablesSql()],
      ['hardening', hardeningSql],
      ['ending', endingSql],
      ['next', ''],
    ]);
  const { name, rights } = person;
  if (!isSafeName(name)) throw unsafe(name);
  if (rights?.account != null && !isSafeText(rights.account)) throw unsafe(rights.account);
  if (rights === null) return script([connect, ['remove', noRightsSql(name)]]);
  return script([
    ['person', personSql(name, randomBytes(18).toString('base64url'))],
    connect,
    ['permission', rightsSql(name, rights)],
  ]);
}

type Step = readonly [key: string, statements: string];

/** Each step with its number and explanation above it, as comments; psql stops at the first error. */
function script(steps: readonly Step[]): string {
  const numbered = steps.map(
    ([key, statements], at) =>
      `-- ${at + 1}. ${t(`cli.office.sql.${key}`)}\n${statements === '' ? '' : `${statements}\n`}`,
  );
  return ['\\set ON_ERROR_STOP on\n', ...numbered].join('\n');
}

function unsafe(name: string): AppError {
  return new AppError('input', msg('office.error.unsafeName.message', { name }), {
    fix: msg('office.error.unsafeName.fix'),
  });
}
