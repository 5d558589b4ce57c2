import { type ArticleField, articleFieldList } from '../../../shared/article/articleFields.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { asObject, isEmpty, isObject, type Json, type JsonObject } from '../../../shared/json.ts';
import { neutralised, withoutGuard } from '../../../shared/text/formulaGuard.ts';

/** Columns that hold one part of a record together. */
interface ColumnGroup {
  headings: readonly string[];
  /** Returns the cells for the part and removes it from the record; null if cells cannot hold it exactly. */
  take: (record: JsonObject) => string[] | null;
  /**
   * Puts what the cells hold into the record; empty ones change nothing. Returns false if the record has a list there,
   * because cells could not hold it, and they are filled nevertheless: nobody knows which of its entries they stand for.
   */
  put: (record: JsonObject, cells: readonly string[]) => boolean;
}

/** The column for values that the others cannot hold, as JSON. Long JSON continues in further rows, which begin with `continued`. */
export const restHeading = 'Other fields (JSON)';
const continued = '>';
/** Slightly less than a spreadsheet cell can hold. */
const maxCharacters = 30_000;
const separator = '|';
/** What the rest of a record says of its identifiers if their order is not that of the columns. */
const orderMember = 'order of the identifiers';

/** Members without a column, which every entry in cells has. */
const fixedMembers: Readonly<Record<string, JsonObject>> = { 'bibjson.link': { type: 'fulltext' } };

const groups: readonly ColumnGroup[] = columnGroups();

/** The headings of tables that Colophon writes; its reader recognises them by the last one. */
export const tableHeadings: readonly string[] = [...groups.flatMap(({ headings }) => headings), restHeading];

/** The rows of a record, usually one; `restOfRows` and `fillRecord` restore the record from them. */
export function rowsOfRecord(record: DraftRecord): string[][] {
  const rest = copied(record);
  const cells = groups.flatMap((group) => group.take(rest) ?? group.headings.map(() => ''));
  const [first = '', ...more] = pieces(JSON.stringify(rest));
  const empty = cells.map(() => '');
  return [[...cells.map(neutralised), first], ...more.map((piece) => [...empty, continued + piece])];
}

/** A copy of a record, and of the objects in it from which `remove` takes members. */
function copied(record: DraftRecord): JsonObject {
  const copy: JsonObject = { ...record };
  for (const name of ['bibjson', 'admin']) if (isObject(copy[name])) copy[name] = { ...copy[name] };
  const { bibjson } = copy;
  if (isObject(bibjson) && isObject(bibjson.journal)) bibjson.journal = { ...bibjson.journal };
  return copy;
}

/** Where a table has our columns; null for another table. Columns may have been moved or removed, but not the last. */
export function ownPlaces(headings: readonly string[]): number[] | null {
  const names = headings.map((heading) => heading.trim());
  return names.includes(restHeading) ? tableHeadings.map((heading) => names.indexOf(heading)) : null;
}

/** Returns true if a row, with its cells in our order, continues the one above. */
export function isContinuation(cells: readonly string[]): boolean {
  return cells.at(-1)!.startsWith(continued);
}

/** The JSON of what the columns of a record's rows do not hold. */
export function restOfRows(rows: readonly (readonly string[])[]): string {
  return (
    rows.map((cells) => cells.at(-1)!.slice(isContinuation(cells) ? continued.length : 0)).join('') || '{}'
  );
}

/**
 * Puts the cells of a record's first row into the rest of the record. Returns the headings of filled cells that stand for a
 * list in the rest; null if there are none.
 */
export function fillRecord(rest: JsonObject, cells: readonly string[]): readonly string[] | null {
  let place = 0;
  for (const { headings, put } of groups) {
    const own = cells.slice(place, place + headings.length).map(withoutGuard);
    if (!put(rest, own)) return headings.filter((_, at) => own[at] !== '');
    place += headings.length;
  }
  return null;
}

