import { setInterval } from 'node:timers/promises';
import type { EventName } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Terminal } from './terminal.ts';
import { type CommandServices, withServices } from './withServices.ts';

/** How long a command may run without progress at the directory, over all its steps. */
export type Deadline = ReturnType<typeof createDeadline>;

/** Events that count as progress if their data are new. */
const progressEvents: ReadonlySet<EventName> = new Set([
  'uploads.planning',
  'comparisons.changed',
  'applications.changed',
  'journals.changed',
]);

const checkEvery = 100;

/** `minutes`: the option `--wait`. */
export function createDeadline(minutes: number, subscribe: CommandServices['subscribe']) {
  const milliseconds = minutes * 60_000;
  const seen = new Map<EventName, string>();
  let since = performance.now();
  /** How much work is under way that does not depend on the directory. */
  let localWork = 0;
  const isOver = () => localWork === 0 && performance.now() - since >= milliseconds;
  const extend = () => {
    since = performance.now();
  };
  subscribe((name, data) => {
    if (!progressEvents.has(name)) return;
    const state = JSON.stringify(data);
    if (seen.get(name) !== state) extend();
    seen.set(name, state);
  });

  /** Rejects once the deadline is over or `signal` is aborted. */
  async function passed(signal: AbortSignal): Promise<never> {
    for await (const _ of setInterval(checkEvery, undefined, { signal }))
      if (isOver())
        throw new AppError('timed_out', msg('cli.deadline.message', { minutes }), {
          fix: msg('cli.deadline.fix'),
        });
    throw new Error('The interval of a deadline ended.');
  }

  async function local<T>(work: Promise<T> | T): Promise<T> {
    const begun = performance.now();
    localWork += 1;
    try {
      return await work;
    } finally {
      localWork -= 1;
      since += performance.now() - begun;
    }
  }

  return {
    isOver,
    /** Restarts the time after progress. */
    extend,
    /** Work that does not depend on the directory, such as waiting for the user, so its time does not count. */
    local,
    /** The same pieces; the time until each of them is there does not count. */
    async *localPieces<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
      try {
        for (;;) {
          const { done, value } = await local(pieces.next());
          if (done) return;
          yield value;
        }
      } finally {
        await pieces.return(undefined);
      }
    },
    /** Throws AppError `timed_out` if the deadline passes first; the work ends when the services are closed. */
    async within<T>(work: Promise<T> | T): Promise<T> {
      const settled = new AbortController();
      try {
        return await Promise.race([work, passed(settled.signal)]);
      } finally {
        settled.abort();
      }
    },
  };
}

/** Runs a command that asks the directory, as `withServices`, until its deadline. */
export function withDeadline<T>(
  options: Parameters<typeof withServices>[0] & { wait: number },
  terminal: Terminal,
  work: (parts: CommandServices, deadline: Deadline) => Promise<T>,
): Promise<T> {
  return withServices(options, terminal, (parts) => {
    const deadline = createDeadline(options.wait, parts.subscribe);
    return deadline.within(work(parts, deadline));
  });
}
