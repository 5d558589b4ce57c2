import { articleFields } from '../../../shared/article/articleFields.ts';
import { identifierType } from '../../../shared/article/edits/setJournal.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, removeAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { listAt, putText, splice } from '../../../shared/draft/recordEdits.ts';
import { isEmpty, type Json } from '../../../shared/json.ts';
import type { Undo } from '../../state/records/recordSession.ts';

/** Lists of a record whose entries the form adds, moves and removes. */
export const listPaths = {
  authors: articleFields.authors.path,
  links: articleFields.links.path,
  keywords: articleFields.keywords.path,
  identifiers: articleFields.identifiers.path,
} as const;
type ListPath = (typeof listPaths)[keyof typeof listPaths];
const sectionOf = {
  'bibjson.author': 'authors',
  'bibjson.link': 'links',
  'bibjson.keywords': 'keywords',
  'bibjson.identifier': 'other',
} as const satisfies Record<ListPath, string>;

/** Members that stay when they are empty: the directory requires the key. */
const required = /^bibjson\.title$|\.name$|\.url$|\.id$|\[\d+\]$/;

/** `record` with a text typed into a field; an emptied field leaves no member, since the directory refuses some empty texts. */
export function setText(record: DraftRecord, path: string, text: string): DraftRecord {
  return putText(record, path, text, required.test(path));
}

/** `record` with an entry moved from one position to another; unchanged if a position is beyond the list. */
export function moveEntry(record: DraftRecord, path: ListPath, from: number, to: number): DraftRecord {
  const list = listAt(record, path);
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return record;
  return setAt(record, path, list.toSpliced(from, 1).toSpliced(to, 0, list[from]!));
}

/** Removes an entry, with the step that restores it at its position. */
export function removeEntry(path: ListPath, at: number, text: string) {
  let taken: Json | undefined;
  return {
    change: (record: DraftRecord): DraftRecord => {
      taken = listAt(record, path)[at];
      return removeAt(record, `${path}[${at}]`);
    },
    undo: {
      section: sectionOf[path],
      text,
      revert: (record: DraftRecord) => {
        const place = Math.min(at, listAt(record, path).length);
        return taken === undefined ? null : splice(record, path, place, 0, [taken]);
      },
    } satisfies Undo,
  };
}

/** Replaces an entry by several, with the step that joins them again while they are unchanged. */
export function splitEntry(path: ListPath, at: number, entries: Json[], whole: Json, text: string) {
  return {
    change: (record: DraftRecord) => splice(record, path, at, 1, entries),
    undo: {
      section: sectionOf[path],
      text,
      revert: (record: DraftRecord) => {
        const list = listAt(record, path);
        const isUntouched = entries.every((entry, i) => list[at + i] === entry);
        return isUntouched ? setAt(record, path, list.toSpliced(at, entries.length, whole)) : null;
      },
    } satisfies Undo,
  };
}

/** The index of the DOI that the directory uses in the list of identifiers; -1 if there is none. */
export function doiPlace(record: DraftRecord): number {
  const entries = listAt(record, listPaths.identifiers);
  const isDoi = (entry: Json) => typeof entry === 'object' && identifierType(entry) === 'doi';
  const filled = entries.findIndex((entry) => isDoi(entry) && !isEmpty(memberOf(entry, 'id')));
  return filled >= 0 ? filled : entries.findIndex(isDoi);
}

/** `record` with this text as its DOI; an emptied DOI removes its entry, unless that has further members. */
export function setDoi(record: DraftRecord, text: string): DraftRecord {
  const path = listPaths.identifiers;
  const place = doiPlace(record);
  if (place < 0)
    return text === ''
      ? record
      : splice(record, path, listAt(record, path).length, 0, [{ type: 'doi', id: text }]);
  const isBare = Object.keys(listAt(record, path)[place] as object).length <= 2;
  if (text === '' && isBare) return removeAt(record, `${path}[${place}]`);
  return setAt(record, `${path}[${place}].id`, text);
}

/** `record` with a typed ISSN in a slot: in its last entry, which the directory compares; an empty text removes the entry. */
export function setIssn(record: DraftRecord, slot: 'pissn' | 'eissn', text: string): DraftRecord {
  const path = listPaths.identifiers;
  const entries = listAt(record, path);
  const place = entries.findLastIndex((entry) => identifierType(entry) === slot);
  if (text === '') return place < 0 ? record : removeAt(record, `${path}[${place}]`);
  if (place < 0) return splice(record, path, 0, 0, [{ type: slot, id: text }]);
  return setAt(record, `${path}[${place}].id`, text);
}

/** The index of the link by which the directory recognises the article; -1 if there is none. */
export function fullTextPlace(record: DraftRecord): number {
  return listAt(record, listPaths.links).findIndex((entry) => {
    const url = memberOf(entry, 'url');
    const type = memberOf(entry, 'type');
    return typeof type === 'string' && type.trim().toLowerCase() === 'fulltext' && !isEmpty(url);
  });
}

function memberOf(entry: Json, name: string): Json | undefined {
  return getAt(entry, name);
}
