import {
  buildQuery,
  type Condition,
  readConditions,
  type SearchField,
} from '../../../shared/search/searchQuery.ts';

export type Join = 'AND' | 'OR';

/** What the builder shows, and the query that it wrote for it. */
export interface Built {
  text: string;
  conditions: Condition[];
  join: Join;
}

/** A row with nothing in it yet, which looks anywhere in the record. */
export const blankCondition: Condition = { field: '', how: 'words', value: '', not: false };

/** How the field of that name can be asked for, the usual way first; one that is not known takes every way. */
export function howsOf(name: string, fields: readonly SearchField[]): Condition['how'][] {
  if (name === '') return ['words', 'phrase'];
  switch (fields.find((field) => field.name === name)?.type) {
    case 'text':
      return ['words', 'phrase'];
    case 'exact':
      return ['is'];
    case 'date':
      return ['range', 'is'];
    case 'number':
      return ['is', 'range'];
    case undefined:
      return ['words', 'phrase', 'is', 'range'];
  }
}

/** The condition for another field, asked for as before where that field can be. */
export function withField(condition: Condition, name: string, fields: readonly SearchField[]): Condition {
  const hows = howsOf(name, fields);
  const how = hows.includes(condition.how) ? condition.how : hows[0]!;
  return withHow({ ...condition, field: name }, how);
}

/** The condition asked for in another way; only a range has an end. */
export function withHow({ to, ...rest }: Condition, how: Condition['how']): Condition {
  return how === 'range' ? { ...rest, how, to: to ?? '' } : { ...rest, how };
}

/** Whether a condition says enough to be part of a query; one end of a range is enough. */
function isWhole({ value, how, to = '' }: Condition): boolean {
  return value.trim() !== '' || (how === 'range' && to.trim() !== '');
}

/** The rows with the query that they mean; rows that are not whole yet are kept, but say nothing. */
export function build(conditions: readonly Condition[], join: Join): Built {
  const whole = conditions.filter(isWhole);
  const text = whole.length === 0 ? '' : buildQuery(whole, join);
  return { text, conditions: [...conditions], join };
}

/** The rows for a query: those that it was built from, else as they can be read from it; null where it is more than rows can say. */
export function rowsFor(text: string, built: Built): Built | null {
  if (text === built.text && built.conditions.length > 0) return built;
  if (text.trim() === '') return { text, conditions: [blankCondition], join: 'AND' };
  const read = readConditions(text);
  return read && { text, ...read };
}
