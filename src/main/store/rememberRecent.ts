/** The cached value of a key, created if there is none; only the `most` most recently used values stay cached. */
export function rememberRecent<V>(cache: Map<string, V>, key: string, most: number, make: () => V): V {
  const value = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, value);
  for (const oldest of cache.keys()) if (cache.size > most) cache.delete(oldest);
  return value;
}
