/** Deeper than any record, question or pack is nested, and far from where recursion over a value ends the program. */
const deepest = 200;

/**
 * Returns true if a value holds objects or lists within each other deeper than anything of ours or of the services, or more than
 * `most` entries; a value that holds itself, or the same part over and over, is both at some time. Never recurses.
 */
export function isTooNested(value: unknown, most = Number.POSITIVE_INFINITY): boolean {
  return !holdsOnly(() => true, value, most);
}

/**
 * Returns true if a value is made of texts, numbers, lists and plain objects alone, as JSON is, and not too nested: what comes from
 * another process may hold more (`bigint`, `Map`, bytes), or be a list of millions of gaps.
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
