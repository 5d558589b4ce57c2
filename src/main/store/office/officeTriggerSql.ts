import { type SharedKind, sharedKinds } from '../../../shared/office/office.ts';
import { columnsOf, sharedColumns } from './sharedRows.ts';

/** The triggers of a data folder that joined an office, as this version of Colophon creates them. */
export function officeTriggers(): { name: string; sql: string }[] {
  return sharedKinds.flatMap(triggersOf);
}

/** SQL of a row's shared content as JSON text; `row` is a table, or `old` or `new` in a trigger. */
export function contentSql(kind: SharedKind, row: string): string {
  const { json } = sharedColumns[kind];
  // Concatenated as text, because SQLite's JSON functions refuse deep nesting.
  const members = columnsOf(kind).map((name) => {
    const value = json.includes(name) ? `coalesce(${row}.${name}, 'null')` : `json_quote(${row}.${name})`;
    return `'"${name}":' || ${value}`;
  });
  return `'{' || ${members.join(` || ',' || `)} || '}'`;
}

function triggersOf(kind: SharedKind): { name: string; sql: string }[] {
  const { table } = sharedColumns[kind];
  const account = kind === 'account' ? 'id' : 'account_id';
  const isShared = (row: string) =>
    `EXISTS (SELECT 1 FROM office_accounts WHERE account_id = ${row}.${account})${kind === 'article' ? ` AND ${row}.staged = 0` : ''}`;
  const note = (row: string) =>
    `INSERT OR REPLACE INTO office_outbox (kind, account_id, local_id) VALUES ('${kind}', ${row}.${account}, ${row}.id);`;
  const keepBase = `UPDATE office_base SET record = ${contentSql(kind, 'old')}
      WHERE kind = '${kind}' AND local_id = old.id AND record IS NULL AND version > 0;`;
  const columns = columnsOf(kind);
  const isChanged = columns.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ');
  const watched = kind === 'article' ? ['staged', ...columns] : columns;
  const isRevealed = kind === 'article' ? ' OR old.staged <> new.staged' : '';
  // An approval does not cover later changes. This is the last statement, because it is a change too.
  const askAgain = columns.includes('review')
    ? `UPDATE ${table} SET review = 'review' WHERE id = new.id AND review = 'approved' AND old.review = 'approved'
         AND old.record <> new.record;`
    : '';
  const trigger = (event: string, rest: string) => {
    const name = `office_${kind}_${event}`;
    return { name, sql: `CREATE TRIGGER ${name} AFTER ${rest} END` };
  };
  const changed = trigger(
    'changed',
    `UPDATE OF ${watched.join(', ')} ON ${table}
    WHEN ${isShared('new')} AND (${isChanged}${isRevealed}) BEGIN ${keepBase} ${note('new')} ${askAgain}`,
  );
  // Accounts are shared with an office, and removed from it, only on purpose.
  if (kind === 'account') return [changed];
  return [
    trigger('added', `INSERT ON ${table} WHEN ${isShared('new')} BEGIN ${note('new')}`),
    changed,
    trigger('removed', `DELETE ON ${table} WHEN ${isShared('old')} BEGIN ${keepBase} ${note('old')}`),
  ];
}
