import { applicationFromJournal } from '../../../shared/application/application.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  changesNothing,
  checkJournalFile,
  type JournalFileContext,
  type RowOfJournal,
} from '../../../shared/journalFile/checkJournalFile.ts';
import { correctJournalFile } from '../../../shared/journalFile/correctJournalFile.ts';
import { type FileFact, fileNotes } from '../../../shared/journalFile/fileNotes.ts';
import {
  type JournalTable,
  readJournalFile,
  type UnreadableFile,
} from '../../../shared/journalFile/readJournalFile.ts';
import type { JournalFileNote } from '../../../shared/journalFile/report.ts';
import { writeJournalFile } from '../../../shared/journalFile/writeJournalFile.ts';
import { msg } from '../../../shared/message.ts';
import type { Proposal } from '../../outbox/applications/bulkProposals.ts';
import { freshenJournals } from '../../outbox/applications/freshenJournals.ts';
import { fail } from '../../platform/failures.ts';
import type { App } from '../../services/createApp.ts';
import { fileContext } from './fileContext.ts';

/** The calls `journals.*File`. Nothing of a file is stored: each call gets the whole file. */
export function journalFileHandlers(
  app: App,
): Pick<Handlers, 'journals.checkFile' | 'journals.correctFile' | 'journals.writeFile'> {
  const { applications } = app;
  const parts = { ...app, journals: app.stores.journals };

  async function read(input: { accountId: string; data: string }) {
    const bytes = Buffer.from(input.data, 'base64');
    const table = readJournalFile(bytes);
    const { context, copiesOf } = await fileContext(app, input.accountId, table);
    return { size: bytes.length, table, context, copiesOf, checked: checkJournalFile(table, context) };
  }

  async function propose(
    accountId: string,
    rows: readonly RowOfJournal[],
  ): Promise<{ id: string; proposals: Proposal[] }> {
    const possible = rows.filter(({ blocked }) => blocked === null);
    const changes = new Map(possible.map((row) => [row.journalId, row.changes]));
    const input = {
      accountId,
      journalIds: [...changes.keys()],
      changesFor: (id: string) => changes.get(id) ?? [],
    };
    // The changes are differences from the journals as they were read for the check.
    const { id: plan, proposals } = await applications.previewMany(input, { isFresh: true });
    const all = rows.map(({ journalId, title, blocked }) => {
      const found = proposals.find((proposal) => proposal.journalId === journalId);
      if (found && blocked === null) return found;
      // A row without changes has no problem.
      const problem = changesNothing(blocked) ? null : blocked;
      return { journalId, title, changes: [], proposed: [], findings: [], draftId: null, problem };
    });
    return { id: plan, proposals: all };
  }

  return {
    'journals.checkFile': async (input) => {
      const { size, table, copiesOf, checked } = await read(input);
      const { kind, rows, report, problems, notes, crash, journals } = checked;
      const facts: FileFact = { name: input.name, size };
      return {
        kind,
        headers: typeof table === 'string' ? [] : [...table.headers],
        rows,
        report,
        problems,
        notes: [...fileNotes(facts), ...copyNotes(copiesOf), ...notes],
        crash,
        ...(await propose(input.accountId, journals)),
      };
    },
    'journals.correctFile': async (input) => {
      const { table, context, copiesOf, checked } = await read(input);
      return {
        ...correct(readable(table), { context, name: input.name, journals: checked.journals }),
        copiesOf,
      };
    },
    'journals.writeFile': async ({ accountId, journalIds }) => {
      const { reviews } = app.stores.profiles.of(app.access.get(accountId));
      const copiesOf = await freshenJournals(parts, accountId, journalIds);
      const kept = await Promise.all(journalIds.map((id) => app.journalRecords.get(accountId, id)));
      const there = kept.filter(({ journal, record }) => journal.inDirectory && record !== null);
      if (there.length === 0) throw nothingToWrite();
      const text = writeJournalFile(
        there.map(({ record }) => applicationFromJournal(record)),
        reviews,
      );
      return { file: csvFile('journal-update.csv', text), leftOut: kept.length - there.length, copiesOf };
    },
  };
}

/** What the directory has changed since is unknown to a check of copies. */
function copyNotes(copiesOf: string | null): JournalFileNote[] {
  if (copiesOf === null) return [];
  return [{ row: null, column: null, message: msg('journalFile.copies', { at: copiesOf }) }];
}

/** `journals`: what the check of the table found. */
function correct(
  table: JournalTable,
  {
    context,
    name,
    journals,
  }: { context: JournalFileContext; name: string; journals: readonly RowOfJournal[] },
) {
  const text = correctJournalFile(table, context);
  const corrected = checkJournalFile(readable(readJournalFile(Buffer.from(text))), context);
  const { rows, problems, crash } = corrected;
  if (rows === 0) throw nothingToWrite();
  const stem = name.replace(/\.[^.]*$/, '');
  const file = csvFile(`${stem}-corrected.csv`, text);
  const filled = table.rows.filter(({ isEmpty }) => !isEmpty).length;
  const unchanged = journals.filter(({ blocked }) => changesNothing(blocked)).length;
  return {
    file,
    rows,
    problems: problems.length + (crash === null ? 0 : 1),
    leftOut: filled - unchanged - rows,
  };
}

function readable(table: JournalTable | UnreadableFile): JournalTable {
  if (typeof table !== 'string') return table;
  throw new AppError('unreadable_file', msg('journalFile.unreadable.message'), {
    why: msg(`journalFile.crash.${table}`),
  });
}

function nothingToWrite(): AppError {
  return fail('journalFile.nothingToWrite');
}

function csvFile(name: string, text: string) {
  return { name, type: 'text/csv', text };
}
