/** Deeper than any record, question or pack, and far below the depth at which recursion overflows the stack. */
const deepest = 200;

/**
 * Returns true if objects or lists in a value are nested deeper than any data of ours or of the services, or if it has
 * more than `most` entries; a value that contains itself, or repeats a part endlessly, eventually exceeds a limit.
 * Never recurses.
 */
export function isTooNested(value: unknown, most = Number.POSITIVE_INFINITY): boolean {
  return !holdsOnly(() => true, value, most);
}

/**
 * Returns true if a value consists only of texts, numbers, lists and plain objects, as JSON does, and is not nested too
 * deeply: values from another process may contain other types (`bigint`, `Map`, bytes), or be a list of millions of gaps.
 */
export function isPlainData(value: unknown, most: number): boolean {
  return holdsOnly(isPlain, value, most);
}

function isPlain(one: unknown): boolean {
  if (typeof one !== 'object' || one === null || Array.isArray(one))
    return !['bigint', 'symbol', 'function'].includes(typeof one);
  const prototype: unknown = Object.getPrototypeOf(one);
  return prototype === Object.prototype || prototype === null;
}

function holdsOnly(accepts: (one: unknown) => boolean, value: unknown, most: number): boolean {
  const open: Iterator<unknown>[] = [];
  const enter = (one: unknown) => {
    if (!accepts(one) || (Array.isArray(one) && one.length > most)) return false;
    if (typeof one === 'object' && one !== null) open.push(Object.values(one)[Symbol.iterator]());
    return open.length <= deepest;
  };
  let seen = 0;
  if (!enter(value)) return false;
  while (open.length > 0) {
    const { done, value: inner } = open.at(-1)!.next();
    if (done) open.pop();
    else if (++seen > most || !enter(inner)) return false;
  }
  return true;
}
