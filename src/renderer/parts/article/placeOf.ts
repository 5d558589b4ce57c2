import type { DraftRecord } from '../../../shared/draft/draft.ts';
import type { Finding } from '../../../shared/finding.ts';
import { doiPlace, entriesAt, isIssnEntry, listPaths } from './articleEdits.ts';

export const sections = ['journal', 'title', 'authors', 'links', 'publication', 'keywords', 'other'] as const;
export type Section = (typeof sections)[number];

/** Where the form shows what a path of the record is about; `field` as `fieldId` takes it. */
export interface Place {
  section: Section;
  field: string;
}
export type PlacedFinding = Finding & Place;

export const journalField = 'journal';
export const doiField = 'doi';

/** Refusals and reasons for holding back that are about which article it is, not about its journal. */
const aboutDoi = new Set([
  'doi-form',
  'duplicate-ambiguous',
  'identifier-changed',
  'duplicate-in-selection',
  'would-be-refused',
]);

const simple: Record<string, Section> = {
  'bibjson.title': 'title',
  'bibjson.abstract': 'title',
  'bibjson.author': 'authors',
  'bibjson.link': 'links',
  'bibjson.year': 'publication',
  'bibjson.month': 'publication',
  'bibjson.journal.volume': 'publication',
  'bibjson.journal.number': 'publication',
  'bibjson.journal.start_page': 'publication',
  'bibjson.journal.end_page': 'publication',
  'bibjson.keywords': 'keywords',
};

/** The section and the control for a path such as a finding or a refusal names; what has no control of its own is in "Other data". */
export function placeOf(path: string, record: DraftRecord): Place {
  if (path === doiField) return { section: 'links', field: doiField };
  const section = simple[path];
  if (section) return { section, field: path };
  const entry = /^(bibjson\.(author|link|keywords))\[\d*\](?:\.(\w+))?$/.exec(path);
  if (entry) return placeOfEntry(path, entry);
  const identifier = /^bibjson\.identifier(?:\[(\d+)\](?:\.\w+)?)?$/.exec(path);
  if (identifier) return placeOfIdentifier(path, identifier[1], record);
  return { section: 'other', field: path };
}

/** What an answer of the directory is about, as a path for `placeOf`: among the identifiers it names none, but some answers can only mean the DOI. */
export function pathMeant({ path, code }: { path: string; code: string }): string {
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
  const entry = entriesAt(record, listPaths.identifiers)[place];
  if (place === doiPlace(record)) return { section: 'links', field: doiField };
  if (entry !== undefined && isIssnEntry(entry)) return { section: 'journal', field: journalField };
  return { section: 'other', field: path };
}
