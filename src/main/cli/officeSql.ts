import { t } from '../../shared/i18n/i18n.ts';

/** The annotated statements for the administrator: those needed once, or those of a person. */
export function officeSql(
  person: string | null,
  { database, readOnly = false }: { database: string; readOnly?: boolean },
): string {
  const name = identifier(database);
  if (person === null)
    return script([
      ['cli.office.sql.role', 'CREATE ROLE colophon_editors NOLOGIN;'],
      ['cli.office.sql.database', `CREATE DATABASE ${name};`],
      [
        'cli.office.sql.connect',
        `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC;\nGRANT CONNECT ON DATABASE ${name} TO colophon_editors;`,
      ],
      ['cli.office.sql.next', ''],
    ]);
  const role = identifier(person);
  const password = text(t('cli.office.sql.password'));
  return script([
    ['cli.office.sql.person', `CREATE ROLE ${role} LOGIN PASSWORD ${password} IN ROLE colophon_editors;`],
    ['cli.office.sql.creator', `-- GRANT CREATE ON DATABASE ${name} TO ${role};`],
    [
      'cli.office.sql.permission',
      `INSERT INTO colophon.permissions (account_id, person, may_edit)
SELECT id, ${text(person)}, ${!readOnly} FROM colophon.records WHERE kind = 'account'
-- AND record ->> 'name' = 'Name'
ON CONFLICT (account_id, person) DO UPDATE SET may_edit = excluded.may_edit;`,
    ],
    ['cli.office.sql.remove', `-- DELETE FROM colophon.permissions WHERE person = ${text(person)};`],
  ]);
}

/** Each step with its explanation above it, as comments. */
function script(steps: readonly (readonly [key: string, statements: string])[]): string {
  return steps
    .map(([key, statements]) => `-- ${t(key)}\n${statements === '' ? '' : `${statements}\n`}`)
    .join('\n');
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
