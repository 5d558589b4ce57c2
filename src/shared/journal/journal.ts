import { member } from '../json.ts';
import { readRemoteId } from '../remoteId.ts';
/** A journal as the rules need it: title, ISSNs, and whether it is in the directory and belongs to the account. */
export interface JournalCard {
  id: string;
  title: string;
  pissn: string | null;
  eissn: string | null;
  /** false: withdrawn. */
  inDirectory: boolean;
  mine: boolean;
  /** The first year in which all articles are open access, if the record says so. */
  oaStart?: number;
}

/** A journal record of the directory with the values that lists and forms need. */
export interface JournalView extends JournalCard {
  publisher: string;
  /** Account that owns it, if the record names one (public responses never do). */
  owner: string | null;
  record: unknown;
}

/** Reads ISSNs in either form; null for other records. The id is empty if there is none that can be read. Hits without `in_doaj` are in the directory. */
export function readJournal(record: unknown, mine = true): JournalView | null {
  const bibjson = member(record, 'bibjson');
  if (typeof bibjson !== 'object' || bibjson === null || Array.isArray(bibjson)) return null;
  const admin = member(record, 'admin');
  const publisher = member(bibjson, 'publisher');
  return {
    id: readRemoteId(member(record, 'id')) ?? '',
    title: text(member(bibjson, 'title')) ?? '',
    pissn: text(member(bibjson, 'pissn')) ?? identifier(bibjson, 'pissn'),
    eissn: text(member(bibjson, 'eissn')) ?? identifier(bibjson, 'eissn'),
    publisher: text(publisher) ?? text(member(publisher, 'name')) ?? '',
    inDirectory: member(admin, 'in_doaj') !== false && member(admin, 'in_directory') !== false,
    owner: text(member(admin, 'owner')),
    mine,
    ...openSince(member(bibjson, 'oa_start')),
    record,
  };
}

/**
 * Reads journal records (or a list under `journals` or `results`) as the account's own. If they name different owners,
 * the account is `accountId`, or else the owner of most; all others are foreign.
 */
export function journalsFromList(
  records: unknown,
  { accountId = null }: { accountId?: string | null } = {},
): JournalView[] {
  const journals = entries(records).flatMap((record) => readJournal(record) ?? []);
  const own = accountId ?? mainOwner(journals);
  const namesOwners = journals.some((journal) => journal.owner !== null);
  if (own === null || !namesOwners) return journals;
  return journals.map((journal) => ({ ...journal, mine: journal.owner === own }));
}

/** The owner of most of the journals; null if none is named, or if two are named equally often. */
function mainOwner(journals: JournalView[]): string | null {
  const counts = new Map<string, number>();
  for (const { owner } of journals) if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null;
}

function entries(records: unknown): unknown[] {
  if (Array.isArray(records)) return records;
  for (const name of ['journals', 'results']) {
    const found = member(records, name);
    if (Array.isArray(found)) return found;
  }
  return typeof records === 'object' && records !== null ? [records] : [];
}

function identifier(bibjson: object, type: string): string | null {
  const list = member(bibjson, 'identifier');
  if (!Array.isArray(list)) return null;
  for (const entry of list) {
    if (text(member(entry, 'type'))?.toLowerCase() === type) return text(member(entry, 'id'));
  }
  return null;
}

function openSince(value: unknown): { oaStart?: number } {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { oaStart: value } : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
