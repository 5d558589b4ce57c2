import type { DraftRecord } from '../../shared/draft/draft.ts';
import type { JournalCard } from '../../shared/journal/journal.ts';
import { asList, asObject, isObject } from '../../shared/json.ts';
import { type Message, msg } from '../../shared/message.ts';
import { parseIssn } from '../../shared/text/identifiers.ts';
import { isSameTitle } from '../../shared/text/isSameTitle.ts';

type Known = Pick<JournalCard, 'title' | 'pissn' | 'eissn'>;
type Kind = 'pissn' | 'eissn';

/**
 * The record with the second ISSN of its journal, and the journal's title, from the one journal known here that has its
 * ISSN; the notes say so. Nothing is filled in if the file contradicts it: with an ISSN of another kind or journal, or with
 * another title.
 */
export function fillJournal(
  record: DraftRecord,
  journals: ReadonlyMap<string, readonly Known[]>,
): { record: DraftRecord; notes: Message[] } {
  const bibjson = asObject(record.bibjson);
  const identifiers = asList(bibjson.identifier);
  const issns = identifiers.map(asObject).filter(({ type }) => type === 'pissn' || type === 'eissn') as {
    type: Kind;
    id?: unknown;
  }[];
  const parsed = issns.map(({ type, id }) => ({ type, id: parseIssn(typeof id === 'string' ? id : '') }));
  const found = new Set(parsed.flatMap(({ id }) => (id === null ? [] : (journals.get(id) ?? []))));
  const [journal] = found;
  const isKnown = journal !== undefined && found.size === 1;
  if (!isKnown || !parsed.every(({ type, id }) => id !== null && id === parseIssn(journal[type] ?? '')))
    return { record, notes: [] };
  const block = bibjson.journal ?? {};
  const title = asObject(block).title;
  const stated = typeof title === 'string' ? title.trim() : '';
  if (!isObject(block) || (stated !== '' && !isSameTitle(stated, journal.title)))
    return { record, notes: [] };
  const notes: Message[] = [];
  const missing = (['pissn', 'eissn'] as const).filter(
    (kind) => journal[kind] !== null && !parsed.some(({ type }) => type === kind),
  );
  for (const kind of missing)
    notes.push(msg('import.note.journalIssn', { issn: journal[kind], title: journal.title }));
  const isTitled = stated === '' && journal.title !== '';
  if (isTitled) notes.push(msg('import.note.journalTitle', { title: journal.title }));
  if (notes.length === 0) return { record, notes };
  const filled = {
    ...bibjson,
    identifier: [...identifiers, ...missing.map((type) => ({ type, id: journal[type]! }))],
    ...(isTitled && { journal: { ...block, title: journal.title } }),
  };
  return { record: { ...record, bibjson: filled }, notes };
}

/** Journals by each of their ISSNs. */
export function journalsByIssn(journals: readonly Known[]): Map<string, Known[]> {
  const found = new Map<string, Known[]>();
  for (const journal of journals)
    for (const issn of new Set([parseIssn(journal.pissn ?? ''), parseIssn(journal.eissn ?? '')]))
      if (issn !== null) found.set(issn, [...(found.get(issn) ?? []), journal]);
  return found;
}
