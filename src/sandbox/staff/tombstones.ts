import type { DirectoryStore } from '../directoryStore.ts';
import { type ArticleRecord, identifiersOf, issnsOf, type Tombstone } from '../records.ts';

/**
 * Throws a description if the service could not store the tombstone (reference/directory-changes.md 1.1: no journal, or
 * two owners).
 */
export function tombstoneOf(record: ArticleRecord, store: DirectoryStore, at: string): Tombstone {
  const owner = ownerOf(record, store);
  const { title, author, start_page, end_page, journal, subject } = record.bibjson;
  const [print] = identifiersOf(record.bibjson, 'pissn');
  const [online] = identifiersOf(record.bibjson, 'eissn');
  return {
    id: record.id,
    created_date: at,
    last_updated: at,
    admin: present({ owner }),
    bibjson: present({
      title,
      author,
      start_page,
      end_page,
      identifier: [
        ...(print === undefined ? [] : [{ type: 'pissn', id: print }]),
        ...(online === undefined ? [] : [{ type: 'eissn', id: online }]),
      ],
      journal: present({ title: journal?.title, volume: journal?.volume, number: journal?.number }),
      subject,
    }),
  };
}

function ownerOf({ id, bibjson }: ArticleRecord, store: DirectoryStore): string | undefined {
  const journals = issnsOf(bibjson).flatMap((issn) => store.journalsByIssn(issn));
  if (journals.length === 0) throw new Error(`No journal has an ISSN of article ${id}.`);
  const owners = new Set(journals.map(({ admin }) => admin.owner));
  if (owners.size > 1) throw new Error(`The ISSNs of article ${id} belong to two owners.`);
  return [...owners][0];
}

function present<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
