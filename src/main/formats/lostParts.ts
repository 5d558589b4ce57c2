import type { DraftRecord } from '../../shared/draft/draft.ts';
import { fieldLabel, hasLabel } from '../../shared/draft/fieldLabel.ts';
import { asText, isEmpty, isObject, type Json } from '../../shared/json.ts';
import type { Message } from '../../shared/message.ts';

/** The members of a record that most formats hold, as paths without indexes. */
const usual = [
  'bibjson.title',
  'bibjson.abstract',
  'bibjson.year',
  'bibjson.month',
  'bibjson.keywords[]',
  'bibjson.author[].name',
  'bibjson.journal.title',
  'bibjson.journal.volume',
  'bibjson.journal.number',
  'bibjson.journal.start_page',
  'bibjson.journal.end_page',
  'bibjson.link[].url',
  'bibjson.link[].type',
  'bibjson.link[].content_type',
];

/**
 * The members of a record for which a format has no place, one label for each kind; `more` are those it has beyond the
 * usual ones.
 */
export function lostParts(record: DraftRecord, more: readonly string[] = []): Message[] {
  const held = new Set([...usual, ...more]);
  const lost = new Map<string, Message>();
  const lose = (path: string) => {
    const labelled = labelledPath(path);
    if (!lost.has(labelled)) lost.set(labelled, fieldLabel(labelled));
  };
  const walk = (value: Json | undefined, path: string): void => {
    if (isEmpty(value) || value === undefined) return;
    if (path === 'bibjson.identifier' && Array.isArray(value)) loseIdentifiers(value, lose);
    else if (Array.isArray(value)) for (const entry of value) walk(entry, `${path}[]`);
    else if (isObject(value)) {
      for (const [name, member] of Object.entries(value))
        walk(member, path === '' ? name : `${path}.${name}`);
    } else if (!held.has(path)) lose(path);
  };
  walk(record, '');
  return [...lost.values()];
}

/** The innermost part of the path that has a label in forms; without one, the path itself. */
function labelledPath(path: string): string {
  let part = path;
  while (part !== '' && !hasLabel(part))
    part = part.slice(0, Math.max(0, part.endsWith('[]') ? part.length - 2 : part.lastIndexOf('.')));
  return part === '' ? path : part;
}

/** Formats hold one DOI and one ISSN of each kind. */
function loseIdentifiers(entries: readonly Json[], lose: (path: string) => void): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    if (!isObject(entry) || isEmpty(entry.id)) continue;
    const type = asText(entry.type).toLowerCase();
    if (!/^(?:doi|pissn|eissn)$/.test(type) || seen.has(type)) lose('bibjson.identifier[]');
    seen.add(type);
  }
}
