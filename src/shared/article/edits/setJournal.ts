import type { DraftRecord } from '../../draft/draft.ts';
import { getAt, setAt } from '../../draft/fieldPath.ts';
import { listAt } from '../../draft/recordEdits.ts';
import type { Json } from '../../json.ts';

const path = 'bibjson.identifier';

/** `record` with a journal's ISSNs instead of all ISSNs it had. */
export function setJournal(
  record: DraftRecord,
  journal: { pissn: string | null; eissn: string | null },
): DraftRecord {
  const others = listAt(record, path).filter((entry) => !isIssnEntry(entry));
  const issns: Json[] = [];
  if (journal.pissn) issns.push({ type: 'pissn', id: journal.pissn });
  if (journal.eissn) issns.push({ type: 'eissn', id: journal.eissn });
  return setAt(record, path, [...issns, ...others]);
}

/** Returns true if an identifier is one of the two ISSNs. */
export function isIssnEntry(entry: Json): boolean {
  const type = identifierType(entry);
  return type === 'pissn' || type === 'eissn';
}

/** The type of an identifier in lower case; empty if it has none. */
export function identifierType(entry: Json): string {
  const type = getAt(entry, 'type');
  return typeof type === 'string' ? type.toLowerCase() : '';
}