/** The text in pieces that fit into cells, without splitting surrogate pairs. */
function pieces(text: string): string[] {
  const list: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + maxCharacters;
    const isPair = /[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length;
    list.push(text.slice(from, isPair ? end - 1 : end));
    from = isPair ? end - 1 : end;
  }
  return list;
}

/** Returns true for texts that every table keeps as they are. */
function isCell(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= maxCharacters &&
    value.isWellFormed() &&
    !/[^\P{Cc}\n\t]|[\ufffe\uffff]/u.test(value)
  );
}

/** Returns true for texts that a list in a cell keeps as they are. */
function isEntry(value: Json | undefined): value is string {
  return isCell(value) && value.trim() === value && !value.includes(separator);
}

/** The columns of all fields that have a heading; those of one list belong together. */
function columnGroups(): ColumnGroup[] {
  const parts = new Map<string, ColumnField[]>();
  for (const field of articleFieldList) {
    if (!hasHeading(field)) continue;
    const part = field.kind === 'identifier' ? 'bibjson.identifier' : field.path.split('[]')[0]!;
    parts.set(part, [...(parts.get(part) ?? []), field]);
  }
  return [...parts].map(([part, fields]) => {
    const [field] = fields as [ColumnField];
    if (field.kind === 'identifier') return identifierColumns(fields);
    if (field.kind === 'member') return listColumns(part, fields, fixedMembers[part]);
    if (field.kind === 'list') return keywordColumn(field.heading);
    return textColumn(field.heading, part.split('.'));
  });
}

type ColumnField = ArticleField & { heading: string };

function hasHeading(field: ArticleField): field is ColumnField {
  return field.heading !== undefined;
}

function textColumn(heading: string, path: readonly string[]): ColumnGroup {
  const name = path.at(-1)!;
  const parents = path.slice(0, -1);
  return {
    headings: [heading],
    take: (record) => {
      const value = at(record, parents)?.[name];
      if (!isCell(value)) return null;
      remove(record, path);
      return [value];
    },
    put: (record, [text = '']) => {
      if (text !== '') set(record, path, text);
      return true;
    },
  };
}

/** A list with at most one entry of each type. */
function identifierColumns(fields: readonly ColumnField[]): ColumnGroup {
  const identifierTypes: string[] = fields.map(({ name }) => name);
  const path = ['bibjson', 'identifier'] as const;
  const isKept = (entry: JsonObject) =>
    hasOnly(entry, ['type', 'id']) &&
    typeof entry.type === 'string' &&
    identifierTypes.includes(entry.type) &&
    isCell(entry.id);
  return {
    headings: fields.map(({ heading }) => heading),
    take: (record) => {
      const list = listAt(record, path);
      if (!list?.every(isKept) || Object.hasOwn(record, orderMember)) return null;
      const types = list.map(({ type }) => String(type));
      if (new Set(types).size < types.length) return null;
      remove(record, path);
      const inOrder = identifierTypes.filter((type) => types.includes(type));
      if (inOrder.join() !== types.join()) record[orderMember] = types;
      return identifierTypes.map((type) => String(list.find((entry) => entry.type === type)?.id ?? ''));
    },
    put: (record, cells) => {
      const list = identifierTypes.flatMap((type, place) => {
        const id = cells[place] ?? '';
        return id === '' ? [] : [{ type, id }];
      });
      const order = record[orderMember];
      if (isOrder(order, identifierTypes) && isEmpty(at(record, ['bibjson'])?.identifier)) {
        delete record[orderMember];
        const placeOf = ({ type }: { type: string }) =>
          order.includes(type) ? order.indexOf(type) : order.length;
        list.sort((one, other) => placeOf(one) - placeOf(other));
      }
      return putList(record, path, list);
    },
  };
}

function isOrder(value: Json | undefined, types: readonly string[]): value is string[] {
  if (!Array.isArray(value) || value.length < 2) return false;
  return value.every((type) => typeof type === 'string' && types.includes(type));
}

