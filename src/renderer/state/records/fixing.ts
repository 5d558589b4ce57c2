import { create } from 'zustand';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import type { DraftFilter, Selection } from '../../../shared/draft/draft.ts';
import type { Fix } from '../../../shared/finding.ts';
import type { FixingKind, FixingStep } from '../../../shared/fixing/fixing.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Message } from '../../../shared/message.ts';
import type { StartedUpload } from '../../../shared/upload/upload.ts';
import { announce } from '../announce.ts';
import { attempt } from '../attempt.ts';
import { call } from '../data/client.ts';
import { storeAnswer } from '../data/invalidation.ts';
import { getAccount } from '../data/session.ts';
import { openDialog } from '../dialogs/dialogs.ts';
import { formatNumber } from '../format.ts';
import { go } from '../navigation/route.ts';
import { currentFixing } from './currentFixing.ts';
import { draftTotal } from './draftRows.ts';
import { useDraftsView } from './draftsView.ts';
import { flushRecords, saveOpenRecord } from './openRecords.ts';
import { pickedOrAll, toSelection } from './picked.ts';
import { storeTyped } from './typedText.ts';

interface FixingView {
  /**
   * The record that still had a problem when "Fix and next" was pressed. Pressing it again applies the fix that is
   * offered for the problem or, without one and without an edit, continues.
   */
  remained: Remained | null;
  /** Counts the attempts to leave a record, after each of which its first finding gets the focus again. */
  attempts: number;
}

interface Remained {
  id: number;
  place: number;
  version: number | null;
  problem: Message;
  offered: Message | null;
}

/** The fixes that the form of the record in fixing mode offers. */
export interface OfferedFixes {
  /** At a field, or, without one, at the field that fixing mode last went to. */
  at(field: string | null): Fix | null;
  /** For the first problem that is left. */
  first(): Fix | null;
  apply(fix: Fix): void;
}

/** The state of fixing mode that only this window has; the rest is in main. */
export const useFixingView = create<FixingView>(() => ({ remained: null, attempts: 0 }));

/** Steps are taken one after another, so that none is lost when keys are pressed quickly. */
let latest: Promise<unknown> = Promise.resolve();
let isFixing = false;
let offered: OfferedFixes | null = null;

/** Offers the fixes of a form to "Fix and next"; returns a function that ends it. */
export function offerFixes(fixes: OfferedFixes): () => void {
  offered = fixes;
  return () => {
    if (offered === fixes) offered = null;
  };
}

/** The names of the sources that save the records (`RecordSource`). */
const sources: Readonly<Record<FixingKind, string>> = { article: 'draft', application: 'application' };

/**
 * Starts fixing mode with the selected drafts or, if none is selected, with the whole list, in its order; `errorsOnly`:
 * without those that have only warnings.
 */
export async function fixList(errorsOnly = false): Promise<void> {
  const { filter, picked } = useDraftsView.getState();
  await start(filter, toSelection(pickedOrAll(picked, draftTotal()), filter), errorsOnly);
}

/** Starts fixing mode with all drafts that pass a filter, in the order of the list; the problems it names are to be fixed. */
export async function fixAllOf(filter: DraftFilter): Promise<void> {
  flushRecords();
  await start(filter, { filter, except: [] });
}

/** Starts fixing mode with these drafts. */
export async function fixDrafts(accountId: string, ids: readonly number[]): Promise<void> {
  flushRecords();
  const { sort } = useDraftsView.getState();
  const input = { accountId, filter: { trashed: false }, sort, selection: { ids: [...ids] } };
  await attempt(async () => openFixing(await call('fixing.start', input)));
}

async function start(filter: DraftFilter, selection: Selection, errorsOnly = false): Promise<void> {
  const accountId = getAccount()?.id;
  const { sort } = useDraftsView.getState();
  if (accountId === undefined) return;
  const input = { accountId, filter, sort, selection, ...(errorsOnly && { errorsOnly }) };
  await attempt(async () => openFixing(await call('fixing.start', input)));
}

/** Starts fixing mode with the refused and failed records of an upload, or with these of them. */
export async function fixUpload(uploadId: number, draftIds?: readonly number[]): Promise<void> {
  const input = { uploadId, ...(draftIds && { draftIds: [...draftIds] }) };
  await attempt(async () => openFixing(await call('fixing.startUpload', input)));
}

/**
 * Applies the fix that is offered where the focus is, saves the record, and moves to the next one if its problems are
 * fixed, or if this is repeated without an edit.
 */
export async function fixAndNext(): Promise<void> {
  // A key that is held down must not count as pressing again.
  if (isFixing) return;
  isFixing = true;
  try {
    await inTurn(fixCurrent);
  } finally {
    isFixing = false;
  }
}

/** Takes a step from the record that is shown; edits are saved first. */
export function takeFixingStep(what: 'skip' | 'back' | 'end' | 'resume'): Promise<void> {
  return leave({ do: what });
}

