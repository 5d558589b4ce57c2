const blockBytes = 1 << 20;

/**
 * Stores many texts compactly, outside the heap in UTF-8. A workbook may keep the texts of all its cells in one list,
 * which must be loaded before the first row is read.
 */
export class TextStore {
  readonly #blocks: Buffer[] = [];
  /** Bytes used of the last block. */
  #used = 0;
  /** The block of each text, and where it begins and ends in it. */
  readonly #places: number[] = [];
  bytes = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#blocks.length === 0 || length > blockBytes - this.#used) {
      this.#blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, length)));
      this.#used = 0;
    }
    this.#blocks.at(-1)!.write(text, this.#used);
    this.#places.push(this.#blocks.length - 1, this.#used, this.#used + length);
    this.#used += length;
    this.bytes += length;
  }

  /** The text with the given index, from 0 in the order of adding; empty if there is none. */
  get(index: number): string {
    const block = this.#blocks[this.#places[index * 3] ?? -1];
    return block?.toString('utf8', this.#places[index * 3 + 1], this.#places[index * 3 + 2]) ?? '';
  }
}
