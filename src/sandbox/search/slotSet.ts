/** A set of small whole numbers, fast to unite and intersect however large it is. */
export class SlotSet {
  readonly #words: Uint32Array;

  constructor(size: number, words = new Uint32Array((size + 31) >>> 5)) {
    this.#words = words;
  }

  copy(): SlotSet {
    return new SlotSet(0, this.#words.slice());
  }

  add(slot: number): void {
    this.#words[slot >>> 5]! |= 1 << (slot & 31);
  }

  has(slot: number): boolean {
    return (this.#words[slot >>> 5]! & (1 << (slot & 31))) !== 0;
  }

  /** Keeps only what the other set, of the same size, has too. */
  intersect(other: SlotSet): this {
    for (let at = 0; at < this.#words.length; at += 1) this.#words[at]! &= other.#words[at]!;
    return this;
  }

  unite(other: SlotSet): this {
    for (let at = 0; at < this.#words.length; at += 1) this.#words[at]! |= other.#words[at]!;
    return this;
  }

  /** Has every number of the range that it did not have, and the reverse. */
  invert(): this {
    for (let at = 0; at < this.#words.length; at += 1) this.#words[at] = ~this.#words[at]!;
    return this;
  }

  get count(): number {
    let count = 0;
    for (const word of this.#words) count += bitsOf(word);
    return count;
  }
}

/** Adds neighbouring bits, then pairs, then nibbles. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
