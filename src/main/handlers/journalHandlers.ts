import type { Handlers, Publish } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { type JournalView, readJournal } from '../../shared/journal.ts';
import { t } from '../../shared/words.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { canLookUp, quoted } from '../remote/lookupQuery.ts';
import type { Clock } from '../servicesOptions.ts';
import type { JournalStore } from '../store/journalStore.ts';
import type { AccountAccess } from './accountAccess.ts';

/** The calls `journals.*`: the account's journals, kept for working offline. */
export function journalHandlers(parts: {
  access: AccountAccess;
  journals: JournalStore;
  directory: DirectoryAccess;
  publish: Publish;
  clock: Clock;
  /** Checks the drafts of an account anew, since its journals changed. */
  recheckDrafts: (accountId: string) => void;
}): Pick<Handlers, 'journals.list' | 'journals.refresh'> {
  const { journals } = parts;
  return {
    'journals.list': ({ accountId }) => journals.list(accountId),
    'journals.refresh': async ({ accountId }) => {
      const { username } = parts.access.get(accountId);
      if (!canLookUp(username)) {
        throw new AppError('input', t('directory.journals.noUsername.message'), {
          why: t('directory.journals.noUsername.why'),
          fix: t('directory.journals.noUsername.fix'),
        });
      }
      // No key is needed, and only journals that are in the directory are found (reference/directory-api.md 1.2).
      const found = await parts.directory.client(accountId).findJournals(`username:${quoted(username)}`);
      const present = found.flatMap((record) => readJournal(record) ?? []);
      const known = journals.list(accountId).journals;
      journals.replaceAll(
        accountId,
        [...present, ...withdrawn(known, present)],
        new Date(parts.clock.now()).toISOString(),
      );
      parts.recheckDrafts(accountId);
      parts.publish('journals.changed', { accountId });
      return journals.list(accountId);
    },
  };
}

/** Journals of the account that search does not show any more: they have been withdrawn. */
function withdrawn(
  known: readonly Omit<JournalView, 'owner' | 'record'>[],
  present: readonly JournalView[],
): JournalView[] {
  const ids = new Set(present.map((journal) => journal.id));
  return known
    .filter((journal) => journal.mine && !ids.has(journal.id))
    .map((journal) => ({ ...journal, inDirectory: false, owner: null, record: null }));
}
