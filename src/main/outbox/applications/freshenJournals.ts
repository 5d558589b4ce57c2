import { AppError } from '../../../shared/errors.ts';
import { type JournalView, readJournal } from '../../../shared/journal/journal.ts';
import { isoNow } from '../../platform/clock.ts';
import type { KeptJournal } from '../../store/journals/journalStore.ts';
import type { ApplicationParts } from './applicationParts.ts';
import { journalsById } from './journalsById.ts';

type JournalParts = Pick<
  ApplicationParts,
  'journals' | 'journalRecords' | 'journalsChanged' | 'directory' | 'clock'
>;

/** Milliseconds until a stored journal is read again. */
const freshFor = 15 * 60_000;

/**
 * Reads the stored journals among these whose copies are old at the directory again, many in one request. Returns the
 * time of the oldest copy that could not be replaced, because the directory could not be asked; null: there is none.
 */
export async function freshenJournals(
  parts: JournalParts,
  accountId: string,
  ids: readonly string[],
): Promise<string | null> {
  const { journals, journalRecords, directory, clock } = parts;
  const now = clock.now();
  const old = new Map<string, Pick<KeptJournal, 'journal' | 'fetchedAt'>>();
  for (const id of ids) {
    const kept = journals.get(accountId, id);
    if (kept && now - Date.parse(kept.fetchedAt) > freshFor)
      old.set(id, { journal: kept.journal, fetchedAt: kept.fetchedAt });
  }
  if (old.size === 0) return null;
  try {
    const found = journalsById(directory.client(accountId), [...old.keys()], (hit) => hit);
    for await (const hits of found) {
      for (const hit of hits) {
        const journal = readJournal(hit);
        if (!journal || !old.has(journal.id)) continue;
        keepJournal(parts, accountId, journal);
        old.delete(journal.id);
      }
    }
    for (const [id, { journal }] of old) {
      // The search does not show withdrawn journals; only a journal's own address tells that it is one.
      if (journal.inDirectory) await journalRecords.get(accountId, id, { fresh: true });
      old.delete(id);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return [...old.values()].map(({ fetchedAt }) => fetchedAt).sort()[0] ?? null;
}

/** Stores a journal as the directory has it now. */
export function keepJournal(parts: JournalParts, accountId: string, journal: JournalView): void {
  if (parts.journals.put(accountId, journal, isoNow(parts))) parts.journalsChanged(accountId);
}
