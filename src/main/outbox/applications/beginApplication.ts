import {
  applicationFromJournal,
  blankApplication,
  isUpdateRequest,
  toFlat,
} from '../../../shared/application/application.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt, setAt } from '../../../shared/draft/fieldPath.ts';
import { AppError } from '../../../shared/errors.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { KeptJournal } from '../../store/journals/journalStore.ts';
import { type ApplicationDeps, changed, derive } from './applicationDeps.ts';

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
  deps: ApplicationDeps,
  { accountId, journalId, record }: { accountId: string; journalId: string | null; record?: DraftRecord },
): Promise<number> {
  const named = journalId ?? journalOf(record);
  const journal = named === null ? null : await fetchJournal(deps, accountId, named);
  const { dialect } = deps.account(accountId);
  const content =
    journal === null
      ? (record ?? blankApplication(dialect))
      : withJournal(record ?? applicationFromJournal(journal.kept.record, dialect), named!);
  const base = journal === null ? null : toFlat(journal.kept.record);
  const at = isoNow(deps);
  const id = deps.store.transaction(() => {
    const derived = derive(deps, accountId, content, base);
    const baseAt = journal?.kept.fetchedAt ?? null;
    const made = deps.store.create({ accountId, derived, base, baseAt, at });
    deps.store.addEvent(made.id, { at, kind: 'created', message: createdMessage(journal) });
    return made.id;
  });
  changed(deps, accountId, [id]);
  return id;
}

/** Fetches the journal of an Update Request again; the draft stays as it is. AppError as `beginApplication`, or why the directory cannot be asked. */
export async function refreshBase(deps: ApplicationDeps, id: number): Promise<void> {
  const { accountId, journalId } = deps.store.get(id);
  if (journalId === null) return;
  const kept = await deps.journalRecords.get(accountId, journalId, { fresh: true });
  const { record, base: former } = deps.store.get(id);
  try {
    if (!isThere(kept)) {
      deps.store.rederive(id, derive(deps, accountId, record, former));
      throw notInDirectory();
    }
    const base = toFlat(kept.record);
    deps.store.setBase(id, base, kept.fetchedAt, derive(deps, accountId, record, base));
  } finally {
    changed(deps, accountId, [id]);
  }
}

/** The journal as the directory has it now; where it cannot be asked, as it is kept. */
async function fetchJournal(deps: ApplicationDeps, accountId: string, journalId: string): Promise<Journal> {
  try {
    const kept = await deps.journalRecords.get(accountId, journalId, { fresh: true });
    if (!isThere(kept)) throw notInDirectory();
    return { kept, isFresh: true };
  } catch (error) {
    const kept = deps.journals.get(accountId, journalId);
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
