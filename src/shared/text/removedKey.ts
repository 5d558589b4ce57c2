/** What stands in a record where its account's own key was. */
export const removedKey = '[key-removed]';

/** The paths of all texts with this mark, such as `bibjson.link[0].url`. */
export function removedKeyPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.includes(removedKey) ? [path] : [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => removedKeyPaths(entry, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    removedKeyPaths(inner, path === '' ? name : `${path}.${name}`),
  );
}
