import { words } from '../../shared/words.ts';
import { asAppError } from '../client.ts';
import { showDone, showError } from '../state/notices.ts';
import { useQueue } from '../state/queue.ts';
import { hrefOf, useRoute } from '../state/route.ts';
import { useSession } from '../state/session.ts';

/** Puts a description of this Colophon on the clipboard, for whoever helps. */
export async function copyDiagnostics(): Promise<void> {
  try {
    await copyText(describe());
    showDone(words.t('frame.diagnosticsCopied'));
  } catch (error) {
    showError(asAppError(error));
  }
}

/** What helps to understand a problem, and nothing private: no key, no address, no path, no name, no record. */
export function describe(): string {
  const { info, settings, accounts, account, connection, limiter, link } = useSession.getState();
  const facts = {
    colophon: info,
    window: { size: `${window.innerWidth}x${window.innerHeight}`, scale: window.devicePixelRatio },
    agent: navigator.userAgent,
    view: hrefOf(useRoute.getState().route),
    link,
    settings: settings && { ...settings, accountId: undefined },
    accounts: accounts.map(({ kind, dialect, rate, key }) => ({ kind, dialect, rate, key })),
    account: accounts.findIndex((one) => one.id === account?.id),
    connection: connection && { state: connection.state, since: connection.since },
    limiter: limiter && { ...limiter, accountId: undefined, receivedAt: undefined },
    queue: useQueue.getState().open.map(({ state, pausedBy, counts }) => ({ state, pausedBy, counts })),
  };
  return JSON.stringify(facts, null, 2);
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text);
  }
}

/** Where the page may not use the clipboard, a copy of selected text still works. */
function copyByHand(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('[aria-modal="true"]') ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('The clipboard cannot be used.');
}
