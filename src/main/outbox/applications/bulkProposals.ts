import { applicationFromJournal, toFlat } from '../../../shared/application/application.ts';
import type {
  ApplicationRow,
  BulkChange,
  ValueDifference,
} from '../../../shared/application/applicationDraft.ts';
import { applyBulkChange, changesOf } from '../../../shared/application/updateRequest.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import { readJournal } from '../../../shared/journal/journal.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { isoNow } from '../../platform/clock.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import type { DerivedApplication } from '../../store/applications/applicationColumns.ts';
import type { ApplicationStore } from '../../store/applications/applicationStore.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { JournalStore, KeptJournal } from '../../store/journals/journalStore.ts';
import type { ApplicationRules } from './applicationRules.ts';
import { type ApplicationWriter, settledStatuses, underWay } from './applicationWriter.ts';
import { editableNow } from './decidePlan.ts';
import type { JournalRecords } from './follow.ts';
import { issnQueries } from './ownApplications.ts';

export interface BulkOptions {
  store: Pick<ApplicationStore, 'create' | 'get' | 'ofJournal' | 'save' | 'setBase' | 'transaction'>;
  writer: ApplicationWriter;
  rules: ApplicationRules;
  journals: Pick<JournalStore, 'get' | 'put'>;
  journalRecords: JournalRecords;
  /** Called when what the rules know of the account's journals changed. */
  journalsChanged: (accountId: string) => void;
  directory: Pick<DirectoryAccess, 'client'>;
  clock: { now(): number };
}

/** The result of the same changes for one journal. */
export interface Proposal {
  journalId: string;
  title: string;
  changes: ValueDifference[];
  findings: Finding[];
  draftId: number | null;
  problem: Message | null;
}

export interface BulkInput {
  accountId: string;
  journalIds: readonly string[];
  changes: readonly BulkChange[];
}

/** Milliseconds after which a journal is fetched again. */
const freshFor = 15 * 60_000;

/** Journals worked through at a time: the rules take their time over each. */
const sliceSize = 5;

/** Returns the result of the changes for each journal; nothing is kept but the journals as they were fetched. */
export async function previewMany(options: BulkOptions, input: BulkInput): Promise<Proposal[]> {
  await freshen(options, input);
  const proposals: Proposal[] = [];
  await inBatches(
    ids(input),
    (slice) => proposals.push(...slice.map((id) => propose(options, input, id).proposal)),
    { size: sliceSize },
  );
  return proposals;
}

/** Records the change of each draft in its transaction, so that it can be undone; `changing` calls `change`. */
export interface ManyNotes {
  created(id: number): void;
  changing(id: number, change: () => boolean): void;
}

/** Keeps one Update Request draft for each journal, with the changes made; a draft that exists is changed. Returns their ids. */
export async function createMany(
  options: BulkOptions,
  input: BulkInput,
  notes?: ManyNotes,
): Promise<number[]> {
  await freshen(options, input);
  const { store, writer } = options;
  const at = isoNow(options);
  const made: number[] = [];
  try {
    await inBatches(
      ids(input),
      (slice) =>
        store.transaction(() => {
          for (const journalId of slice) made.push(...keep(options, input, { journalId, at, notes }));
        }),
      { size: sliceSize },
    );
  } finally {
    writer.changed(input.accountId, made);
  }
  return made;
}

function keep(
  options: BulkOptions,
  input: BulkInput,
  { journalId, at, notes }: { journalId: string; at: string; notes: ManyNotes | undefined },
): number[] {
  const { store, writer } = options;
  const { accountId } = input;
  const { proposal, derived, base, baseAt, draft } = propose(options, input, journalId);
  if (proposal.problem !== null || derived === null) return [];
  if (draft === null) {
    const { id } = store.create({ accountId, derived, base, baseAt, at });
    writer.addEvent(id, { kind: 'created', message: msg('applicationLife.event.createdMany') });
    notes?.created(id);
    return [id];
  }
  const change = () => {
    const isOther = derived.columns.hash !== store.get(draft.id).hash;
    if (isOther) store.save({ id: draft.id, version: draft.version, derived, at });
    if (base !== null && baseAt !== null) store.setBase(draft.id, base, baseAt, derived);
    return isOther;
  };
  if (notes) notes.changing(draft.id, change);
  else change();
  return [draft.id];
}

