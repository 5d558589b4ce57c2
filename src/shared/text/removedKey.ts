/** What stands in a record where its account's own key was. */
export const removedKey = '[key-removed]';

/** The paths of all texts with this mark, such as `bibjson.link[0].url`. */
export function removedKeyPaths(value: unknown): string[] {
  // This runs for every record, and hardly any has the mark.
  return isMarked(value) ? pathsIn(value, '') : [];
}

function isMarked(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(removedKey);
  return typeof value === 'object' && value !== null && Object.values(value).some(isMarked);
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.includes(removedKey) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => pathsIn(entry, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsIn(inner, path === '' ? name : `${path}.${name}`),
  );
}
