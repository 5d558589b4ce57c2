/** Deeper than any record, question or pack, and far below the depth at which recursion overflows the stack. */
const deepest = 200;

/** Returns true for deeper nesting than any data of ours, or more than `most` entries. Never recurses. */
export function isTooNested(value: unknown, most = Number.POSITIVE_INFINITY): boolean {
  return !holdsOnly(() => true, value, most);
}

/** Returns true for JSON; other processes may pass `bigint`, `Map`, bytes or a list of a million gaps. */
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
