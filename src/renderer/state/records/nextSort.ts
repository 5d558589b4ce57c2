/** The order after a click on column `by`: the same column reverses the order; other columns in `latestFirst` start descending. */
export function nextSort<By extends string>(
  sort: { by: string; direction: 'asc' | 'desc' } | null,
  by: By,
  latestFirst: readonly By[],
): { by: By; direction: 'asc' | 'desc' } {
  if (sort?.by === by) return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' };
  return { by, direction: latestFirst.includes(by) ? 'desc' : 'asc' };
}
