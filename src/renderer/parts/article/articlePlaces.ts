import { readArticle } from '../../../shared/article/article.ts';
import {
  type ArticleField,
  type ArticleSection,
  articleFieldList,
  articleFields,
  articleSections,
} from '../../../shared/article/articleFields.ts';
import { isIssnEntry } from '../../../shared/article/edits/setJournal.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { listAt } from '../../../shared/draft/recordEdits.ts';
import type { Place } from '../form/place.ts';
import { doiPlace, listPaths } from './articleEdits.ts';

/** The names of the two controls that edit entries of `bibjson.identifier`. */
export const journalField = articleFields.journal.path;
export const doiField = articleFields.doi.path;

/** Codes of refusals that are about the identity of the article, not about its journal. */
const aboutDoi = new Set([
  'doi-form',
  'duplicate-ambiguous',
  'identifier-changed',
  'duplicate-in-selection',
  'would-be-refused',
  'identity-changed',
  'two-records',
]);

/** A field with the control that edits it. */
export type FormField = ArticleField & Required<Pick<ArticleField, 'section' | 'control'>>;

/** Every field with a control, in the order of the form. */
export const formFields: readonly FormField[] = articleSections.flatMap((section) =>
  articleFieldList.filter(
    (field): field is FormField => field.control !== undefined && field.section === section,
  ),
);
const fieldsByPath = new Map(articleFieldList.map((field) => [field.path, field]));

/** The section and the control that show a path; the section `other` shows paths without a control of their own. */
export function placeOf(path: string, record: DraftRecord): Place {
  const { section } = formFields.find((one) => one.path === path) ?? {};
  if (section) return { section, field: path };
  const entry = /^(bibjson\.(author|link|keywords))\[\d*\](?:\.(\w+))?$/.exec(path);
  if (entry) return placeOfEntry(path, entry);
  const identifier = /^bibjson\.identifier(?:\[(\d+)\](?:\.\w+)?)?$/.exec(path);
  if (identifier) return placeOfIdentifier(path, identifier[1], record);
  return { section: 'other', field: path };
}

/** Returns true if no field of the section has a value; what has no control is in the section `other`. */
export function isSectionEmpty(section: ArticleSection, record: DraftRecord): boolean {
  const article = readArticle(record);
  const fields = formFields.filter((field) => field.section === section);
  return (
    fields.length > 0 &&
    fields.every(({ name, path, kind }) => {
      if (name === 'journal') return article.pissn === '' && article.eissn === '';
      const value = kind === 'identifier' ? article.doi : getAt(record, path);
      if (Array.isArray(value)) return value.length === 0;
      return value === undefined || value === null || String(value).trim() === '';
    })
  );
}

/** The field that shows a path in which identifiers are named by their type. */
export function fieldOfPath(path: string): string {
  if (/^bibjson\.identifier\.doi$/i.test(path)) return doiField;
  const isField = formFields.some((field) => field.path === path);
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
    return { section: hasControl(path) ? 'authors' : 'other', field: path };
  }
  if (member === undefined || member === 'type') return { section: 'links', field: `${entry}.url` };
  return { section: hasControl(path) ? 'links' : 'other', field: path };
}

/** Returns true for a member of an author or link that the directory stores. */
function hasControl(path: string): boolean {
  return fieldsByPath.get(path.replace(/\[\d*\]/, '[]'))?.kind === 'member';
}

function placeOfIdentifier(path: string, index: string | undefined, record: DraftRecord): Place {
  if (index === undefined) return { section: 'journal', field: journalField };
  const place = Number(index);
  const entry = listAt(record, listPaths.identifiers)[place];
  if (place === doiPlace(record)) return { section: 'links', field: doiField };
  if (entry !== undefined && isIssnEntry(entry)) return { section: 'journal', field: journalField };
  return { section: 'other', field: path };
}
