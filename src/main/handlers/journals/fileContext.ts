import { editability } from '../../../shared/application/updateRequest.ts';
import type { Account } from '../../../shared/directory/account.ts';
import { AppError } from '../../../shared/errors.ts';
import { readJournal } from '../../../shared/journal/journal.ts';
import type { FileJournal, JournalFileContext } from '../../../shared/journalFile/checkJournalFile.ts';
import { issnsIn } from '../../../shared/journalFile/issnsIn.ts';
import type { JournalTable, UnreadableFile } from '../../../shared/journalFile/readJournalFile.ts';
import { isClosed } from '../../outbox/applications/applicationWriter.ts';
import { issnQueries } from '../../outbox/applications/following/ownApplications.ts';
import type { App } from '../../services/createApp.ts';

/** The known facts about the journals of a file; the directory is asked only about ISSNs that are unknown here. */
export async function fileContext(
  app: App,
  accountId: string,
  table: JournalTable | UnreadableFile,
): Promise<JournalFileContext> {
  const account = app.access.get(accountId);
  const issns = typeof table === 'string' ? new Set<string>() : issnsIn(table);
  const isNamed = ({ pissn, eissn }: { pissn: string | null; eissn: string | null }) =>
    [pissn, eissn].some((issn) => issn !== null && issns.has(issn));
  const own = app.stores.journals.list(accountId).journals.filter(isNamed);
  const known: FileJournal[] = [];
  for (const journal of own) {
    const record = await recordOf(app, accountId, journal.id);
    if (record !== null || !journal.inDirectory) known.push({ ...journal, record });
  }
  const unknown = [...issns].filter(
    (issn) => !own.some(({ pissn, eissn }) => issn === pissn || issn === eissn),
  );
  return {
    account: account.username || account.name,
    journals: [...known, ...(await findOthers(app, accountId, unknown))],
    refusals: refusalsOf(app, account, known),
    now: new Date(app.clock.now()),
    reviews: app.stores.profiles.of(account).reviews,
  };
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

/** Other publishers' journals, which a file must not contain; none if the directory cannot be asked. */
async function findOthers(
  { directory }: App,
  accountId: string,
  issns: readonly string[],
): Promise<FileJournal[]> {
  if (issns.length > maxAsked) return [];
  try {
    const found: FileJournal[] = [];
    for (const query of issnQueries(issns)) {
      const records = await directory.client(accountId).findJournals(query);
      found.push(...records.flatMap((record) => readJournal(record, false) ?? []));
    }
    return found;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
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
