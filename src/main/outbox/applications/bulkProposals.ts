import { createHash } from 'node:crypto';
import { applicationFromJournal, toFlat } from '../../../shared/application/application.ts';
import type {
  ApplicationRow,
  BulkChange,
  BulkException,
  ValueDifference,
} from '../../../shared/application/applicationDraft.ts';
import { hasLeft } from '../../../shared/application/applicationStatus.ts';
import type { ApplicationServer } from '../../../shared/application/rules/applicationContext.ts';
import {
  adoptChanges,
  applyBulkChange,
  changesOf,
  changesToAdopt,
  fieldsThatDiffer,
  storedDifferences,
  takeBack,
} from '../../../shared/application/updateRequest.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Finding } from '../../../shared/finding.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { Since } from '../../../shared/plan.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Confirmed } from '../../platform/plans.ts';
import type { StoredApplication } from '../../store/applications/applicationRows.ts';
import { createSince } from '../../store/drafts/listedDrafts.ts';
import { inBatches } from '../../store/inBatches.ts';
import type { KeptJournal } from '../../store/journals/journalStore.ts';
import type { ApplicationParts } from './applicationParts.ts';
import { isDecided, underWay } from './applicationWriter.ts';
import { editableNow } from './decidePlan.ts';
import { freshenJournals } from './freshenJournals.ts';

type BulkParts = Pick<
  ApplicationParts,
  'store' | 'writer' | 'rules' | 'journals' | 'journalRecords' | 'journalsChanged' | 'directory' | 'clock'
>;

/** The result of the same changes for one journal. */
export interface Proposal {
  journalId: string;
  title: string;
  /** All changes of the draft to the journal; none if the bulk change adds nothing to them. */
  changes: ValueDifference[];
  /** The fields in which the bulk change itself makes a difference. */
  proposed: string[];
  findings: Finding[];
  draftId: number | null;
  problem: Message | null;
}

export interface BulkInput {
  accountId: string;
  journalIds: readonly string[];
  changesFor: (journalId: string) => readonly BulkChange[];
}

/** What a person is asked to confirm: the journals that the changes make a difference for, and which. */
export interface BulkPlan extends BulkInput {
  listed: ReadonlyMap<string, Pick<Proposal, 'title' | 'proposed'> & { print: string }>;
}

export function listProposals(input: BulkInput, proposals: readonly Proposal[]): BulkPlan {
  const going = proposals.filter(({ problem, changes }) => problem === null && changes.length > 0);
  const listed = going.map((one) => [one.journalId, { ...one, print: printOf(one) }] as const);
  return { ...input, journalIds: going.map(({ journalId }) => journalId), listed: new Map(listed) };
}

/** A text that differs once what is proposed for a journal does, or the draft that it changes. */
function printOf({ changes, proposed, draftId }: Proposal): string {
  return createHash('sha256')
    .update(JSON.stringify([changes, proposed, draftId]))
    .digest('base64');
}

/** Journals validated at a time: the rules are slow. */
const batchSize = 5;

/** Returns the result of the changes for each journal; stores only the fetched journals. `isFresh`: that was just done. */
export async function previewMany(
  options: BulkParts,
  input: BulkInput,
  { isFresh = false }: { isFresh?: boolean } = {},
): Promise<Proposal[]> {
  if (!isFresh) await freshen(options, input);
  const proposals: Proposal[] = [];
  const proposeBatch = (batch: readonly string[]) => {
    for (const id of batch) proposals.push(propose(options, input, id).proposal);
  };
  await inBatches(ids(input), proposeBatch, { size: batchSize });
  return proposals;
}

/** Records the change of each draft in its transaction, for undo; `changing` calls `change`. */
export interface ManyNotes {
  created(id: number): void;
  changing(id: number, change: () => boolean): void;
}

/**
 * Creates or changes one Update Request draft for each journal of a plan, without the fields of `except`; leaves out
 * journals for which something else would be proposed by now. AppError `state` if none is left.
 */
export async function createMany(
  options: BulkParts,
  { listed: input }: Confirmed<BulkPlan>,
  { except = [], ...notes }: ManyNotes & { except?: readonly BulkException[] | undefined },
): Promise<{ ids: number[]; since: Since }> {
  await freshen(options, input);
  const { store, writer } = options;
  const at = isoNow(options);
  const made: number[] = [];
  const { since, changed } = createSince();
  try {
    const keepBatch = (batch: readonly string[]) =>
      store.transaction(() => {
        for (const journalId of batch) {
          const { title, print, proposed } = input.listed.get(journalId)!;
          const without = except.find((one) => one.journalId === journalId)?.paths ?? [];
          if (proposed.every((path) => without.includes(path))) continue;
          if (printOf(propose(options, input, journalId).proposal) !== print) changed(title);
          else made.push(...keep(options, input, { journalId, without, at, notes }));
        }
      });
    await inBatches(ids(input), keepBatch, { size: batchSize });
  } finally {
    writer.changed(input.accountId, made);
  }
  if (made.length === 0 && since.changed > 0)
    throw new AppError('state', msg('applicationLife.many.changed'), { fix: msg('plan.gone.fix') });
  return { ids: made, since };
}

