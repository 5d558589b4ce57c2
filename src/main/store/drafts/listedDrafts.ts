import { maxNamed, type Since } from '../../../shared/plan.ts';

/**
 * The drafts that a preview listed, each with a number that differs once its content does (`stampOfHash`, or its
 * version): 16 bytes for each draft, so that the plan of a million drafts can wait for its confirmation.
 */
export class ListedDrafts {
  readonly #ids: Float64Array;
  readonly #stamps: Float64Array;

  /** `stamps[n]` belongs to `ids[n]`. */
  constructor(ids: ArrayLike<number>, stamps: ArrayLike<number>) {
    this.#ids = new Float64Array(ids);
    this.#stamps = new Float64Array(stamps);
    // Most lists begin with the newest: sorting 100,000 would hold the main thread for longer than a frame.
    if (isAscending(this.#ids.toReversed())) {
      this.#ids.reverse();
      this.#stamps.reverse();
    } else if (!isAscending(this.#ids)) {
      this.#ids.sort();
      for (let at = 0; at < ids.length; at++) this.#stamps[this.#placeOf(ids[at]!)] = stamps[at]!;
    }
  }

  get size(): number {
    return this.#ids.length;
  }

  /** undefined: the preview did not list it. */
  stampOf(id: number): number | undefined {
    const place = this.#placeOf(id);
    return this.#ids[place] === id ? this.#stamps[place] : undefined;
  }

  /** The place of an id in ascending order, or where it would be. */
  #placeOf(id: number): number {
    let from = 0;
    let to = this.#ids.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#ids[middle]! < id) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** The id at a place in ascending order. */
  idAt(place: number): number | undefined {
    return this.#ids[place];
  }

  /** In ascending order. */
  ids(): number[] {
    return Array.from(this.#ids);
  }
}

/** The first 52 of the 64 bits of a content hash. */
export function stampOfHash(hash: string): number {
  return Number.parseInt(hash.slice(0, 13), 16);
}

/** Counts what a call leaves out, and names the first records that were changed. */
export function createSince(added = 0) {
  const since: Since = { added, changed: 0, titles: [] };
  return {
    changed(title: string | null): void {
      since.changed += 1;
      if (title !== null && since.titles.length < maxNamed) since.titles.push(title);
    },
    since,
  };
}

function isAscending(ids: ArrayLike<number>): boolean {
  for (let at = 1; at < ids.length; at++) if (ids[at]! <= ids[at - 1]!) return false;
  return true;
}
