/** Lines whose bytes could not be decoded, in order, as records are read from the text. */
export class BadLines {
  /** Those not in any record so far. */
  #left: number[] = [];
  #stray: number | undefined;

  /** Adds lines; called before the text that contains them is read. */
  mark(lines: readonly number[]): void {
    this.#left = this.#left.concat(lines);
  }

  /** The first bad line of a record; lines up to its end are not checked again. */
  takeFrom(first: number, last: number): number | undefined {
    if (this.#left.length === 0) return undefined;
    const bad = this.#left.find((line) => line >= first && line <= last);
    const stray = this.#left[0]!;
    if (stray < first) this.#stray ??= stray;
    this.#left = this.#left.filter((line) => line > last);
    return bad;
  }

  /** The first bad line outside records, once all of them have been read. */
  get stray(): number | undefined {
    return this.#stray ?? this.#left[0];
  }
}
