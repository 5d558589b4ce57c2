import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { joinPath } from '../../../shared/draft/fieldPath.ts';
import { doiPlace, entriesAt, listPaths } from '../../parts/article/articleEdits.ts';

type Json = DraftRecord[string];
type Kind = 'text' | 'list' | 'object';

/** A value of the record that the form has no control for. */
export interface OtherMember {
  path: string;
  value: Json;
}

const bibjsonKinds: Record<string, Kind> = {
  title: 'text',
  abstract: 'text',
  year: 'text',
  month: 'text',
  identifier: 'list',
  link: 'list',
  author: 'list',
  keywords: 'list',
  journal: 'object',
};
const blockKinds: Record<string, Kind> = {
  volume: 'text',
  number: 'text',
  start_page: 'text',
  end_page: 'text',
};
const authorKinds: Record<string, Kind> = { name: 'text', affiliation: 'text', orcid_id: 'text' };
const linkKinds: Record<string, Kind> = { type: 'text', url: 'text', content_type: 'text' };
const identifierKinds: Record<string, Kind> = { type: 'text', id: 'text' };

/** Everything in a record that the form does not show elsewhere: unknown members, and known ones of an unexpected kind. */
export function otherMembers(record: DraftRecord): OtherMember[] {
  const { bibjson, ...envelope } = record;
  const found: OtherMember[] = [];
  for (const [name, value] of Object.entries(envelope)) {
    const path = joinPath('', name);
    if (name === 'admin' && isObject(value)) collect(value, path, {}, found);
    else push(found, path, value);
  }
  if (!isObject(bibjson)) {
    push(found, 'bibjson', bibjson);
    return found;
  }
  collect(bibjson, 'bibjson', bibjsonKinds, found);
  if (isObject(bibjson.journal)) collect(bibjson.journal, 'bibjson.journal', blockKinds, found);
  collectEntries(record, listPaths.authors, authorKinds, found);
  collectEntries(record, listPaths.links, linkKinds, found);
  collectIdentifiers(record, found);
  return found;
}

function collect(
  object: { [name: string]: Json },
  path: string,
  kinds: Record<string, Kind>,
  found: OtherMember[],
): void {
  for (const [name, value] of Object.entries(object)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind || !isKind(value, kind)) push(found, joinPath(path, name), value);
  }
}

function collectEntries(
  record: DraftRecord,
  path: typeof listPaths.authors | typeof listPaths.links,
  kinds: Record<string, Kind>,
  found: OtherMember[],
): void {
  for (const [index, entry] of entriesAt(record, path).entries()) {
    if (isObject(entry)) collect(entry, `${path}[${index}]`, kinds, found);
    else push(found, `${path}[${index}]`, entry);
  }
}

/** Shown elsewhere are the DOI and, of each ISSN slot, the last entry. */
function collectIdentifiers(record: DraftRecord, found: OtherMember[]): void {
  const path = listPaths.identifiers;
  const entries = entriesAt(record, path);
  const shown = [doiPlace(record), lastOf(entries, 'pissn'), lastOf(entries, 'eissn')];
  for (const [index, entry] of entries.entries()) {
    if (shown.includes(index) && isObject(entry)) collect(entry, `${path}[${index}]`, identifierKinds, found);
    else push(found, `${path}[${index}]`, entry);
  }
}

function lastOf(entries: Json[], slot: string): number {
  return entries.findLastIndex(
    (entry) => isObject(entry) && typeof entry.type === 'string' && entry.type.toLowerCase() === slot,
  );
}

function isKind(value: Json, kind: Kind): boolean {
  if (value === null) return true;
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'object') return isObject(value);
  return typeof value === 'string' || typeof value === 'number';
}

/** What is empty says nothing and is left out. */
function push(found: OtherMember[], path: string, value: Json | undefined): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value === 'object' && Object.keys(value).length === 0) return;
  found.push({ path, value });
}

function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