interface Proposed {
  proposal: Proposal;
  derived: DerivedApplication | null;
  base: DraftRecord | null;
  baseAt: string | null;
  draft: ApplicationRow | null;
}

function propose({ store, rules, journals }: BulkOptions, input: BulkInput, journalId: string): Proposed {
  const { accountId } = input;
  const dialect = rules.dialect(accountId);
  const kept = journals.get(accountId, journalId);
  const draft = openDraft(store, accountId, journalId);
  const nothing = { derived: null, base: null, baseAt: null, draft };
  const empty = { journalId, changes: [], findings: [], draftId: draft?.id ?? null };
  const title = kept?.journal.title ?? '';
  const problem = problemOf(kept, draft, dialect);
  if (problem !== null || !kept) return { ...nothing, proposal: { ...empty, title, problem } };
  const base = toFlat(kept.record);
  const start = draft === null ? applicationFromJournal(kept.record, dialect) : store.get(draft.id).record;
  const record = input.changes.reduce(applyBulkChange, start);
  const derived = rules.derive(accountId, record, base);
  const changes = changesOf(base, record, dialect);
  return {
    proposal: { ...empty, title, changes, findings: derived.findings, problem: null },
    derived,
    base,
    baseAt: kept.fetchedAt,
    draft,
  };
}

function problemOf(kept: KeptJournal | null, draft: ApplicationRow | null, dialect: Dialect): Message | null {
  if (!kept) return msg('applicationLife.many.unknown');
  if (!kept.journal.inDirectory || kept.record === null) return msg('applicationLife.many.withdrawn');
  if (draft && underWay.includes(draft.sync)) return msg('applicationLife.many.underWay');
  if (draft?.remoteId && draft.status !== null && draft.status !== 'gone') {
    const { now, why } = editableNow('update', draft.status, dialect);
    if (!now) return why;
  }
  return null;
}

/** Returns the draft for a journal that exists already and is not decided. */
function openDraft(
  store: Pick<ApplicationStore, 'ofJournal'>,
  accountId: string,
  journalId: string,
): ApplicationRow | null {
  const drafts = store.ofJournal(accountId, journalId);
  const isOpen = ({ status }: ApplicationRow) =>
    status === null || status === 'gone' || !settledStatuses.includes(status);
  return drafts.find(isOpen) ?? null;
}

/** Fetches the journals that were not fetched lately, many at once; where the directory cannot be asked, those that are kept do. */
async function freshen(options: BulkOptions, input: BulkInput): Promise<void> {
  const { journals, journalRecords, journalsChanged, directory, clock } = options;
  const { accountId } = input;
  const now = clock.now();
  const kept = ids(input).map((id) => ({ id, journal: journals.get(accountId, id) }));
  const old = kept.filter(
    ({ journal }) => journal?.journal.inDirectory && now - Date.parse(journal.fetchedAt) > freshFor,
  );
  const issns = old.flatMap(({ journal }) => journal!.journal.eissn ?? journal!.journal.pissn ?? []);
  try {
    for (const { id, journal } of kept) if (!journal) await fetchOne(journalRecords, accountId, id);
    for (const query of issnQueries(issns)) {
      const found = await directory.client(accountId).findJournals(query);
      for (const record of found) {
        const journal = readJournal(record, false);
        if (journal && old.some(({ id }) => id === journal.id)) {
          if (journals.put(accountId, journal, isoNow({ clock }))) journalsChanged(accountId);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function fetchOne(journalRecords: JournalRecords, accountId: string, id: string): Promise<void> {
  try {
    await journalRecords.get(accountId, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

function ids(input: BulkInput): string[] {
  return [...new Set(input.journalIds)];
}
