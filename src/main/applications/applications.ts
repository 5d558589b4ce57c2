import {
  applicationFromJournal,
  blankApplication,
  isUpdateRequest,
  toFlat,
} from '../../shared/application.ts';
import type { Application, BulkChange } from '../../shared/applicationDraft.ts';
import type { DraftRecord } from '../../shared/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { getAt, setAt } from '../../shared/fieldPath.ts';
import { t } from '../../shared/words.ts';
import { inSlices } from '../store/inSlices.ts';
import type { KeptJournal } from '../store/journalStore.ts';
import { type ApplicationPace, usualApplicationPace } from './applicationPace.ts';
import { type ApplicationParts, changed, derive, isoNow } from './applicationParts.ts';
import { applicationView } from './applicationView.ts';
import { createMany, type Proposal, previewMany } from './bulkProposals.ts';
import { type Followed, followApplications } from './follow.ts';
import { createFollowLoop } from './followLoop.ts';
import { underWay } from './noteState.ts';
import { createOpenRequests } from './openRequests.ts';
import { planApplications, type SendingPlan } from './planApplications.ts';
import { createSendLoop, type SendLoop } from './sendLoop.ts';
import { requestOf } from './sendOne.ts';
import { settleUnsure, unsureAboutSending } from './settleUnsure.ts';
import { withdraw } from './withdraw.ts';

type ManyInput = { accountId: string; journalIds: readonly string[]; changes: readonly BulkChange[] };

/** The life of applications and Update Requests: made from a journal, sent, settled, read back, followed, withdrawn. */
export interface Applications {
  /** Recovers what an earlier run left and goes on with it. */
  start(): void;
  /** Ends the requests under way, or breaks them off after `graceMs`; everything else waits for the next start. */
  stop(graceMs?: number): Promise<void>;
  /** The account has a key again, or another address. */
  accountReady(accountId: string): void;
  /** Ends all work for an account that is about to be removed. */
  forget(accountId: string): Promise<void>;
  /** Whether something of the account is on its way. */
  isBusy(accountId: string): boolean;
  /** Checks the applications of an account anew after its dialect or its journals changed. */
  recheck(accountId: string): Promise<void>;
  view(id: number): Application;
  /** `journalId` null: a new application. AppError `not_found` for a journal that is not in the directory. */
  create(input: { accountId: string; journalId: string | null; record?: DraftRecord }): Promise<Application>;
  refreshBase(id: number): Promise<Application>;
  plan(input: { accountId: string; ids: readonly number[] }): Promise<SendingPlan>;
  send(input: { accountId: string; ids: readonly number[]; seenIgnored: number }): Promise<number>;
  cancel(input: { accountId: string; ids: readonly number[] }): number;
  payload(id: number): { method: string; address: string; body: DraftRecord };
  lookUp(id: number): Promise<Application>;
  refresh(input: { accountId: string; ids?: readonly number[] }): Promise<Followed>;
  delete(id: number): Promise<Application>;
  previewMany(input: ManyInput): Promise<Proposal[]>;
  createMany(input: ManyInput): Promise<number[]>;
}

const usualGrace = 3_000;

