import { editability } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import { readJournal } from '../../../shared/journal/journal.ts';
import type { FileJournal, JournalFileContext } from '../../../shared/journalFile/checkJournalFile.ts';
import { issnsIn } from '../../../shared/journalFile/issnsIn.ts';
import type { JournalTable, UnreadableFile } from '../../../shared/journalFile/readJournalFile.ts';
import { isClosed } from '../../outbox/applications/applicationWriter.ts';
import { issnQueries } from '../../outbox/applications/following/ownApplications.ts';
import { freshenJournals, keepJournal } from '../../outbox/applications/freshenJournals.ts';
import type { App } from '../../services/createApp.ts';

/**
 * The facts about the journals of a file, and `copiesOf` as `freshenJournals` returns it. The directory is asked about
 * journals whose copies are old, and about ISSNs that are unknown here.
 */
export async function fileContext(
  app: App,
  accountId: string,
  table: JournalTable | UnreadableFile,
): Promise<{ context: JournalFileContext; copiesOf: string | null }> {
  const account = app.access.get(accountId);
  const issns = typeof table === 'string' ? new Set<string>() : issnsIn(table);
  const isNamed = ({ pissn, eissn }: Issns) =>
    [pissn, eissn].some((issn) => issn !== null && issns.has(issn));
  const named = () => app.stores.journals.list(accountId).journals.filter(isNamed);
  const ids = named().map(({ id }) => id);
  const copiesOf = await freshenJournals({ ...app, journals: app.stores.journals }, accountId, ids);
  // If that failed, each further request would have to wait for its time limit.
  const others = copiesOf === null ? await findOthers(app, accountId, unknownOf(issns, named())) : [];
  // Listed last, since the account's own journals may have other ISSNs by now.
  const own = named();
  const known: FileJournal[] = [];
  for (const journal of own) {
    const record = await recordOf(app, accountId, journal.id);
    if (record !== null || !journal.inDirectory) known.push({ ...journal, record });
  }
  const isOwn = ({ id }: FileJournal) => own.some((journal) => journal.id === id);
  const context = {
    account: account.username || account.name,
    journals: [...known, ...others.filter((journal) => !isOwn(journal))],
    refusals: refusalsOf(app, account, known),
    now: new Date(app.clock.now()),
    reviews: app.stores.profiles.of(account).reviews,
  };
  return { context, copiesOf };
}

type Issns = Pick<FileJournal, 'pissn' | 'eissn'>;

function unknownOf(issns: ReadonlySet<string>, journals: readonly Issns[]): string[] {
  return [...issns].filter((issn) => !journals.some(({ pissn, eissn }) => issn === pissn || issn === eissn));
}

/** The stored record; null if it is not stored and cannot be fetched. */
async function recordOf(app: App, accountId: string, id: string): Promise<unknown> {
  const kept = app.stores.journals.get(accountId, id);
  if (!kept || kept.record !== null) return kept?.record ?? null;
  try {
    return (await app.journalRecords.get(accountId, id)).record;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The published list of journals contains far more ISSNs than the directory should be asked about. */
const maxAsked = 300;

/**
 * The journals that have ISSNs unknown here, as far as the directory can be asked: other publishers', which a file must
 * not contain, and those of the account that got another ISSN since they were stored, which are stored again.
 */
async function findOthers(app: App, accountId: string, issns: readonly string[]): Promise<FileJournal[]> {
  const { directory, stores } = app;
  const found: FileJournal[] = [];
  if (issns.length > maxAsked) return found;
  // The account's journals may be more than those of a partial list.
  const mayBeOwn = stores.journals.list(accountId).isPartial ?? false;
  try {
    for (const query of issnQueries(issns)) {
      const { records } = await directory.client(accountId).findJournals(query);
      for (const journal of records.flatMap((record) => readJournal(record, false) ?? [])) {
        const kept = stores.journals.get(accountId, journal.id);
        if (kept) keepJournal({ ...app, journals: stores.journals }, accountId, journal);
        found.push({ ...journal, mine: kept?.journal.mine ?? mayBeOwn });
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return found;
}

/** The directory's reason for journals whose Update Request its staff have picked up. */
function refusalsOf(
  { stores }: App,
  { id, dialect }: Account,
  journals: readonly FileJournal[],
): Map<string, string> {
  const isHeld = (journal: FileJournal) =>
    stores.applications
      .ofJournal(id, journal.id)
      .some(
        ({ kind, remoteId, status }) =>
          kind === 'update' && remoteId !== null && !isClosed(status) && !editability(status, dialect).now,
      );
  return new Map(journals.filter(isHeld).map((journal) => [journal.id, 'wrong_status']));
}
