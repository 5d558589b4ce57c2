import { isIssnEntry } from '../../../shared/article/edits/setJournal.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { listAt } from '../../../shared/draft/recordEdits.ts';
import type { Place } from '../form/place.ts';
import { doiPlace, listPaths } from './articleEdits.ts';

export const sections = ['journal', 'title', 'authors', 'links', 'publication', 'keywords', 'other'] as const;
export type Section = (typeof sections)[number];

/** The names of the two controls that edit entries of `bibjson.identifier`. */
export const journalField = 'journal';
export const doiField = 'doi';

/** Codes of refusals that are about the identity of the article, not about its journal. */
const aboutDoi = new Set([
  'doi-form',
  'duplicate-ambiguous',
  'identifier-changed',
  'duplicate-in-selection',
  'would-be-refused',
  'two-records',
]);

/** A field with the control that edits it. */
export interface ArticleField {
  path: string;
  section: Section;
  control: 'journal' | 'title' | 'abstract' | 'authors' | 'doi' | 'links' | 'text' | 'month' | 'keywords';
}

/** Every field of an article, in the order of the form. */
export const articleFields: readonly ArticleField[] = [
  { path: journalField, section: 'journal', control: 'journal' },
  { path: 'bibjson.title', section: 'title', control: 'title' },
  { path: 'bibjson.abstract', section: 'title', control: 'abstract' },
  { path: 'bibjson.author', section: 'authors', control: 'authors' },
  { path: doiField, section: 'links', control: 'doi' },
  { path: 'bibjson.link', section: 'links', control: 'links' },
  { path: 'bibjson.year', section: 'publication', control: 'text' },
  { path: 'bibjson.month', section: 'publication', control: 'month' },
  { path: 'bibjson.journal.volume', section: 'publication', control: 'text' },
  { path: 'bibjson.journal.number', section: 'publication', control: 'text' },
  { path: 'bibjson.journal.start_page', section: 'publication', control: 'text' },
  { path: 'bibjson.journal.end_page', section: 'publication', control: 'text' },
  { path: 'bibjson.keywords', section: 'keywords', control: 'keywords' },
];

/** The section and the control that show a path; the section `other` shows paths without a control of their own. */
export function placeOf(path: string, record: DraftRecord): Place {
  const field = articleFields.find((one) => one.path === path);
  if (field) return { section: field.section, field: path };
  const entry = /^(bibjson\.(author|link|keywords))\[\d*\](?:\.(\w+))?$/.exec(path);
  if (entry) return placeOfEntry(path, entry);
  const identifier = /^bibjson\.identifier(?:\[(\d+)\](?:\.\w+)?)?$/.exec(path);
  if (identifier) return placeOfIdentifier(path, identifier[1], record);
  return { section: 'other', field: path };
}

/** The field that shows a path in which identifiers are named by their type. */
export function fieldOfPath(path: string): string {
  if (/^bibjson\.identifier\.doi$/i.test(path)) return doiField;
  const isField = articleFields.some((field) => field.path === path);
  return !isField && /^bibjson\.(identifier|journal)\b/.test(path) ? journalField : path;
}

/** The path that a refusal is about: the directory may name all identifiers where only the DOI can be meant. */
export function refusedPath({ path, code }: { path: string; code: string }): string {
  return path === listPaths.identifiers && aboutDoi.has(code) ? doiField : path;
}

function placeOfEntry(path: string, [, list, kind, member]: RegExpExecArray): Place {
  if (kind === 'keywords') return { section: 'keywords', field: list! };
  const entry = path.replace(/\.\w+$/, '');
  if (kind === 'author') {
    if (member === undefined) return { section: 'authors', field: `${entry}.name` };
    const isShown = ['name', 'affiliation', 'orcid_id'].includes(member);
    return isShown ? { section: 'authors', field: path } : { section: 'other', field: path };
  }
  if (member === undefined || member === 'type') return { section: 'links', field: `${entry}.url` };
  const isShown = member === 'url' || member === 'content_type';
  return isShown ? { section: 'links', field: path } : { section: 'other', field: path };
}

function placeOfIdentifier(path: string, index: string | undefined, record: DraftRecord): Place {
  if (index === undefined) return { section: 'journal', field: journalField };
  const place = Number(index);
  const entry = listAt(record, listPaths.identifiers)[place];
  if (place === doiPlace(record)) return { section: 'links', field: doiField };
  if (entry !== undefined && isIssnEntry(entry)) return { section: 'journal', field: journalField };
  return { section: 'other', field: path };
}