/** Makes the life of applications; nothing is sent or followed before `start`. */
export function createApplications(
  given: Omit<ApplicationParts, 'pace' | 'random'> & {
    random?: () => number;
    /** Other pauses, for tests. */
    pace?: Partial<ApplicationPace>;
  },
): Applications {
  const parts: ApplicationParts = {
    random: Math.random,
    ...given,
    pace: { ...usualApplicationPace, ...given.pace },
  };
  const { store } = parts;
  const opens = createOpenRequests(parts);
  const following = createFollowLoop(parts);
  const loops = new Map<string, SendLoop>();
  let isStarted = false;
  parts.directory.onConnection(({ accountId, state }) => {
    if (state === 'online') loops.get(accountId)?.wake();
  });

  function wake(accountId: string, isAsked = false): void {
    if (!isStarted) return;
    let loop = loops.get(accountId);
    if (!loop) {
      loop = createSendLoop(parts, accountId);
      loops.set(accountId, loop);
    }
    loop.wake(isAsked);
  }

  /** Whatever was being sent when the program ended is looked up before it is sent again. */
  function recover(): void {
    for (const id of store.inSync(['sending'])) unsureAboutSending(parts, store.get(id), 'ended');
    for (const id of store.inSync(['queued'])) store.change(id, { dueMs: parts.clock.now() });
    for (const accountId of store.accountsAtWork()) wake(accountId);
  }

  const api: Applications = {
    start() {
      isStarted = true;
      recover();
      following.start();
    },
    async stop(graceMs = usualGrace) {
      isStarted = false;
      await following.stop();
      await Promise.all([...loops.values()].map((loop) => loop.stop(graceMs)));
      loops.clear();
    },
    accountReady: (accountId) => wake(accountId, true),
    async forget(accountId) {
      await loops.get(accountId)?.stop(0);
      loops.delete(accountId);
    },
    isBusy: (accountId) => store.inSync(underWay, accountId).length > 0,
    async recheck(accountId) {
      await inSlices(
        store.ids(accountId),
        (slice) => {
          for (const id of slice) {
            const row = store.find(id);
            if (row) store.rederive(id, derive(parts, accountId, row.record, row.base));
          }
        },
        { size: 5 },
      );
      changed(parts, accountId, null);
    },
    view: (id) => applicationView(parts, store.get(id)),
    async create({ accountId, journalId, record }) {
      const named = journalId ?? journalOf(record);
      const journal = named === null ? null : await fetchJournal(parts, accountId, named);
      const { dialect } = parts.account(accountId);
      const content =
        journal === null
          ? (record ?? blankApplication(dialect))
          : withJournal(record ?? applicationFromJournal(journal.kept.record, dialect), named!);
      const base = journal === null ? null : toFlat(journal.kept.record);
      const at = isoNow(parts);
      const { id } = store.transaction(() => {
        const made = store.create({
          accountId,
          derived: derive(parts, accountId, content, base),
          base,
          baseAt: journal?.kept.fetchedAt ?? null,
          at,
        });
        store.addEvent(made.id, { at, kind: 'created', text: createdText(journal) });
        return made;
      });
      changed(parts, accountId, [id]);
      return api.view(id);
    },
    async refreshBase(id) {
      const { accountId, journalId } = store.get(id);
      if (journalId === null) return api.view(id);
      const kept = await parts.journalRecords.get(accountId, journalId, { fresh: true });
      if (!kept.journal.inDirectory || kept.record === null) {
        store.rederive(id, derive(parts, accountId, store.get(id).record, store.get(id).base));
        throw notInDirectory();
      }
      const base = toFlat(kept.record);
      const { record } = store.get(id);
      store.setBase(id, base, kept.fetchedAt, derive(parts, accountId, record, base));
      changed(parts, accountId, [id]);
      return api.view(id);
    },
    plan: (input) => planApplications(parts, opens, input),
    async send({ accountId, ids, seenIgnored }) {
      if ((await parts.key(accountId)) === null) throw keyMissing();
      const { plans } = await planApplications(parts, opens, { accountId, ids, isLocal: true });
      const going = plans.filter((plan) => plan.action !== 'held-back');
      if (going.length === 0) throw nothingToSend(plans[0]?.message);
      const ignored = going.reduce((sum, plan) => sum + plan.ignored.length, 0);
      if (ignored > seenIgnored) throw moreIgnored(ignored);
      const at = isoNow(parts);
      store.transaction(() => {
        for (const plan of going) {
          const change = { sync: 'queued', attempts: 0, dueMs: parts.clock.now(), attempt: null } as const;
          store.change(plan.id, { ...change, reads: 0, seenIgnored: plan.ignored.length });
          store.addEvent(plan.id, { at, kind: 'queued', text: t('applicationLife.event.queued') });
        }
      });
      const queued = going.map((plan) => plan.id);
      changed(parts, accountId, queued);
      wake(accountId, true);
      return queued.length;
    },
    cancel({ accountId, ids }) {
      const at = isoNow(parts);
      const cancelled = store.transaction(() =>
        ids.filter((id) => {
          const row = store.find(id);
          if (row?.accountId !== accountId || row.sync !== 'queued') return false;
          store.change(id, { sync: 'settled', attempts: 0, dueMs: 0, attempt: null });
          store.addEvent(id, { at, kind: 'queued', text: t('applicationLife.event.cancelled') });
          return true;
        }),
      );
      if (cancelled.length > 0) changed(parts, accountId, cancelled);
      return cancelled.length;
    },
    payload(id) {
      const row = store.get(id);
      const { attempt, request } = requestOf(parts, row);
      const address = new URL(request.path, parts.account(row.accountId).base).href;
      return { method: attempt.method, address: parts.log.redact(address), body: attempt.body };
    },
    async lookUp(id) {
      const row = store.get(id);
      if (row.sync === 'unsure') {
        const error = await settleUnsure(parts, row, {});
        if (error) throw error;
        wake(row.accountId);
      } else if (row.remoteId !== null) await followApplications(parts, row.accountId, { ids: [id] });
      return api.view(id);
    },
    async refresh({ accountId, ids }) {
      parts.account(accountId);
      const followed = await followApplications(parts, accountId, ids === undefined ? {} : { ids });
      wake(accountId);
      return followed;
    },
    async delete(id) {
      await withdraw(parts, store.get(id));
      return api.view(id);
    },
    previewMany: (input) => previewMany(parts, input),
    createMany: (input) => createMany(parts, input),
  };
  return api;
}

