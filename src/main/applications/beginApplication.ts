import {
  applicationFromJournal,
  blankApplication,
  isUpdateRequest,
  toFlat,
} from '../../shared/application/application.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { getAt, setAt } from '../../shared/draft/fieldPath.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import type { KeptJournal } from '../store/journals/journalStore.ts';
import { type ApplicationParts, changed, derive } from './applicationParts.ts';

interface Journal {
  kept: KeptJournal;
  isFresh: boolean;
}

/**
 * Begins a draft and answers its id: an Update Request that describes the journal as the directory has it (as it is kept,
 * where the directory cannot be asked), or without a journal a new application. AppError `not_found` for a journal that is
 * not in the directory.
 */
export async function beginApplication(
  parts: ApplicationParts,
  { accountId, journalId, record }: { accountId: string; journalId: string | null; record?: DraftRecord },
): Promise<number> {
  const named = journalId ?? journalOf(record);
  const journal = named === null ? null : await fetchJournal(parts, accountId, named);
  const { dialect } = parts.account(accountId);
  const content =
    journal === null
      ? (record ?? blankApplication(dialect))
      : withJournal(record ?? applicationFromJournal(journal.kept.record, dialect), named!);
  const base = journal === null ? null : toFlat(journal.kept.record);
  const at = isoNow(parts);
  const id = parts.store.transaction(() => {
    const derived = derive(parts, accountId, content, base);
    const baseAt = journal?.kept.fetchedAt ?? null;
    const made = parts.store.create({ accountId, derived, base, baseAt, at });
    parts.store.addEvent(made.id, { at, kind: 'created', message: createdMessage(journal) });
    return made.id;
  });
  changed(parts, accountId, [id]);
  return id;
}

/** Fetches the journal of an Update Request anew; the draft stays as it is. AppError as `beginApplication`, or why the directory cannot be asked. */
export async function refreshBase(parts: ApplicationParts, id: number): Promise<void> {
  const { accountId, journalId } = parts.store.get(id);
  if (journalId === null) return;
  const kept = await parts.journalRecords.get(accountId, journalId, { fresh: true });
  const { record, base: former } = parts.store.get(id);
  try {
    if (!isThere(kept)) {
      parts.store.rederive(id, derive(parts, accountId, record, former));
      throw notInDirectory();
    }
    const base = toFlat(kept.record);
    parts.store.setBase(id, base, kept.fetchedAt, derive(parts, accountId, record, base));
  } finally {
    changed(parts, accountId, [id]);
  }
}

/** The journal as the directory has it now; where it cannot be asked, as it is kept. */
async function fetchJournal(parts: ApplicationParts, accountId: string, journalId: string): Promise<Journal> {
  try {
    const kept = await parts.journalRecords.get(accountId, journalId, { fresh: true });
    if (!isThere(kept)) throw notInDirectory();
    return { kept, isFresh: true };
  } catch (error) {
    const kept = parts.journals.get(accountId, journalId);
    const isUnasked = error instanceof AppError && error.code !== 'not_found';
    if (!isUnasked || kept === null || !isThere(kept)) throw error;
    return { kept, isFresh: false };
  }
}

function isThere({ journal, record }: KeptJournal): boolean {
  return journal.inDirectory && record !== null;
}

function createdMessage(journal: Journal | null): Message {
  if (journal === null) return msg('applicationLife.event.createdNew');
  if (journal.isFresh) return msg('applicationLife.event.createdFresh');
  return msg('applicationLife.event.createdKept', { date: journal.kept.fetchedAt });
}

function journalOf(record: DraftRecord | undefined): string | null {
  if (!isUpdateRequest(record)) return null;
  const id = getAt(record, 'admin.current_journal');
  return typeof id === 'string' && id !== '' ? id : null;
}

function withJournal(record: DraftRecord, journalId: string): DraftRecord {
  return setAt(toFlat(record), 'admin.current_journal', journalId);
}

function notInDirectory(): AppError {
  return new AppError('not_found', msg('applicationLife.problem.notInDirectory.message'), {
    why: msg('applicationLife.problem.notInDirectory.why'),
    fix: msg('applicationLife.problem.notInDirectory.fix'),
  });
}
