import { t } from '../../../shared/i18n/i18n.ts';
import type { UndoStep } from '../../../shared/undo.ts';
import { attempt } from '../attempt.ts';
import { asAppError, call } from '../data/client.ts';
import { getAccount } from '../data/session.ts';
import { type NoticeAction, replaceNotice, showDone, showQuestion, useNotice } from '../dialogs/notices.ts';
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
    let isRepeat = false;
    for (const id of ids.toReversed()) {
      const done = await call('undo.take', { id });
      texts.push(describeTaken(done.step));
      isRepeat = done.step.turn % 2 === 1;
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
