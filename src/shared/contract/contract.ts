import type { z } from 'zod';
import * as accounts from './accounts.ts';
import * as app from './app.ts';
import * as applications from './applications.ts';
import * as backups from './backups.ts';
import * as comparisons from './comparisons.ts';
import * as compliance from './compliance.ts';
import * as deletions from './deletions.ts';
import * as drafts from './drafts.ts';
import * as edits from './edits.ts';
import * as exports from './exports.ts';
import * as fixing from './fixing.ts';
import * as harvest from './harvest.ts';
import * as imports from './imports.ts';
import * as journals from './journals.ts';
import * as links from './links.ts';
import * as matrix from './matrix.ts';
import * as office from './office.ts';
import * as overview from './overview.ts';
import * as search from './search.ts';
import * as storage from './storage.ts';
import * as undo from './undo.ts';
import * as uploads from './uploads.ts';
import * as versions from './versions.ts';
import * as watch from './watch.ts';

/** Every call between the renderer (or the command line) and main: types, validation and shells all derive from this declaration. */
export const calls = {
  ...accounts.calls,
  ...app.calls,
  ...applications.calls,
  ...backups.calls,
  ...comparisons.calls,
  ...compliance.calls,
  ...deletions.calls,
  ...drafts.calls,
  ...edits.calls,
  ...exports.calls,
  ...fixing.calls,
  ...harvest.calls,
  ...imports.calls,
  ...journals.calls,
  ...links.calls,
  ...matrix.calls,
  ...office.calls,
  ...overview.calls,
  ...search.calls,
  ...storage.calls,
  ...undo.calls,
  ...uploads.calls,
  ...versions.calls,
  ...watch.calls,
};

export const events = {
  ...accounts.events,
  ...app.events,
  ...applications.events,
  ...backups.events,
  ...comparisons.events,
  ...compliance.events,
  ...deletions.events,
  ...drafts.events,
  ...edits.events,
  ...exports.events,
  ...fixing.events,
  ...harvest.events,
  ...imports.events,
  ...journals.events,
  ...links.events,
  ...matrix.events,
  ...office.events,
  ...overview.events,
  ...search.events,
  ...storage.events,
  ...undo.events,
  ...uploads.events,
  ...versions.events,
  ...watch.events,
};

type Calls = typeof calls;
export type CallName = keyof Calls;
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
export type CallData<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;

/** Handlers, one for each call; `createServices` returns this table. */
export type Handlers = { [N in CallName]: (input: CallData<N>) => Promise<CallOutput<N>> | CallOutput<N> };

/** The handlers of one group of calls, such as `uploads`. */
export type HandlersOf<G extends string> = Pick<Handlers, Extract<CallName, `${G}.${string}`>>;

type Events = typeof events;
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