function keep(
  options: BulkParts,
  input: BulkInput,
  {
    journalId,
    without,
    at,
    notes,
  }: { journalId: string; without: readonly string[]; at: string; notes: ManyNotes },
): number[] {
  const { store, writer } = options;
  const { accountId } = input;
  const { content, draft } = propose(options, input, journalId, without);
  if (content === null) return [];
  const { derived, base, baseAt } = content;
  if (draft === null) {
    const { id } = store.create({ accountId, derived, base, baseAt, at });
    writer.addEvent(id, { kind: 'created', message: msg('applicationLife.event.createdMany') });
    notes.created(id);
    return [id];
  }
  notes.changing(draft.id, () => {
    store.save({ id: draft.id, version: draft.version, derived, at });
    store.setBase(draft.id, base, baseAt, derived);
    return true;
  });
  return [draft.id];
}

/** Returns the proposal for one journal, its content if it changes anything, and the draft that it changes. */
function propose(
  { store, rules, journals }: BulkParts,
  input: BulkInput,
  journalId: string,
  without: readonly string[] = [],
) {
  const { accountId } = input;
  const server = rules.server(accountId);
  const kept = journals.get(accountId, journalId);
  const draft = store.ofJournal(accountId, journalId).find(({ status }) => !isDecided(status)) ?? null;
  const about = { journalId, title: kept?.journal.title ?? '', draftId: draft?.id ?? null };
  const problem = problemOf(kept, draft, server.dialect);
  if (problem !== null) {
    const proposal: Proposal = { ...about, changes: [], proposed: [], findings: [], problem };
    return { proposal, content: null, draft };
  }
  const { record: journal, fetchedAt: baseAt } = kept!;
  const base = toFlat(journal);
  const start =
    draft === null ? applicationFromJournal(journal) : asOfJournal(store.get(draft.id), base, server);
  const changed = input.changesFor(journalId).reduce(applyBulkChange, start);
  const record = without.reduce((kept, path) => takeBack(start, kept, path), changed);
  const derived = rules.derive(accountId, record, base);
  const all = changesOf(base, record, server);
  const proposed = fieldsThatDiffer(changesOf(base, start, server), all);
  const changes = proposed.length > 0 ? all : [];
  const proposal: Proposal = { ...about, changes, proposed, findings: derived.findings, problem };
  return { proposal, content: changes.length > 0 ? { derived, base, baseAt } : null, draft };
}

/** The draft with what the directory has changed in the journal since, but for the fields that the draft changes itself. */
function asOfJournal(
  { record, base }: StoredApplication,
  now: DraftRecord,
  server: ApplicationServer,
): DraftRecord {
  if (base === null) return record;
  const own = changesOf(base, record, server);
  return adoptChanges(record, changesToAdopt(own, storedDifferences(base, now)));
}

function problemOf(kept: KeptJournal | null, draft: ApplicationRow | null, dialect: Dialect): Message | null {
  if (!kept) return msg('applicationLife.many.unknown');
  if (!kept.journal.inDirectory || kept.record === null) return msg('applicationLife.many.withdrawn');
  if (draft && underWay.includes(draft.sync)) return msg('applicationLife.many.underWay');
  return draft?.remoteId && !hasLeft(draft.status) ? editableNow('update', draft.status, dialect).why : null;
}

/** Fetches unknown journals, and those whose copies are old; uses the copies if the directory cannot be asked. */
async function freshen(options: BulkParts, input: BulkInput): Promise<void> {
  const { journals, journalRecords } = options;
  const { accountId } = input;
  try {
    for (const id of ids(input))
      if (!journals.get(accountId, id)) await fetchUnlessUnknown(journalRecords, accountId, id);
    await freshenJournals(options, accountId, ids(input));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function fetchUnlessUnknown(
  journalRecords: BulkParts['journalRecords'],
  accountId: string,
  id: string,
): Promise<void> {
  try {
    await journalRecords.get(accountId, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}

function ids(input: BulkInput): string[] {
  return [...new Set(input.journalIds)];
}
