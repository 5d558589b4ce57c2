/** The same function, but it is called only once for each key. */
export function cached<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key)!;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
