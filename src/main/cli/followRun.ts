import { waitFor } from './waitFor.ts';
import type { CommandServices } from './withServices.ts';

/** Shows the progress of a run in the background on one line, and resolves to its end. */
export async function followRun<R extends { accountId: string | null; state: string }>(
  event: 'harvest.gapsChanged' | 'harvest.changed' | 'links.changed',
  begun: R,
  parts: {
    subscribe: CommandServices['subscribe'];
    /** The run as it is now; null if it is not known. */
    current: () => Promise<R | null> | R | null;
    describe: (run: R) => string;
    show: (text: string) => void;
  },
): Promise<R> {
  const isOwn = (run: R) => run.accountId === begun.accountId;
  let isShown = false;
  const stop = parts.subscribe((name, data) => {
    if (name !== event || !isOwn(data as R)) return;
    isShown = true;
    parts.show(`\r${parts.describe(data as R)}`);
  });
  try {
    return await waitFor(
      parts.subscribe,
      event,
      (run: R) => isOwn(run) && run.state !== 'running',
      async () => (await parts.current()) ?? begun,
    );
  } finally {
    stop();
    if (isShown) parts.show('\n');
  }
}
