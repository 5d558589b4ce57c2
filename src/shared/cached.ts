/** Calls `make` once for each key: an answer may name the same thing thousands of times. */
export function cached<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key)!;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
