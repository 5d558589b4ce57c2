import { readJournal } from '../../shared/journal/journal.ts';
import type { JournalRecords } from '../outbox/applications/applicationParts.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { problemOf } from '../remote/answers.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { AskOptions } from '../remote/directoryClient.ts';
import { pathPart } from '../remote/pathPart.ts';
import type { JournalStore } from '../store/journals/journalStore.ts';

/** Creates the reader of journals; `changed` is called if the rules would see different journals of the account. */
export function createJournalRecords(parts: {
  journals: JournalStore;
  directory: Pick<DirectoryAccess, 'client'>;
  clock: Pick<Clock, 'now'>;
  changed: (accountId: string) => void;
}): JournalRecords {
  const { journals } = parts;

  async function fetchJournal(accountId: string, id: string, options: AskOptions): Promise<void> {
    const path = `journals/${pathPart(id)}`;
    const answer = await parts.directory
      .client(accountId)
      .ask({ method: 'GET', path, wantsKey: false }, options);
    const isGone = answer.kind === 'answer' && answer.status === 404 && answer.json !== undefined;
    if (isGone) {
      if (journals.setWithdrawn(accountId, id)) parts.changed(accountId);
      return;
    }
    const journal =
      answer.kind === 'answer' && answer.status === 200 ? readJournal(answer.json, false) : null;
    if (journal?.id !== id) throw problemOf(answer);
    if (journals.put(accountId, journal, isoNow(parts))) parts.changed(accountId);
  }

  return {
    async get(accountId, id, { fresh = false, ...options } = {}) {
      const kept = journals.get(accountId, id);
      const isWhole = kept !== null && (kept.record !== null || !kept.journal.inDirectory);
      if (isWhole && !fresh) return kept;
      await fetchJournal(accountId, id, options);
      return journals.get(accountId, id) ?? noJournal();
    },
  };
}

function noJournal(): never {
  throw fail('directory.journals.gone');
}
