import type {
  Answer,
  Bridge,
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
} from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { addLaterTexts } from '../../../shared/i18n/laterTexts.ts';
import { literal, msg } from '../../../shared/message.ts';
import { noteFailure } from './failures.ts';
import { noteLeftOut } from './leftOut.ts';

type Listener = (data: never) => void;

let bridge: Bridge | null = null;
const listeners = new Map<string, Set<Listener>>();

/** Sets `to` as this window's connection to main; returns a function that removes it. */
export function connectClient(to: Bridge): () => void {
  bridge = to;
  const stop = to.subscribe((name, data) => {
    for (const listener of [...(listeners.get(name) ?? [])]) notify(listener, data);
  });
  return () => {
    stop();
    bridge = null;
  };
}

/** An error in one listener must not keep an event from the others. */
function notify(listener: Listener, data: unknown): void {
  try {
    listener(data as never);
  } catch (error) {
    noteFailure(error);
  }
}

/** Calls main; returns the value or throws an AppError. */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  if (!bridge) throw new AppError('bug', literal(`${name} was called before the window was connected.`));
  const answer = (await bridge.invoke(name, input)) as Answer<CallOutput<N>>;
  if (!answer.ok) {
    // An error may have words that this window has not loaded; without them it is still an error.
    await addLaterTexts().catch(() => undefined);
    throw AppError.fromWire(answer.error);
  }
  noteLeftOut(name, answer.leftOut ?? 0);
  return answer.value;
}

/** Calls `listener` for every event of that name; returns a function that stops it. */
export function onEvent<N extends EventName>(name: N, listener: (data: EventData<N>) => void): () => void {
  const all = listeners.get(name) ?? new Set<Listener>();
  listeners.set(name, all.add(listener as Listener));
  return () => void all.delete(listener as Listener);
}

/** Converts anything thrown to the AppError that ErrorPanel shows. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const details = error instanceof Error ? error.message : String(error);
  return new AppError('bug', msg('common.bug.message'), {
    why: msg('common.bug.why'),
    fix: msg('common.bug.fix'),
    details,
    cause: error,
  });
}
