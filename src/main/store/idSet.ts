/** A set of ids, a bit for each number between its least and its greatest: made and asked fast for 100,000 of them. */
export class IdSet {
  #least: number;
  #bits: Uint32Array;
  #size = 0;

  constructor(ids: readonly number[]) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = -1;
    for (const id of ids) {
      if (id < least) least = id;
      if (id > greatest) greatest = id;
    }
    this.#least = greatest < 0 ? 0 : least;
    this.#bits = new Uint32Array(greatest < 0 ? 0 : ((greatest - least) >>> 5) + 1);
    for (const id of ids) if (this.#flip(id, true)) this.#size++;
  }

  get size(): number {
    return this.#size;
  }

  has(id: number): boolean {
    const at = id - this.#least;
    return at >= 0 && at >>> 5 < this.#bits.length && (this.#bits[at >>> 5]! & (1 << (at & 31))) !== 0;
  }

  delete(id: number): void {
    if (this.has(id) && this.#flip(id, false)) this.#size--;
  }

  /** The ids in ascending order. */
  toArray(): number[] {
    const ids: number[] = [];
    const end = this.#least + this.#bits.length * 32;
    for (let id = this.#least; id < end; id++) if (this.has(id)) ids.push(id);
    return ids;
  }

  /** Sets or clears the bit of an id in range; answers whether it was the other way round. */
  #flip(id: number, isIn: boolean): boolean {
    const at = id - this.#least;
    const before = this.#bits[at >>> 5]!;
    const after = isIn ? before | (1 << (at & 31)) : before & ~(1 << (at & 31));
    this.#bits[at >>> 5] = after;
    return before !== after >>> 0;
  }
}
