import {
  applicationFromJournal,
  blankApplication,
  toFlat,
} from '../../../../shared/application/application.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { setAt } from '../../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../../shared/errors.ts';
import { type Message, msg } from '../../../../shared/message.ts';
import { isoNow } from '../../../platform/clock.ts';
import { fail } from '../../../platform/failures.ts';
import type { KeptJournal } from '../../../store/journals/journalStore.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { journalIdOf } from '../applicationRules.ts';

type BeginParts = Pick<
  ApplicationParts,
  'store' | 'writer' | 'rules' | 'journals' | 'journalRecords' | 'clock'
>;

interface Journal {
  kept: KeptJournal;
  isFresh: boolean;
}

/**
 * Creates a draft from the journal as the directory has it (or from our stored copy if it cannot be asked), or a new
 * application without a journal, and returns its id. AppError `not_found` if the journal is not in the directory.
 */
export async function beginApplication(
  options: BeginParts,
  { accountId, journalId, record }: { accountId: string; journalId: string | null; record?: DraftRecord },
): Promise<number> {
  const { store, writer, rules, clock } = options;
  const named = journalId ?? journalIdOf(record);
  const journal = named === null ? null : await fetchJournal(options, accountId, named);
  const dialect = rules.dialect(accountId);
  const content =
    journal === null
      ? (record ?? blankApplication(dialect))
      : withJournal(record ?? applicationFromJournal(journal.kept.record), named!);
  const base = journal === null ? null : toFlat(journal.kept.record);
  const at = isoNow({ clock });
  const id = store.transaction(() => {
    const derived = rules.derive(accountId, content, base);
    const baseAt = journal?.kept.fetchedAt ?? null;
    const made = store.create({ accountId, derived, base, baseAt, at });
    writer.addEvent(made.id, { kind: 'created', message: createdMessage(journal) });
    return made.id;
  });
  writer.changed(accountId, [id]);
  return id;
}

/** Fetches the journal of an Update Request again without changing the draft. AppError as `beginApplication`, or why the directory cannot be asked. */
export async function refreshBase(
  { store, writer, rules, journalRecords }: BeginParts,
  id: number,
): Promise<void> {
  const { accountId, journalId } = store.get(id);
  if (journalId === null) return;
  const kept = await journalRecords.get(accountId, journalId, { fresh: true });
  const { record, base: former } = store.get(id);
  try {
    if (!isInDirectory(kept)) {
      store.rederive(id, rules.derive(accountId, record, former));
      throw notInDirectory();
    }
    const base = toFlat(kept.record);
    store.setBase(id, base, kept.fetchedAt, rules.derive(accountId, record, base));
  } finally {
    writer.changed(accountId, [id]);
  }
}

/** Returns the journal as the directory has it now, or our stored copy if the directory cannot be asked. */
async function fetchJournal(
  { journals, journalRecords }: BeginParts,
  accountId: string,
  journalId: string,
): Promise<Journal> {
  try {
    const kept = await journalRecords.get(accountId, journalId, { fresh: true });
    if (!isInDirectory(kept)) throw notInDirectory();
    return { kept, isFresh: true };
  } catch (error) {
    const kept = journals.get(accountId, journalId);
    if (!(error instanceof AppError) || kept === null || !isInDirectory(kept)) throw error;
    return { kept, isFresh: false };
  }
}

function isInDirectory({ journal, record }: KeptJournal): boolean {
  return journal.inDirectory && record !== null;
}

function createdMessage(journal: Journal | null): Message {
  if (journal === null) return msg('applicationLife.event.createdNew');
  if (journal.isFresh) return msg('applicationLife.event.createdFresh');
  return msg('applicationLife.event.createdKept', { date: journal.kept.fetchedAt });
}

function withJournal(record: DraftRecord, journalId: string): DraftRecord {
  return setAt(toFlat(record), 'admin.current_journal', journalId);
}

function notInDirectory(): AppError {
  return fail('applicationLife.problem.notInDirectory');
}
