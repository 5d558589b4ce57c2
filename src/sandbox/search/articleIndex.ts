import type { ArticleRecord } from '../records.ts';
import { SlotSet } from './slotSet.ts';

/** The fields with an index of exact values. */
const INDEXED = {
  'index.issn.exact': ({ index }) => index.issn,
  'index.doi.exact': ({ index }) => [index.doi],
  'index.fulltext.exact': ({ index }) => [index.fulltext],
  'bibjson.identifier.id.exact': ({ bibjson }) => bibjson.identifier?.map(({ id }) => id),
  'bibjson.link.url.exact': ({ bibjson }) => bibjson.link?.map(({ url }) => url),
  'bibjson.year.exact': ({ bibjson }) => [bibjson.year],
  'bibjson.journal.publisher.exact': ({ bibjson }) => [bibjson.journal?.publisher],
} satisfies Record<string, (record: ArticleRecord) => (string | undefined)[] | undefined>;

export type IndexedField = keyof typeof INDEXED;
const FIELDS = Object.keys(INDEXED) as IndexedField[];

export const DATE_COLUMNS = ['created_date', 'last_updated'] as const;
export type DateColumn = (typeof DATE_COLUMNS)[number];

/**
 * The articles as last indexed. Each has a number, its slot, so that a query over hundreds of thousands of them is
 * answered from sets of slots and columns of dates, without looking at the records.
 */
export class ArticleIndex {
  readonly #records: (ArticleRecord | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #postings = new Map<IndexedField, Map<string, number | Set<number>>>(
    FIELDS.map((field) => [field, new Map()]),
  );
  readonly #dates: Record<DateColumn, number[]> = { created_date: [], last_updated: [] };
  /** The slots in order of id, but for those in the next two. */
  #sorted: number[] = [];
  #added: number[] = [];
  readonly #removed = new Set<number>();
  readonly #free: number[] = [];
  /** Made again for the first query after a write. */
  #visible: SlotSet | undefined;

  set(id: string, record: ArticleRecord | undefined): void {
    this.#visible = undefined;
    const known = this.#slots.get(id);
    if (known !== undefined) this.#eachKey(known, removeFrom);
    if (record) this.#put(known ?? this.#newSlot(id), record);
    else if (known !== undefined) this.#drop(id, known);
  }

  /** The number of articles, and more: the size of a set of slots. */
  get size(): number {
    return this.#records.length;
  }

  get(slot: number): ArticleRecord | undefined {
    return this.#records[slot];
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** The slots of the articles with this exact value in the field. */
  slotsWith(field: IndexedField, value: string): Iterable<number> {
    const held = this.#postings.get(field)!.get(value);
    return held === undefined ? [] : typeof held === 'number' ? [held] : held;
  }

  /** Milliseconds by slot. */
  dates(column: DateColumn): readonly number[] {
    return this.#dates[column];
  }

  /** The slots of all articles in the order of their ids. */
  sorted(): readonly number[] {
    if (this.#added.length > 0 || this.#removed.size > 0) this.#merge();
    return this.#sorted;
  }

  /** The slots of the articles in the directory. */
  visible(): SlotSet {
    if (!this.#visible) {
      this.#visible = new SlotSet(this.size);
      for (const [slot, record] of this.#records.entries())
        if (record?.admin.in_doaj) this.#visible.add(slot);
    }
    return this.#visible.copy();
  }

  #newSlot(id: string): number {
    const slot = this.#free.pop() ?? this.#records.length;
    this.#slots.set(id, slot);
    this.#added.push(slot);
    return slot;
  }

  #put(slot: number, record: ArticleRecord): void {
    this.#records[slot] = record;
    for (const column of DATE_COLUMNS) this.#dates[column][slot] = Date.parse(record[column]);
    this.#eachKey(slot, addTo);
  }

  #drop(id: string, slot: number): void {
    this.#records[slot] = undefined;
    this.#slots.delete(id);
    for (const column of DATE_COLUMNS) this.#dates[column][slot] = Number.NaN;
    this.#removed.add(slot);
  }

  #eachKey(slot: number, change: typeof addTo): void {
    const record = this.#records[slot]!;
    for (const field of FIELDS) {
      for (const value of INDEXED[field](record) ?? []) {
        if (value !== undefined) change(this.#postings.get(field)!, value, slot);
      }
    }
  }

  #merge(): void {
    const id = (slot: number) => this.#records[slot]!.id;
    const added = this.#added
      .filter((slot) => !this.#removed.has(slot))
      .sort((a, b) => (id(a) < id(b) ? -1 : 1));
    const merged: number[] = [];
    let next = 0;
    for (const slot of this.#sorted) {
      if (this.#removed.has(slot)) continue;
      while (next < added.length && id(added[next]!) < id(slot)) merged.push(added[next++]!);
      merged.push(slot);
    }
    while (next < added.length) merged.push(added[next++]!);
    this.#sorted = merged;
    // A slot is used again only when no list holds it any more.
    this.#free.push(...this.#removed);
    this.#added = [];
    this.#removed.clear();
  }
}

function addTo(postings: Map<string, number | Set<number>>, value: string, slot: number): void {
  const held = postings.get(value);
  if (held === undefined) postings.set(value, slot);
  else if (typeof held !== 'number') held.add(slot);
  else if (held !== slot) postings.set(value, new Set([held, slot]));
}

function removeFrom(postings: Map<string, number | Set<number>>, value: string, slot: number): void {
  const held = postings.get(value);
  if (held === slot) postings.delete(value);
  else if (held instanceof Set && held.delete(slot) && held.size === 0) postings.delete(value);
}

/** The field with an index, or undefined. */
export function indexedField(field: string): IndexedField | undefined {
  return FIELDS.find((one) => one === field);
}
