import { foldText } from '../../../../shared/text/foldText.ts';
import { type IdSet, mostDraftId } from '../idSet.ts';

/** More would take twice as long: all their text should fit into the processor's cache. */
const foldedAtOnce = 200;

/**
 * The values of one facet for every draft. Texts are numbered, and each draft's numbers are a slice of one array, so
 * that 100,000 drafts are counted in milliseconds. Number 0 stands for drafts without a value, whether already read or
 * not.
 */
export class FacetColumn {
  /** Texts by their number. */
  readonly values: string[] = [''];
  readonly #numbers = new Map<string, number>([['', 0]]);
  /** The first of them without case and accents, each in its line, as far as searches needed them. */
  #folded = '';
  #foldedCount = 0;
  /** Numbers in the order of their texts without case and accents, computed as sorting needs them. */
  readonly #sorted: number[] = [];
  readonly #least: number;
  /** For each draft, by its id less `#least`: where its numbers begin in the pool, and how many there are. */
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #pool = new Uint32Array(4096);
  #used = 0;
  #wasted = 0;

  /** `least`: no draft has a smaller id. */
  constructor(least: number) {
    this.#least = least;
  }

  /** Sets the values of a draft, one in each line; those of a number that no draft has are left out. */
  set(id: number, lines: string): void {
    const at = id - this.#least;
    if (at < 0 || id > mostDraftId) return;
    if (at >= this.#starts.length) {
      this.#starts = enlarge(this.#starts, at + 1);
      this.#lengths = enlarge(this.#lengths, at + 1);
    }
    this.#wasted += this.#lengths[at]!;
    this.#lengths[at] = 0;
    if (this.#wasted > 10_000 && this.#wasted > this.#used / 2) this.#compact();
    const start = this.#used;
    for (let from = 0; from < lines.length; ) {
      const end = lines.indexOf('\n', from);
      // A text that is not cut out of another has its hash already if it was parsed from JSON.
      const value = end < 0 && from === 0 ? lines : lines.slice(from, end < 0 ? undefined : end);
      if (this.#used === this.#pool.length) this.#pool = enlarge(this.#pool, this.#used + 1);
      this.#pool[this.#used++] = this.#numberOf(value);
      from = end < 0 ? lines.length : end + 1;
    }
    this.#starts[at] = start;
    this.#lengths[at] = this.#used - start;
  }

  /** The numbers of the texts that contain a text without case and accents, in ascending order. */
  containing(folded: string): number[] {
    if (folded.includes('\n')) return [];
    const lines = this.#allFolded();
    const found: number[] = [];
    let number = 0;
    let lineStart = 0;
    for (let at = lines.indexOf(folded); at >= 0; at = lines.indexOf(folded, lineStart)) {
      for (let end = lines.indexOf('\n', lineStart); end < at; end = lines.indexOf('\n', lineStart)) {
        number++;
        lineStart = end + 1;
      }
      found.push(number++);
      lineStart = lines.indexOf('\n', at) + 1;
      if (lineStart >= lines.length) break;
    }
    return found;
  }

  /** All texts without case and accents, each with a line break at its end: one text is searched in milliseconds. */
  #allFolded(): string {
    while (this.#foldedCount < this.values.length) {
      const some = this.values.slice(this.#foldedCount, this.#foldedCount + foldedAtOnce);
      this.#folded += `${foldText(some.join('\n'))}\n`;
      this.#foldedCount += some.length;
    }
    return this.#folded;
  }

  /** How many of the drafts have each value, by the value's number. */
  count(ids: IdSet): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    ids.forEach((id) => {
      const start = this.#starts[id - this.#least] ?? 0;
      const end = start + (this.#lengths[id - this.#least] ?? 0);
      if (start === end) counts[0]!++;
      for (let at = start; at < end; at++) counts[this.#pool[at]!]!++;
    });
    return counts;
  }

  /** The drafts among `ids` that have at least one of the values. */
  withAny(ids: IdSet, values: readonly string[]): IdSet {
    const isWanted = new Uint8Array(this.values.length);
    for (const value of values) {
      const number = this.#numbers.get(value);
      if (number !== undefined) isWanted[number] = 1;
    }
    return ids.filter((id) => {
      const start = this.#starts[id - this.#least] ?? 0;
      const end = start + (this.#lengths[id - this.#least] ?? 0);
      if (start === end) return isWanted[0] === 1;
      for (let at = start; at < end; at++) if (isWanted[this.#pool[at]!] === 1) return true;
      return false;
    });
  }

  /** The ids of the drafts whose first value counts, in the order of that value by `compare`, ties by id. */
  orderByFirst(compare: (a: string, b: string) => number, counts = (_value: string) => true): Uint32Array {
    const order = this.values
      .map((value, number) => ({ value, number }))
      .sort((a, b) => compare(a.value, b.value));
    const ranks = new Uint32Array(this.values.length);
    for (const [rank, { number }] of order.entries()) ranks[number] = rank;
    const isCounted = Uint8Array.from(this.values, (value) => (counts(value) ? 1 : 0));
    return this.#placesByFirst(ranks, isCounted).map((at) => at + this.#least);
  }

  /** The ids of the drafts with a value, in the order of all their values without case and accents, ties by id. */
  orderByAll(): Uint32Array {
    const ranks = this.#ranksWhenFolded();
    const places = this.#placesByFirst(ranks);
    const rankAt = (at: number, step: number) => ranks[this.#pool[this.#starts[at]! + step]!]!;
    const compare = (a: number, b: number) => {
      const shared = Math.min(this.#lengths[a]!, this.#lengths[b]!);
      for (let step = 1; step < shared; step++) {
        const difference = rankAt(a, step) - rankAt(b, step);
        if (difference !== 0) return difference;
      }
      return this.#lengths[a]! - this.#lengths[b]! || a - b;
    };
    let start = 0;
    for (let end = 1; end <= places.length; end++) {
      if (end < places.length && rankAt(places[end]!, 0) === rankAt(places[start]!, 0)) continue;
      if (end - start > 1) places.subarray(start, end).sort(compare);
      start = end;
    }
    return places.map((at) => at + this.#least);
  }

  /** The rank of each text in the order without case and accents; equal ones share a rank. */
  #ranksWhenFolded(): Uint32Array {
    for (let number = this.#sorted.length; number < this.values.length; number++) this.#sorted.push(number);
    const texts = this.#allFolded().split('\n');
    // Sorting takes long only the first time: afterwards there are few new texts, all at the end.
    this.#sorted.sort((a, b) => (texts[a]! < texts[b]! ? -1 : Number(texts[a]! > texts[b]!)));
    const ranks = new Uint32Array(this.values.length);
    for (const [place, number] of this.#sorted.entries()) {
      const before = this.#sorted[place - 1];
      ranks[number] = before !== undefined && texts[before] === texts[number] ? ranks[before]! : place;
    }
    return ranks;
  }

  /** The positions of the drafts with a value that counts, in the order of the rank of their first one. */
  #placesByFirst(ranks: Uint32Array, isCounted?: Uint8Array): Uint32Array {
    const places: number[] = [];
    for (let at = 0; at < this.#lengths.length; at++) {
      // Rank and position in one number: sorting is many times faster without a comparison function.
      if (this.#lengths[at]! === 0) continue;
      const first = this.#pool[this.#starts[at]!]!;
      if (isCounted?.[first] !== 0) places.push(ranks[first]! * 2 ** 32 + at);
    }
    return Uint32Array.from(Float64Array.from(places).sort(), (both) => both % 2 ** 32);
  }

  #numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }

  /** Removes the slices of values that were replaced. */
  #compact(): void {
    const pool = new Uint32Array(this.#pool.length);
    let used = 0;
    for (let at = 0; at < this.#lengths.length; at++) {
      const start = this.#starts[at]!;
      const stretch = this.#pool.subarray(start, start + this.#lengths[at]!);
      pool.set(stretch, used);
      this.#starts[at] = used;
      used += stretch.length;
    }
    this.#pool = pool;
    this.#used = used;
    this.#wasted = 0;
  }
}

function enlarge(array: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}
