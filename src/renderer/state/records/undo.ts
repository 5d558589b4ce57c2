import { t } from '../../../shared/i18n/i18n.ts';
import type { UndoStep } from '../../../shared/undo.ts';
import { attempt } from '../attempt.ts';
import { asAppError, call, onEvent } from '../data/client.ts';
import { getAccount } from '../data/session.ts';
import {
  type NoticeAction,
  replaceNotice,
  showDone,
  showQuestion,
  updateNotice,
  useNotice,
} from '../dialogs/notices.ts';
import { formatNumber, formatRecent } from '../format.ts';

/** The bulk changes of the account in use, newest first; none until there is an account. */
async function listSteps(): Promise<UndoStep[]> {
  const accountId = getAccount()?.id;
  return accountId === undefined ? [] : call('undo.list', { accountId });
}

/** A change as text, such as `12 drafts moved to the trash`, or its result once it was undone or redone. */
export function describeStep({ kind, name, total, turn }: Described): string {
  const params = { count: total, n: formatNumber(total), name };
  if (turn % 2 === 1) return t(`undo.undone.${kind}`, params);
  const what = t(`undo.what.${kind}`, params);
  return turn === 0 ? what : t('undo.wasDoneAgain', { what });
}

type Described = Pick<UndoStep, 'kind' | 'name' | 'total' | 'turn'>;

/** The result of undoing a step: how many records of the total, and which ones stay. */
function describeTaken(step: Described & Pick<UndoStep, 'taken' | 'stayed' | 'stayedNames'>): string {
  const { taken, stayed, stayedNames, total } = step;
  const what = describeStep({ ...step, total: taken, turn: step.turn + 1 });
  const left = total - taken - stayed;
  if (left > 0) return `${what}. ${t('undo.stoppedHere', { count: left, n: formatNumber(left) })}`;
  if (stayed === 0) return `${what}.`;
  const count = t('undo.takenOf', { count: total, taken: formatNumber(taken), total: formatNumber(total) });
  const more = stayed - stayedNames.length;
  const names = stayedNames.map((name) => t('undo.named', { name }));
  const list = [
    ...names,
    ...(more > 0 && names.length > 0 ? [t('undo.more', { n: formatNumber(more) })] : []),
  ];
  const stay = t(list.length > 0 ? 'undo.stayNamed' : 'undo.stay', {
    count: stayed,
    n: formatNumber(stayed),
    names: list.join(', '),
  });
  return `${what}. ${count} ${stay}`;
}

/** The action of a notice that undoes these steps, the last first; undefined if there is no step. */
export function undoAction(
  ids: readonly (number | null | undefined)[],
  label = t('undo.undo'),
): NoticeAction | undefined {
  const steps = ids.filter((id) => id !== null && id !== undefined);
  if (steps.length === 0) return undefined;
  return { label, takesBack: true, answersHere: true, run: () => void takeBack(steps) };
}

/** Reports a change, and offers to undo it. */
export function showUndoable(text: string, ...ids: (number | null | undefined)[]): void {
  showDone(text, undoAction(ids));
}

/** The newest step of a kind and subject, left by a bulk change that finished by itself; null if there is none. */
export async function stepAbout(kind: UndoStep['kind'], subject: number | string): Promise<number | null> {
  const steps = await listSteps();
  const found = steps.find(
    (step) => step.kind === kind && step.subject === String(subject) && step.state === 'done',
  );
  return found?.id ?? null;
}

/** Undoes steps, the last first, and reports the result in the notice. */
export async function takeBack(ids: readonly number[]): Promise<void> {
  const { notice } = useNotice.getState();
  const action = notice?.kind === 'done' && notice.action ? { action: notice.action } : {};
  replaceNotice({ kind: 'done', text: t('undo.taking'), isBusy: true, ...action });
  try {
    const texts: string[] = [];
    const again: number[] = [];
    const left = [...ids];
    let isRepeat = false;
    while (left.length > 0) {
      const id = left.at(-1)!;
      const done = await withProgress(id, () => call('undo.take', { id }));
      texts.push(describeTaken(done.step));
      isRepeat = done.step.turn % 2 === 1;
      if (done.step.state === 'done') return offerRest(texts, left);
      left.pop();
      if (done.again !== null) again.push(done.again);
    }
    const label = t(isRepeat ? 'undo.undo' : 'undo.again');
    const next = undoAction(again, label);
    replaceNotice({
      kind: 'done',
      text: texts.join(' '),
      ...(next ? { action: { ...next, takesBack: isRepeat } } : {}),
    });
  } catch (error) {
    replaceNotice({ kind: 'error', error: asAppError(error) });
  }
}

/** Shows how far an undo is, and offers to stop it, once there is something to report. */
async function withProgress<T>(id: number, work: () => Promise<T>): Promise<T> {
  let [isStopping, isOver] = [false, false];
  const stop = () => {
    isStopping = true;
    updateNotice({ kind: 'done', text: t('undo.stopping'), isBusy: true });
    void attempt(() => call('undo.stop', { id }));
  };
  const show = async () => {
    const step = (await listSteps()).find((one) => one.id === id);
    const { notice } = useNotice.getState();
    const isShown = notice?.kind === 'done' && notice.isBusy === true;
    if (isOver || isStopping || !isShown || step?.state !== 'taking') return;
    const done = formatNumber(step.taken + step.stayed);
    const text = t('undo.takingNow', { done, total: formatNumber(step.total) });
    const action = { label: t('undo.stop'), run: stop, answersHere: true, stops: true };
    updateNotice({ kind: 'done', text, isBusy: true, action });
  };
  const unfollow = onEvent('undo.changed', () => void attempt(show));
  try {
    return await work();
  } finally {
    isOver = true;
    unfollow();
  }
}

/** Reports an undo that was stopped, and offers to undo the rest: the steps `ids`, the last first. */
function offerRest(texts: readonly string[], ids: readonly number[]): void {
  const action = undoAction(ids, t('undo.rest'));
  replaceNotice({ kind: 'done', text: texts.join(' '), ...(action && { action }) });
}

/** Undoes the change in the notice; without one, shows the last change first, with an offer to undo it. */
export async function undoLast(): Promise<void> {
  const { notice } = useNotice.getState();
  if (notice?.kind === 'done') {
    if (notice.isBusy) return;
    if (notice.action?.takesBack) return notice.action.run();
  }
  await attempt(async () => {
    const last = (await listSteps()).find((step) => step.state === 'done' && step.turn % 2 === 0);
    if (!last) return showQuestion(t('undo.nothing'), undefined);
    const text = t('undo.last', { what: describeStep(last), when: formatRecent(last.at) });
    showQuestion(text, undoAction([last.id], t('undo.takeBack')));
  });
}