/** A list of objects with one column per member; every object has the first member. */
function listColumns(part: string, fields: readonly ColumnField[], fixed: JsonObject = {}): ColumnGroup {
  const path = part.split('.') as [string, string];
  const members = fields.map((field) => field.path.slice(`${part}[].`.length));
  const isKept = (entry: JsonObject) =>
    hasOnly(entry, [...members, ...Object.keys(fixed)]) &&
    Object.entries(fixed).every(([key, value]) => entry[key] === value) &&
    members.every((member, place) => isEntry(entry[member]) || (place > 0 && !Object.hasOwn(entry, member)));
  return {
    headings: fields.map(({ heading }) => heading),
    take: (record) => {
      const list = listAt(record, path);
      if (!list?.every(isKept)) return null;
      const cells = members.map((member) => joined(list.map((entry) => String(entry[member] ?? ''))));
      if (cells.some((cell) => cell.length > maxCharacters)) return null;
      remove(record, path);
      return cells;
    },
    put: (record, cells) => {
      const lists = cells.map(divided);
      const count = Math.max(...lists.map(({ length }) => length));
      const list = Array.from({ length: count }, (_, place) => ({
        ...fixed,
        ...Object.fromEntries(
          members
            .map((member, column) => [member, lists[column]?.[place] ?? ''])
            .filter(([, text]) => text !== ''),
        ),
      }));
      return putList(record, path, list);
    },
  };
}

function keywordColumn(heading: string): ColumnGroup {
  const path = ['bibjson', 'keywords'] as const;
  return {
    headings: [heading],
    take: (record) => {
      const list = at(record, ['bibjson'])?.keywords;
      if (!Array.isArray(list) || list.length === 0 || !list.every(isEntry)) return null;
      const cell = joined(list);
      if (cell.length > maxCharacters) return null;
      remove(record, path);
      return [cell];
    },
    put: (record, [cell = '']) => {
      const keywords = divided(cell).filter((keyword) => keyword !== '');
      return cell === '' || putList(record, path, keywords);
    },
  };
}

/** The entries joined by separators; empty if all are empty. */
function joined(entries: readonly string[]): string {
  return entries.every((entry) => entry === '') ? '' : entries.join(` ${separator} `);
}

function divided(cell: string): string[] {
  return cell === '' ? [] : cell.split(separator).map((entry) => entry.trim());
}

function hasOnly(entry: JsonObject, names: readonly string[]): boolean {
  return Object.keys(entry).every((name) => names.includes(name));
}

/** The object at a path; undefined if there is none. */
function at(record: JsonObject, path: readonly string[]): JsonObject | undefined {
  let found: Json | undefined = record;
  for (const name of path) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  return isObject(found) ? found : undefined;
}

/** The objects of the list at a path; null if it is empty or has anything else. */
function listAt(record: JsonObject, [parent, name]: readonly [string, string]): JsonObject[] | null {
  const list = at(record, [parent])?.[name];
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? list : null;
}

/** Sets a list, unless it is empty; returns false if there is one. */
function putList(record: JsonObject, [parent, name]: readonly [string, string], list: Json[]): boolean {
  if (list.length === 0) return true;
  if (!isEmpty(at(record, [parent])?.[name])) return false;
  set(record, [parent, name], list);
  return true;
}

function set(record: JsonObject, path: readonly string[], value: Json): void {
  const parents = path.slice(0, -1);
  let target = record;
  for (const name of parents) {
    const next = asObject(target[name]);
    target[name] = next;
    target = next;
  }
  target[path.at(-1)!] = value;
}

/** Removes a member, and any objects around it that become empty. */
function remove(record: JsonObject, path: readonly string[]): void {
  for (let length = path.length; length > 0; length--) {
    const parent = at(record, path.slice(0, length - 1));
    if (!parent) return;
    delete parent[path[length - 1]!];
    if (Object.keys(parent).length > 0) return;
  }
}
