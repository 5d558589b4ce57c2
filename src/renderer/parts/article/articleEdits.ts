import type { Journal } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import type { Undo } from '../../state/recordSession.ts';

type Json = DraftRecord[string];

/** Lists of a record whose entries the form adds, moves and removes. */
export const listPaths = {
  authors: 'bibjson.author',
  links: 'bibjson.link',
  keywords: 'bibjson.keywords',
  identifiers: 'bibjson.identifier',
} as const;
type ListPath = (typeof listPaths)[keyof typeof listPaths];
const sectionOf = {
  'bibjson.author': 'authors',
  'bibjson.link': 'links',
  'bibjson.keywords': 'keywords',
  'bibjson.identifier': 'other',
} as const satisfies Record<ListPath, string>;

/** Members that stay when they are empty: the directory asks for the key. */
const kept = /^bibjson\.title$|\.name$|\.url$|\.id$|\[\d+\]$/;

/** `record` with a text typed into a field; an emptied field leaves no member behind, since the directory refuses some empty texts. */
export function setText(record: DraftRecord, path: string, text: string): DraftRecord {
  if (text === '' && !kept.test(path)) return removeAt(record, path);
  return getAt(record, path) === text ? record : setAt(record, path, text);
}

/** The text at a path: numbers as text, anything else as no text. */
export function readText(record: DraftRecord, path: string): string {
  const value = getAt(record, path);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The entries of a list; empty where the record holds something else there. */
export function entriesAt(record: DraftRecord, path: ListPath): Json[] {
  const value = getAt(record, path);
  return Array.isArray(value) ? value : [];
}

/** `record` with entries put in before place `at`. */
export function insertAt(record: DraftRecord, path: ListPath, at: number, entries: Json[]): DraftRecord {
  return setAt(record, path, entriesAt(record, path).toSpliced(at, 0, ...entries));
}

/** `record` with the entries at one place replaced by others. */
export function replaceAt(record: DraftRecord, path: ListPath, at: number, entries: Json[]): DraftRecord {
  return setAt(record, path, entriesAt(record, path).toSpliced(at, 1, ...entries));
}

/** `record` with an entry moved from one place to another; itself where that is beyond the list. */
export function moveEntry(record: DraftRecord, path: ListPath, from: number, to: number): DraftRecord {
  const list = entriesAt(record, path);
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return record;
  return setAt(record, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]!));
}

/** Takes an entry out, with the step that puts it back where it was. */
export function removeEntry(path: ListPath, at: number, text: string) {
  let taken: Json | undefined;
  return {
    change: (record: DraftRecord): DraftRecord => {
      taken = entriesAt(record, path)[at];
      return removeAt(record, `${path}[${at}]`);
    },
    undo: {
      section: sectionOf[path],
      text,
      revert: (record: DraftRecord) => {
        const place = Math.min(at, entriesAt(record, path).length);
        return taken === undefined ? null : insertAt(record, path, place, [taken]);
      },
    } satisfies Undo,
  };
}

/** Replaces an entry by several, with the step that makes it one again while they are untouched. */
export function splitEntry(path: ListPath, at: number, entries: Json[], whole: Json, text: string) {
  return {
    change: (record: DraftRecord) => replaceAt(record, path, at, entries),
    undo: {
      section: sectionOf[path],
      text,
      revert: (record: DraftRecord) => {
        const list = entriesAt(record, path);
        const isUntouched = entries.every((entry, i) => list[at + i] === entry);
        return isUntouched ? setAt(record, path, list.toSpliced(at, entries.length, whole)) : null;
      },
    } satisfies Undo,
  };
}

/** The place of the DOI that the directory goes by in the list of identifiers; -1 if there is none. */
export function doiPlace(record: DraftRecord): number {
  const entries = entriesAt(record, listPaths.identifiers);
  const isDoi = (entry: Json) => typeof entry === 'object' && typeOf(entry) === 'doi';
  const filled = entries.findIndex((entry) => isDoi(entry) && !isEmpty(memberOf(entry, 'id')));
  return filled >= 0 ? filled : entries.findIndex(isDoi);
}

/** `record` with this text as its DOI; an emptied DOI takes its entry along, unless that holds more. */
export function setDoi(record: DraftRecord, text: string): DraftRecord {
  const path = listPaths.identifiers;
  const place = doiPlace(record);
  if (place < 0)
    return text === ''
      ? record
      : insertAt(record, path, entriesAt(record, path).length, [{ type: 'doi', id: text }]);
  const isBare = Object.keys(entriesAt(record, path)[place] as object).length <= 2;
  if (text === '' && isBare) return removeAt(record, `${path}[${place}]`);
  return setAt(record, `${path}[${place}].id`, text);
}

/** `record` with a typed ISSN in a slot: in its last entry, which is the one that the directory compares; emptied, the entry goes. */
export function setIssn(record: DraftRecord, slot: 'pissn' | 'eissn', text: string): DraftRecord {
  const path = listPaths.identifiers;
  const entries = entriesAt(record, path);
  const place = entries.findLastIndex((entry) => typeOf(entry) === slot);
  if (text === '') return place < 0 ? record : removeAt(record, `${path}[${place}]`);
  if (place < 0) return insertAt(record, path, 0, [{ type: slot, id: text }]);
  return setAt(record, `${path}[${place}].id`, text);
}

/** `record` with a journal's ISSNs in their slots, in place of all ISSNs it had. */
export function setJournal(record: DraftRecord, journal: Pick<Journal, 'pissn' | 'eissn'>): DraftRecord {
  const others = entriesAt(record, listPaths.identifiers).filter((entry) => !isIssnEntry(entry));
  const issns: Json[] = [];
  if (journal.pissn) issns.push({ type: 'pissn', id: journal.pissn });
  if (journal.eissn) issns.push({ type: 'eissn', id: journal.eissn });
  return setAt(record, listPaths.identifiers, [...issns, ...others]);
}

/** The place of the link that the directory recognises the article by; -1 if there is none. */
export function fullTextPlace(record: DraftRecord): number {
  return entriesAt(record, listPaths.links).findIndex((entry) => {
    const url = memberOf(entry, 'url');
    const type = memberOf(entry, 'type');
    return typeof type === 'string' && type.trim().toLowerCase() === 'fulltext' && !isEmpty(url);
  });
}

/** Whether an identifier stands in one of the two ISSN slots. */
export function isIssnEntry(entry: Json): boolean {
  const type = typeOf(entry);
  return type === 'pissn' || type === 'eissn';
}

function typeOf(entry: Json): string {
  const type = memberOf(entry, 'type');
  return typeof type === 'string' ? type.toLowerCase() : '';
}

function memberOf(entry: Json, name: string): Json | undefined {
  return getAt(entry, name);
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}
