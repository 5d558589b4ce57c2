/**
 * The greatest id of a draft, which a thousand imports of 100,000 records do not come to: lists have a bit and facets two
 * numbers for each id.
 */
export const mostDraftId = 2 ** 27;

/**
 * A set of ids of drafts with one bit for each number from the smallest to the largest: fast for 100,000 ids. Numbers
 * that no draft has, which a data file from somebody else may contain, are left out.
 */
export class IdSet {
  /** A multiple of 32, so that the bits of two sets are aligned. */
  #least = 0;
  #bits = new Uint32Array(0);
  #size = 0;

  constructor(ids: ArrayLike<number>) {
    this.#fill([ids]);
  }

  /** The ids of all the lists. */
  static ofAll(lists: readonly ArrayLike<number>[]): IdSet {
    const set = new IdSet([]);
    set.#fill(lists);
    return set;
  }

  #fill(lists: readonly ArrayLike<number>[]): void {
    let least = Number.POSITIVE_INFINITY;
    let greatest = -1;
    for (const ids of lists) {
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at]!;
        if (id < least) least = id;
        if (id > greatest) greatest = id;
      }
    }
    if (greatest < 0) return;
    if (least < 0 || greatest > mostDraftId) {
      this.#fill(lists.map(onlyDraftIds));
      return;
    }
    this.#least = least - (least % 32);
    this.#bits = new Uint32Array(((greatest - this.#least) >>> 5) + 1);
    for (const ids of lists) {
      for (let at = 0; at < ids.length; at++) if (this.#flip(ids[at]!, true)) this.#size++;
    }
  }

  get size(): number {
    return this.#size;
  }

  has(id: number): boolean {
    const at = id - this.#least;
    return at >= 0 && at < this.#bits.length * 32 && (this.#bits[at >>> 5]! & (1 << (at & 31))) !== 0;
  }

  delete(id: number): void {
    if (this.has(id) && this.#flip(id, false)) this.#size--;
  }

  /** Returns a new set of the ids that are in both sets. */
  and(other: IdSet): IdSet {
    const shift = (this.#least - other.#least) / 32;
    return IdSet.#of(
      this.#least,
      this.#bits.map((bits, at) => bits & (other.#bits[at + shift] ?? 0)),
    );
  }

  /** Returns a new set of the ids that are not in the other set. */
  without(other: IdSet): IdSet {
    const shift = (this.#least - other.#least) / 32;
    return IdSet.#of(
      this.#least,
      this.#bits.map((bits, at) => bits & ~(other.#bits[at + shift] ?? 0)),
    );
  }

  /** Returns a new set of the ids that are in at least one of the sets. */
  or(other: IdSet): IdSet {
    if (this.#size === 0 || other.#size === 0) return this.#size === 0 ? other.copy() : this.copy();
    const least = Math.min(this.#least, other.#least);
    const end = Math.max(this.#end, other.#end);
    const bits = new Uint32Array((end - least) / 32);
    bits.set(this.#bits, (this.#least - least) / 32);
    const shift = (other.#least - least) / 32;
    for (let at = 0; at < other.#bits.length; at++) bits[at + shift]! |= other.#bits[at]!;
    return IdSet.#of(least, bits);
  }

  /** Returns a new set of the ids that pass. */
  filter(passes: (id: number) => boolean): IdSet {
    const set = this.copy();
    this.forEach((id) => {
      if (!passes(id)) set.delete(id);
    });
    return set;
  }

  /** Visits the ids in ascending order. */
  forEach(visit: (id: number) => void): void {
    for (let at = 0; at < this.#bits.length; at++) {
      for (let bits = this.#bits[at]!; bits !== 0; bits &= bits - 1) {
        visit(this.#least + at * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
  }

  copy(): IdSet {
    return IdSet.#of(this.#least, this.#bits.slice());
  }

  /** The ids in ascending order. */
  toArray(): number[] {
    const ids: number[] = [];
    this.forEach((id) => {
      ids.push(id);
    });
    return ids;
  }

  static #of(least: number, bits: Uint32Array<ArrayBuffer>): IdSet {
    const set = new IdSet([]);
    set.#least = least;
    set.#bits = bits;
    for (const word of bits) set.#size += countBits(word);
    return set;
  }

  get #end(): number {
    return this.#least + this.#bits.length * 32;
  }

  /** Sets or clears the bit of an id in range; returns true if that changed it. */
  #flip(id: number, isIn: boolean): boolean {
    const at = id - this.#least;
    const before = this.#bits[at >>> 5]!;
    const after = isIn ? before | (1 << (at & 31)) : before & ~(1 << (at & 31));
    this.#bits[at >>> 5] = after;
    return before !== after >>> 0;
  }
}

function onlyDraftIds(ids: ArrayLike<number>): number[] {
  return Array.from(ids).filter((id) => id >= 0 && id <= mostDraftId);
}

/** Counts the set bits among 32, adding up pairs, fours and bytes in parallel. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
