import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { channels } from '../../shared/channels.ts';
import { type Answer, calls } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import { isOwnPage } from './addresses.ts';
import { type Dispatch, isCallName } from './dispatch.ts';

/** How long calls may take to end before what they depend on is closed, which cancels them, in milliseconds. */
const drainingMs = 5_000;

/**
 * Handles the calls of our own pages only. `drain` resolves when every call received so far that changes something was
 * handled, or after a while: one that only reads is lost without harm, and may wait long for a slow server.
 */
export function registerIpc(
  ipcMain: Pick<IpcMain, 'handle'>,
  dispatch: Dispatch,
): { drain(): Promise<void> } {
  const underway = new Set<Promise<Answer>>();
  ipcMain.handle(channels.invoke, (event, name: unknown, input: unknown) => {
    if (!isTrusted(event)) return refusal();
    const answer = dispatch(name, input);
    if (!isCallName(name) || calls[name].effect === 'reads') return answer;
    underway.add(answer);
    return answer.finally(() => underway.delete(answer));
  });
  const ended = async () => {
    while (underway.size > 0) await Promise.all(underway);
  };
  return {
    async drain() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, drainingMs);
      });
      await Promise.race([ended(), late]);
      clearTimeout(timer);
    },
  };
}

/** Accepts only the main frame of our own page: no nested frame, no other page, no closed one. */
function isTrusted(event: IpcMainInvokeEvent): boolean {
  try {
    const frame = event.senderFrame;
    return frame !== null && frame.parent === null && isOwnPage(frame.url);
  } catch {
    // Electron throws if the frame was disposed of in the meantime.
    return false;
  }
}

function refusal(): Answer {
  const error = new AppError('not_allowed', msg('shell.door.origin'), { fix: msg('shell.door.originFix') });
  return { ok: false, error: error.toWire() };
}
