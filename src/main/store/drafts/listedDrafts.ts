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
    if (isAscending(ids)) {
      this.#ids = Float64Array.from(ids);
      this.#stamps = Float64Array.from(stamps);
    } else {
      const order = Uint32Array.from(ids, (_, at) => at).sort((one, other) => ids[one]! - ids[other]!);
      this.#ids = Float64Array.from(order, (at) => ids[at]!);
      this.#stamps = Float64Array.from(order, (at) => stamps[at]!);
    }
  }

  get size(): number {
    return this.#ids.length;
  }

  /** undefined: the preview did not list it. */
  stampOf(id: number): number | undefined {
    let [from, to] = [0, this.#ids.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#ids[middle]! < id) from = middle + 1;
      else to = middle;
    }
    return this.#ids[from] === id ? this.#stamps[from] : undefined;
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
