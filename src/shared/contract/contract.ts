import type { z } from 'zod';
import { appCalls } from './appCalls.ts';
import { applicationCalls } from './applicationCalls.ts';
import { backupCalls } from './backupCalls.ts';
import { complianceCalls } from './complianceCalls.ts';
import { deletionCalls } from './deletionCalls.ts';
import { editCalls } from './editCalls.ts';
import { events } from './events.ts';
import { exportCalls } from './exportCalls.ts';
import { fixingCalls } from './fixingCalls.ts';
import { journalFileCalls } from './journalFileCalls.ts';
import { officeCalls } from './officeCalls.ts';
import { overviewCalls } from './overviewCalls.ts';
import { recordCalls } from './recordCalls.ts';
import { searchCalls } from './searchCalls.ts';
import { sourceCalls } from './sourceCalls.ts';
import { transferCalls } from './transferCalls.ts';
import { undoCalls } from './undoCalls.ts';
import { versionCalls } from './versionCalls.ts';

export * from './appCalls.ts';
export * from './editCalls.ts';
export * from './exportCalls.ts';
export * from './recordCalls.ts';
export { events };

/** Every call between the renderer (or the command line) and main: types, validation and shells all derive from this declaration. */
export const calls = {
  ...appCalls,
  ...recordCalls,
  ...editCalls,
  ...exportCalls,
  ...applicationCalls,
  ...searchCalls,
  ...complianceCalls,
  ...transferCalls,
  ...backupCalls,
  ...versionCalls,
  ...deletionCalls,
  ...undoCalls,
  ...fixingCalls,
  ...overviewCalls,
  ...journalFileCalls,
  ...sourceCalls,
  ...officeCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
export type CallData<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;

/** Handlers, one for each call; `createServices` returns this table. */
export type Handlers = { [N in CallName]: (input: CallData<N>) => Promise<CallOutput<N>> | CallOutput<N> };

/** The handlers of one group of calls, such as `uploads`. */
export type HandlersOf<G extends string> = Pick<Handlers, Extract<CallName, `${G}.${string}`>>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventData<N extends EventName> = z.output<Events[N]>;

/** Sends an event to all listeners. */
export type Publish = <N extends EventName>(name: N, data: EventData<N>) => void;

/** The interface of main as the renderer sees it in any shell. */
export interface Bridge {
  invoke(name: string, input: unknown): Promise<unknown>;
  /** Calls `listener` for every event; returns a function that stops it. */
  subscribe(listener: (name: string, data: unknown) => void): () => void;
}

/** The result of `dispatch`, the same in every shell. */
export type Answer<T = unknown> =
  /** `leftOut`: how many rows could not be read and are not in the value; absent if none. */
  { ok: true; value: T; leftOut?: number } | { ok: false; error: import('../errors.ts').WireError };