/** The journal as the directory has it now; where it cannot be asked, as it is kept. */
async function fetchJournal(
  parts: ApplicationParts,
  accountId: string,
  journalId: string,
): Promise<{ kept: KeptJournal; isFresh: boolean }> {
  const inDirectory = (kept: KeptJournal) => {
    if (!kept.journal.inDirectory || kept.record === null) throw notInDirectory();
    return kept;
  };
  try {
    const kept = await parts.journalRecords.get(accountId, journalId, { fresh: true });
    return { kept: inDirectory(kept), isFresh: true };
  } catch (error) {
    const kept = parts.journals.get(accountId, journalId);
    const isUnasked = error instanceof AppError && error.code !== 'not_found';
    if (!isUnasked || !kept?.record) throw error;
    return { kept: inDirectory(kept), isFresh: false };
  }
}

function createdText(journal: { kept: KeptJournal; isFresh: boolean } | null): string {
  if (journal === null) return t('applicationLife.event.createdNew');
  if (journal.isFresh) return t('applicationLife.event.createdFresh');
  return t('applicationLife.event.createdKept', { date: journal.kept.fetchedAt.slice(0, 10) });
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
  return new AppError('not_found', t('applicationLife.problem.notInDirectory.message'), {
    why: t('applicationLife.problem.notInDirectory.why'),
    fix: t('applicationLife.problem.notInDirectory.fix'),
  });
}

function keyMissing(): AppError {
  return new AppError('key_missing', t('directory.problem.keyMissing.message'), {
    fix: t('directory.problem.keyMissing.fix'),
  });
}

function nothingToSend(first: string | undefined): AppError {
  return new AppError('state', t('applicationLife.problem.nothing.message'), {
    why: first ?? '',
    fix: t('applicationLife.problem.nothing.fix'),
  });
}

function moreIgnored(count: number): AppError {
  return new AppError('state', t('applicationLife.problem.moreIgnored.message', { count }), {
    fix: t('applicationLife.problem.moreIgnored.fix'),
  });
}
