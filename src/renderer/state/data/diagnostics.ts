import { create } from 'zustand';
import type { AppError } from '../../../shared/errors.ts';
import { i18n } from '../../../shared/i18n/i18n.ts';
import { attempt } from '../attempt.ts';
import { showDone, showError } from '../dialogs/notices.ts';
import { openModal } from '../dialogs/openModal.ts';
import { useRoute } from '../navigation/route.ts';
import { asAppError, call } from './client.ts';
import { lastFailures } from './failures.ts';
import { useLeftOut } from './leftOut.ts';
import { queue } from './queue.ts';
import { getConnection, getLimiter, useLink } from './session.ts';

/** The content of the dialog; null while it is closed. */
export type Diagnostics =
  | { state: 'gathering' }
  | { state: 'shown'; name: string; text: string }
  | { state: 'failed'; error: AppError };

export const useDiagnostics = create<{ diagnostics: Diagnostics | null }>(() => ({ diagnostics: null }));

/** Opens the dialog that shows the diagnostics and saves them as a file. */
export async function openDiagnostics(): Promise<void> {
  const gathering: Diagnostics = { state: 'gathering' };
  useDiagnostics.setState({ diagnostics: gathering });
  const diagnostics = await gatherDiagnostics();
  // Unless the user closed or reopened it meanwhile.
  if (useDiagnostics.getState().diagnostics === gathering) useDiagnostics.setState({ diagnostics });
}

export function closeDiagnostics(): void {
  useDiagnostics.setState({ diagnostics: null });
}

/** Copies a description of this Colophon to the clipboard, for support. */
export async function copyDiagnostics(): Promise<void> {
  const { diagnostics } = useDiagnostics.getState();
  const gathered = diagnostics?.state === 'shown' ? diagnostics : await gatherDiagnostics();
  if (gathered.state !== 'shown') return gathered.state === 'failed' ? showError(gathered.error) : undefined;
  await attempt(async () => {
    await copyText(gathered.text);
    showDone(i18n.t('frame.diagnosticsCopied'));
  });
}

/** The report for support, or the reason why there is none. */
export async function gatherDiagnostics(): Promise<Diagnostics & { state: 'shown' | 'failed' }> {
  try {
    const { name, report } = await call('storage.diagnose', {});
    // A database that is not open cannot be asked.
    const unreadable = await call('app.unreadable', {}).catch(() => null);
    const all = { ...report, unreadable, window: describeWindow() };
    return { state: 'shown', name, text: JSON.stringify(all, null, 2) };
  } catch (error) {
    return { state: 'failed', error: asAppError(error) };
  }
}

/** This window's part of the diagnostics without private data: only the screen, no id, text or address. */
function describeWindow(): Record<string, unknown> {
  const connection = getConnection();
  const limiter = getLimiter();
  return {
    size: `${window.innerWidth}x${window.innerHeight}`,
    scale: window.devicePixelRatio,
    agent: navigator.userAgent,
    screen: useRoute.getState().route.screen,
    failures: lastFailures(),
    leftOut: useLeftOut.getState().calls,
    link: useLink.getState().link,
    connection: connection && { state: connection.state, since: connection.since },
    limiter: limiter && { ...limiter, accountId: undefined },
    queue: queue().map(({ state, pausedBy, counts }) => ({ state, pausedBy, counts })),
  };
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text);
  }
}

/** If the page may not use the clipboard, copying selected text still works. */
function copyByHand(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  (openModal() ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('The clipboard cannot be used.');
}
