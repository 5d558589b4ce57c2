import {
  buildQuery,
  type Condition,
  readConditions,
  type SearchField,
} from '../../../shared/search/searchQuery.ts';

export type Join = 'AND' | 'OR';

/** The rows of the builder, and the query generated from them. */
export interface Built {
  text: string;
  conditions: Condition[];
  join: Join;
}

/** An empty row, which searches the whole record. */
export const blankCondition: Condition = { field: '', how: 'words', value: '', not: false };

/** The conditions that a field supports, the most common first; an unknown field supports all. */
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

/** Changes the field of a condition; the operator stays if the new field supports it. */
export function withField(condition: Condition, name: string, fields: readonly SearchField[]): Condition {
  const hows = howsOf(name, fields);
  const how = hows.includes(condition.how) ? condition.how : hows[0]!;
  return withHow({ ...condition, field: name }, how);
}

/** Changes the operator of a condition; only a range has an end. */
export function withHow({ to, ...rest }: Condition, how: Condition['how']): Condition {
  return how === 'range' ? { ...rest, how, to: to ?? '' } : { ...rest, how };
}

/** Returns true if a condition is complete enough for a query; one end of a range is enough. */
function isWhole({ value, how, to = '' }: Condition): boolean {
  return value.trim() !== '' || (how === 'range' && to.trim() !== '');
}

/** The rows with the query generated from them; incomplete rows are kept but ignored. */
export function build(conditions: readonly Condition[], join: Join): Built {
  const whole = conditions.filter(isWhole);
  const text = whole.length === 0 ? '' : buildQuery(whole, join);
  return { text, conditions: [...conditions], join };
}

/** The rows for a query: those that generated it, or those parsed from it; null if rows cannot express it. */
export function rowsFor(text: string, built: Built): Built | null {
  if (text === built.text && built.conditions.length > 0) return built;
  if (text.trim() === '') return { text, conditions: [blankCondition], join: 'AND' };
  const read = readConditions(text);
  return read && { text, ...read };
}
