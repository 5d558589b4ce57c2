/** SQL: the draft has a review status or an assignee; the condition of the index `drafts_in_review`. */
export function isAssigned(row = ''): string {
  return `(${row}review IS NOT NULL OR ${row}assignee IS NOT NULL)`;
}

/** SQL: a column of a draft that colleagues set, read from the index, since it comes after the record. */
export function assignedSql(column: 'review' | 'assignee'): string {
  return `(SELECT r.${column} FROM drafts r INDEXED BY drafts_in_review WHERE r.id = drafts.id AND ${isAssigned('r.')})`;
}
