import type { ArticleRecord } from '../records.ts';
import { type ArticleIndex, DATE_COLUMNS, type DateColumn, indexedField } from './articleIndex.ts';
import { type Document, dateInterval, isDateField, matches } from './queryEvaluator.ts';
import type { Bound, QueryNode } from './queryParser.ts';
import { SlotSet } from './slotSet.ts';

/** The articles in the directory that match; only those that the index leaves are compared one by one. */
export function matchingSlots(node: QueryNode, index: ArticleIndex): SlotSet {
  const parts = node.kind === 'and' ? node.of : [node];
  const found = index.visible();
  const rest: QueryNode[] = [];
  for (const part of parts) {
    const slots = slotsOf(part, index);
    if (slots) found.intersect(slots);
    else rest.push(part);
  }
  if (rest.length === 0) return found;
  const left = new SlotSet(index.size);
  for (const slot of index.sorted()) {
    if (!found.has(slot)) continue;
    const document = articleDocument(index.get(slot)!);
    if (rest.every((part) => matches(part, document))) left.add(slot);
  }
  return left;
}

/** The slots that match, or undefined if the index cannot tell. */
function slotsOf(node: QueryNode, index: ArticleIndex): SlotSet | undefined {
  switch (node.kind) {
    case 'all':
      return new SlotSet(index.size).invert();
    case 'not':
      return slotsOf(node.of, index)?.invert();
    case 'and':
    case 'or':
      return combined(node, index);
    case 'text': {
      const at = { value: node.text, isInclusive: true };
      return isDateField(node.field) ? dateSlots(node.field, at, at, index) : textSlots(node, index);
    }
    case 'range':
      return isId(node.field)
        ? idSlots(node.from, node.to, index)
        : dateSlots(node.field, node.from, node.to, index);
    default:
      return undefined;
  }
}

function combined(
  { kind, of }: Extract<QueryNode, { kind: 'and' | 'or' }>,
  index: ArticleIndex,
): SlotSet | undefined {
  const union = kind === 'or' ? textUnion(of, index) : undefined;
  if (union) return union;
  const sets: SlotSet[] = [];
  for (const part of of) {
    const slots = slotsOf(part, index);
    if (!slots) return undefined;
    sets.push(slots);
  }
  const all = new SlotSet(index.size).invert();
  if (kind === 'and') return sets.reduce((set, other) => set.intersect(other), all);
  return sets.reduce((set, other) => set.unite(other), new SlotSet(index.size));
}

/** One set for a long list of values, instead of one for each. */
function textUnion(nodes: QueryNode[], index: ArticleIndex): SlotSet | undefined {
  const union = new SlotSet(index.size);
  for (const node of nodes) {
    if (node.kind !== 'text' || !addText(node, index, union)) return undefined;
  }
  return union;
}

function textSlots(node: Extract<QueryNode, { kind: 'text' }>, index: ArticleIndex): SlotSet | undefined {
  const slots = new SlotSet(index.size);
  return addText(node, index, slots) ? slots : undefined;
}

function addText(
  { field = '', text }: Extract<QueryNode, { kind: 'text' }>,
  index: ArticleIndex,
  into: SlotSet,
): boolean {
  if (isId(field)) {
    const slot = index.slotOf(text);
    if (slot !== undefined) into.add(slot);
    return true;
  }
  const known = indexedField(field);
  if (!known) return false;
  for (const slot of index.slotsWith(known, text)) into.add(slot);
  return true;
}

function isId(field: string | undefined): boolean {
  return field === 'id' || field === 'id.exact';
}

function idSlots(from: Bound, to: Bound, index: ArticleIndex): SlotSet {
  const sorted = index.sorted();
  const slots = new SlotSet(index.size);
  const start = from ? placeOf(from.value, from.isInclusive, index) : 0;
  const end = to ? placeOf(to.value, !to.isInclusive, index) : sorted.length;
  for (let at = start; at < end; at += 1) slots.add(sorted[at]!);
  return slots;
}

/** How many ids come before the value, or before and with it. */
function placeOf(value: string, isBefore: boolean, index: ArticleIndex): number {
  const sorted = index.sorted();
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const id = index.get(sorted[middle]!)!.id;
    if (id < value || (!isBefore && id === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dateSlots(
  field: string | undefined,
  from: Bound,
  to: Bound,
  index: ArticleIndex,
): SlotSet | undefined {
  const column = dateColumn(field);
  if (!column) return undefined;
  const [start, end] = dateInterval(from, to);
  const slots = new SlotSet(index.size);
  const dates = index.dates(column);
  for (let slot = 0; slot < dates.length; slot += 1) {
    const at = dates[slot]!;
    if (at >= start && at < end) slots.add(slot);
  }
  return slots;
}

/** The column of an article's date that is indexed, or undefined. */
export function dateColumn(field: string | undefined): DateColumn | undefined {
  return DATE_COLUMNS.find((one) => one === field);
}

export function articleDocument(record: ArticleRecord): Document {
  return { source: record, everything: record.bibjson, extra: () => undefined };
}
