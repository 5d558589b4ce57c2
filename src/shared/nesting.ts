/** Deeper than any record, question or pack is nested, and far from where recursion over a value ends the program. */
const deepest = 200;

/**
 * Whether a value holds objects or lists within each other deeper than anything of ours or of the services, or more than
 * `most` entries; a value that holds itself, or the same part over and over, is both at some time. Never recurses.
 */
export function isTooNested(value: unknown, most = Number.POSITIVE_INFINITY): boolean {
  const open: Iterator<unknown>[] = [];
  const enter = (one: unknown) => {
    if (typeof one === 'object' && one !== null) open.push(Object.values(one)[Symbol.iterator]());
  };
  let seen = 0;
  enter(value);
  while (open.length > 0) {
    const { done, value: inner } = open.at(-1)!.next();
    if (done) open.pop();
    else {
      if (++seen > most) return true;
      enter(inner);
      if (open.length > deepest) return true;
    }
  }
  return false;
}
