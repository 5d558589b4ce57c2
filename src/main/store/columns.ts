/** What is known of a column of a table; its name is its key there. */
export interface Column {
  /** Its type and constraints in SQLite. */
  sql: string;
  /** It is read out of the record when that is saved. */
  isDerived?: true;
  /** A window is told of it: in lists too, or only where it shows the whole record. */
  shown?: 'list' | 'record';
  /** A bulk change that is taken back restores it. */
  isUndone?: true;
  /** An office shares it. */
  shared?: SharedColumn;
  /** An office shares it as a setting of an account; `readSharedContent` says what it can hold. */
  isSharedSetting?: true;
  /** It is none of these four: only this computer needs it. */
  isLocal?: true;
  /** A change of it makes the account's facts (what lists filter by) stale, or their order, or both. */
  makesStale?: 'facts' | 'order' | 'both';
}

/** A column that the colleagues in an office share. */
export interface SharedColumn {
  /** A JSON object, a time, one of a few words, or a text with at most so many characters. */
  holds: 'json' | 'time' | readonly string[] | number;
  /**
   * Who changes it. `editing`: a person. `sending`: what the directory has, and its answers, which only who may send
   * writes. `base`: what a change for the directory starts from, which comes from there too, but from any editor.
   */
  by: 'editing' | 'sending' | 'base';
}

/** A column says where it belongs, so that nobody forgets to share it, or to restore it. */
type Placed = Column & { [Fact in Placing]: Required<Pick<Column, Fact>> }[Placing];
type Placing = 'isDerived' | 'isUndone' | 'shared' | 'isSharedSetting' | 'isLocal';

/** The columns of a table, in the order of the table. */
export type Table = Readonly<Record<string, Placed>>;

/** The name of a column in code: `doi_key` is `doiKey`. */
export type Member<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Member<Rest>>}`
  : Name;

/** The columns of a table that have this fact, with this value if one is given. */
export type ColumnsWith<T extends Table, Fact extends keyof Column, Value = NonNullable<Column[Fact]>> = {
  [Name in keyof T & string]: T[Name] extends Record<Fact, Value> ? Name : never;
}[keyof T & string];

export function columnsWith<
  T extends Table,
  Fact extends keyof Column,
  const Value extends NonNullable<Column[Fact]> = NonNullable<Column[Fact]>,
>(table: T, fact: Fact, value?: Value): ColumnsWith<T, Fact, Value>[] {
  const names = Object.keys(table).filter((name) => {
    const found = table[name]![fact];
    return value === undefined ? found !== undefined : found === value;
  });
  return names as ColumnsWith<T, Fact, Value>[];
}

function memberOf<Name extends string>(name: Name): Member<Name> {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Member<Name>;
}

/** The columns by their names in code. */
export function columnsByMember<Name extends string>(names: readonly Name[]): Record<Member<Name>, Name> {
  return Object.fromEntries(names.map((name) => [memberOf(name), name])) as Record<Member<Name>, Name>;
}

/** SQL of a column, or of any expression, that is read by the name in code. */
const readAs = (sql: string, member: string) => (sql === member ? sql : `${sql} AS ${member}`);

/** SQL for a SELECT that returns these expressions by their names in code. */
export function selectedAs(expressions: Readonly<Record<string, string>>): string {
  return Object.entries(expressions)
    .map(([member, sql]) => readAs(sql, member))
    .join(', ');
}

/** SQL for a SELECT that returns the columns by their names in code. */
export function selected(names: readonly string[]): string {
  return selectedAs(columnsByMember(names));
}

/** SQL that sets the columns to parameters with their names in code. */
export function assignments(names: readonly string[]): string {
  return names.map((name) => `${name} = @${memberOf(name)}`).join(', ');
}

/** SQL of these parameters, for an INSERT. */
export function parameters(names: readonly string[]): string {
  return names.map((name) => `@${memberOf(name)}`).join(', ');
}

/** SQL of the columns in CREATE TABLE. */
export function definitions(table: Table): string {
  return Object.entries(table)
    .map(([name, { sql }]) => `  ${name} ${sql}`)
    .join(',\n');
}

/** SQL: a column or parameter is one of these words. */
export function isOneOf(value: string, words: readonly string[]): string {
  return `${value} IN (${words.map((word) => `'${word}'`).join(', ')})`;
}
