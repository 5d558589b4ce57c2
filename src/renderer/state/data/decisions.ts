import { create } from 'zustand';
import type { EventData } from '../../../shared/contract/contract.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { announce } from '../announce.ts';
import { attempt } from '../attempt.ts';
import { remember } from '../dialogs/history.ts';
import { go } from '../navigation/route.ts';
import { onEvent } from './client.ts';
import { notifyOutside } from './outsideNotice.ts';
import { chooseAccount, getAccount } from './session.ts';

export type Decision = EventData<'applications.statusChanged'>;

/** The directory's decisions since the user last looked, the newest first, one for each application. */
export const useDecisions = create<{ decisions: readonly Decision[] }>(() => ({ decisions: [] }));

/** Listens for decisions of the directory, announces them, and notifies the user outside the window if that is on; returns a function that stops it. */
export function startDecisions(): () => void {
  return onEvent('applications.statusChanged', (decision) => {
    announce(describe(decision.message));
    useDecisions.setState(({ decisions }) => ({ decisions: addDecision(decisions, decision) }));
    const { id, title, status, message } = decision;
    notifyOutside(
      { title, body: describe(message), tag: `${id}-${status}` },
      () => void openDecision(decision),
    );
  });
}

/** `decisions` with a new one that replaces an older one about the same application. */
export function addDecision(decisions: readonly Decision[], decision: Decision): Decision[] {
  return [decision, ...decisions.filter(({ id }) => id !== decision.id)];
}

/** Opens the application that was decided, in its own account. */
export async function openDecision(decision: Decision): Promise<void> {
  await attempt(async () => {
    if (getAccount()?.id !== decision.accountId) await chooseAccount(decision.accountId);
    dismissDecision(decision.id);
    go({ screen: 'update-requests', applicationId: decision.id, field: null });
  });
}

export function dismissDecision(id: number): void {
  leave(id, { isNew: false });
}

export function dismissDecisions(): void {
  for (const { id } of useDecisions.getState().decisions) dismissDecision(id);
}

/** A decision that was shown for long enough: the history has it, as new. */
export function leaveDecision(id: number): void {
  leave(id, { isNew: true });
}

function leave(id: number, { isNew }: { isNew: boolean }): void {
  const decision = useDecisions.getState().decisions.find((one) => one.id === id);
  if (!decision) return;
  const open = { label: () => t('frame.decisions.open'), run: () => void openDecision(decision) };
  remember({ message: decision.message }, { at: new Date().toISOString(), isNew, action: open });
  useDecisions.setState(({ decisions }) => ({ decisions: decisions.filter((one) => one.id !== id) }));
}
