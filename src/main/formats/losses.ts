import type { Message } from '../../shared/message.ts';

export interface LostPart {
  part: Message;
  /** The number of records that have it. */
  records: number;
}

export interface LeftOutRecord {
  /** Place among the records that were to be written, from 1. */
  index: number;
  reason: Message;
}

/** Collects the data of written records that a format could not hold. */
export class Losses {
  readonly #parts = new Map<string, LostPart>();
  /** Records that the format cannot hold at all. */
  readonly leftOut: LeftOutRecord[] = [];

  /** Notes parts of one record, each kind once. */
  addParts(parts: readonly Message[]): void {
    const kinds = new Map(parts.map((part) => [JSON.stringify(part), part]));
    for (const [key, part] of kinds) {
      const known = this.#parts.get(key);
      if (known) known.records++;
      else this.#parts.set(key, { part, records: 1 });
    }
  }

  addRecord(index: number, reason: Message): void {
    this.leftOut.push({ index, reason });
  }

  get parts(): LostPart[] {
    return [...this.#parts.values()];
  }
}