/** Shows the record at a position of the frozen order. */
export function goToPlace(place: number): Promise<void> {
  return leave({ do: 'go', place });
}

/** Queues the fixed records of the upload that the user confirmed again, and shows the upload. */
export async function retryFixed({ id, uploadId }: FixingStatus, plan: string): Promise<StartedUpload> {
  const started = await call('fixing.retry', { id, plan });
  go({ screen: 'uploads', uploadId });
  return started;
}

/** Marks the records to do that a bulk edit has fixed; nothing if this window shows no fixing mode. */
export function markFixed(): Promise<void> {
  return inTurn(async () => {
    const fixing = currentFixing();
    if (fixing && !fixing.isOver) await step(fixing, { do: 'look' });
  });
}

/** Opens the review of the records that were fixed, to send them. */
export async function sendFixed({ id, accountId }: FixingStatus): Promise<void> {
  await attempt(async () => {
    const ids = await call('fixing.fixed', { id });
    openDialog('sendPlan', { accountId, selection: { ids } });
  });
}

/** The problem of a record, and what the next press of "Fix and next" does. */
export function describeRemaining({ problem, offered: fix }: Remained): string {
  const next = fix ? t('fixing.againFixes', { fix: describe(fix) }) : t('fixing.again');
  return `${describe(problem)} ${next}`;
}

async function fixCurrent(): Promise<void> {
  const fixing = currentFixing();
  if (!fixing || fixing.isOver) return;
  storeTyped();
  const focused = leaveField();
  const fix = offered?.at(fieldOf(focused)) ?? null;
  if (fix) offered?.apply(fix);
  const { isSaved, version } = await saveOpenRecord(sources[fixing.kind], fixing.recordId);
  if (!isSaved) {
    focused?.focus();
    return announce(t('fixing.unsaved'));
  }
  const { remained } = useFixingView.getState();
  const insists =
    remained?.id === fixing.id && remained.place === fixing.place && remained.version === version;
  const applied = fix && t('article.fixed', { fix: describe(fix.label) });
  const problem = await step(fixing, { do: 'fix', insists: insists && !fix }, applied);
  if (!problem) return;
  const { id, place } = fixing;
  const left = { id, place, version, problem, offered: offered?.first()?.label ?? null };
  useFixingView.setState(({ attempts }) => ({ remained: left, attempts: attempts + 1 }));
  announce([applied, describeRemaining(left)].filter(Boolean).join(' '));
}

/** Takes the focus from a field, which then stores what is typed there; returns it. */
function leaveField(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || fieldOf(focused) === null) return null;
  focused.blur();
  return focused;
}

function fieldOf(element: HTMLElement | null): string | null {
  return element?.closest<HTMLElement>('[data-field]')?.dataset.field ?? null;
}

function leave(wanted: FixingStep): Promise<void> {
  return inTurn(async () => {
    const fixing = currentFixing();
    if (!fixing) return;
    const { conflict } = await saveOpenRecord(sources[fixing.kind], fixing.recordId);
    // The summary does not show the form in which the user could choose.
    if (conflict && !fixing.isOver) return announce(t('fixing.unsaved'));
    await step(fixing, wanted);
  });
}

function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = latest.then(work);
  latest = turn.catch(() => undefined);
  return turn;
}

/** Shows a fixing mode that was started. */
export function openFixing({ fixing, passed }: CallOutput<'fixing.start'>): void {
  useFixingView.setState({ remained: null });
  storeAnswer('fixing.get', { id: fixing.id }, () => fixing);
  go({ screen: 'fixing', fixingId: fixing.id });
  announcePlace(fixing, passed);
}

/** Returns the problem that keeps the record on the screen; null if there is none. */
async function step(
  fixing: FixingStatus,
  wanted: FixingStep,
  applied: string | null = null,
): Promise<Message | null> {
  let problem: Message | null = null;
  await attempt(async () => {
    const { id, place } = fixing;
    const done = await call('fixing.step', { id, place, step: wanted });
    problem = done.remains;
    storeAnswer('fixing.get', { id }, () => done.fixing);
    if (problem) return;
    useFixingView.setState({ remained: null });
    announcePlace(done.fixing, done.passed, applied);
  });
  return problem;
}

function announcePlace(
  fixing: FixingStatus,
  passed: { fixed: number; gone: number },
  applied: string | null = null,
): void {
  const { place, total, isOver } = fixing;
  const words = [
    applied,
    passed.fixed > 0 && t('fixing.passed.fixed', { count: passed.fixed, n: formatNumber(passed.fixed) }),
    passed.gone > 0 && t('fixing.passed.gone', { count: passed.gone, n: formatNumber(passed.gone) }),
    isOver
      ? t('fixing.over')
      : t('fixing.record', { place: formatNumber(place + 1), total: formatNumber(total) }),
  ];
  announce(words.filter(Boolean).join(' '));
}
