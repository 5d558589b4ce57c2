import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
} from '../../src/shared/contract/contract.ts';
import type { WireError } from '../../src/shared/errors.ts';
import { testPrograms } from '../helpers/programFiles.ts';
import type { ChildOptions, FromChild, Plant, ToChild } from './applicationChild.ts';
import type { KillPoint } from './killPoint.ts';
import type { Check, Problem } from './problem.ts';

/** The outcome of a call: a response, or that the program died before it gave one. */
export type Outcome<T> = { how: 'ok'; value: T } | { how: 'refused'; error: WireError } | { how: 'died' };

/** An event with its data. */
export type PublishedEvent = { [E in EventName]: { name: E; data: EventData<E> } }[EventName];

/** The application's process, as seen by its user. */
export interface Application {
  readonly isRunning: boolean;
  /** Everything that must never happen: errors on standard error, unexpected exits, calls without a response. */
  readonly problems: Problem[];
  /** Starts it; `refused` if it reported that it cannot start. */
  start(): Promise<{ how: 'started' } | { how: 'refused'; code: string; words: string } | { how: 'died' }>;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Outcome<CallOutput<N>>>;
  memory(): Promise<Outcome<{ heapUsed: number; rss: number }>>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Lets it kill itself at a point, the same wherever it is reached; null: no more. Without it running, its next start. */
  killAt(point: KillPoint | null): void;
  /** The last end was a planned kill. */
  readonly diedAsPlanned: boolean;
  /** Suspends it for some real milliseconds, like a computer that sleeps. */
  suspend(ms: number): Promise<void>;
  /** Calls `listener` with every event, and with null at every start, until the returned function is called. */
  listen(listener: (event: PublishedEvent | null) => void): () => void;
  /** Quits it, like closing its window. */
  stop(): Promise<void>;
  /** Changes its environment: clock, network, disk. The change survives a restart. */
  set(change: Partial<Pick<ChildOptions, 'offset' | 'isOffline' | 'pagesLeft'>>): void;
}

const inThreads = pathToFileURL(testPrograms.killInThreads).href;
/** A proxy that does not exist, since no request to this computer may go through one. */
const deadProxy = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  http_proxy: 'http://127.0.0.1:9',
  NO_PROXY: '',
  no_proxy: '',
};
/** The longest permitted call, start and end, in real milliseconds. A start depends on the load of the computer. */
const usualPatience = { call: 45_000, start: 120_000, stop: 20_000 };

/** Creates the handle; nothing runs before `start`. */
export function createApplication(
  options: Omit<ChildOptions, 'offset' | 'isOffline' | 'pagesLeft' | 'plant' | 'killAt'> & {
    plant?: Plant | undefined;
  },
  { program = testPrograms.applicationChild, patience = usualPatience } = {},
): Application {
  const state: ChildOptions = {
    ...options,
    offset: 0,
    isOffline: false,
    pagesLeft: null,
    plant: options.plant ?? null,
    killAt: null,
  };
  const problems: Problem[] = [];
  const find = (check: Check, text: string) => problems.push({ check, text: `The application ${text}` });
  const waiting = new Map<number, { name: string; end: (outcome: Outcome<never>) => void }>();
  const listeners = new Set<(event: PublishedEvent | null) => void>();
  let child: ChildProcess | null = null;
  let calls = 0;
  let isEndAsked = false;
  /** Whether the running process was given a point, which it may reach before it hears that there is none any more. */
  let hadKillPoint = false;
  let diedAsPlanned = false;
  let starts = 0;

  function publish(event: PublishedEvent | null): void {
    for (const listener of listeners) listener(event);
  }

  function hear(message: FromChild): void {
    if (message.kind === 'event') publish(message.event);
    if (message.kind !== 'answer') return;
    const answer = message.answer as { ok?: boolean; value?: never; error?: WireError };
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (answer.ok === false) caller?.end({ how: 'refused', error: answer.error! });
    else caller?.end({ how: 'ok', value: (answer.ok ? answer.value : answer) as never });
  }

  function ended(said: string, code: number | null, signal: string | null): void {
    const isKilled = hadKillPoint && (signal === 'SIGKILL' || process.platform === 'win32');
    const isExpected = isEndAsked || isKilled || code === 3;
    diedAsPlanned = isKilled;
    if (isKilled) state.killAt = null;
    if (!isExpected) find('unexpected end', `ended by itself with ${code ?? signal}: ${said.slice(-3000)}`);
    else if (signal === null && code !== 0 && code !== 3) {
      find('exit code', `ended with code ${code}: ${said.slice(-3000)}`);
    } else if (said.trim() !== '')
      find('standard error', `wrote to its standard error: ${said.slice(-3000)}`);
    for (const { end } of waiting.values()) end({ how: 'died' });
    waiting.clear();
  }

  function ask<T>(name: string, message: (id: number) => ToChild): Promise<Outcome<T>> {
    const asked = child;
    if (!asked?.connected) return Promise.resolve({ how: 'died' });
    const id = ++calls;
    const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
    const timer = setTimeout(() => {
      waiting.delete(id);
      find('call unanswered', `did not answer ${name} within ${patience.call / 1000} seconds.`);
      resolve({ how: 'died' });
    }, patience.call);
    const end = (outcome: Outcome<never>) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    waiting.set(id, { name, end });
    asked.send(message(id), () => undefined);
    return promise;
  }

  return {
    get isRunning() {
      return child !== null;
    },
    get diedAsPlanned() {
      return diedAsPlanned;
    },
    problems,
    async start() {
      starts += 1;
      hadKillPoint = state.killAt !== null;
      const given = { ...state, seed: state.seed + starts };
      const started = spawn(process.execPath, ['--import', inThreads, program, JSON.stringify(given)], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...deadProxy },
      });
      child = started;
      isEndAsked = false;
      let said = '';
      started.stderr!.on('data', (text) => {
        said += text;
      });
      const begun = Promise.withResolvers<Awaited<ReturnType<Application['start']>>>();
      started.on('message', (message: FromChild) => {
        if (message.kind === 'started') {
          begun.resolve({ how: 'started' });
          publish(null);
        } else if (message.kind === 'refused')
          begun.resolve({ how: 'refused', code: message.code, words: message.words });
        else hear(message);
      });
      started.once('close', (code, signal) => {
        if (child === started) child = null;
        ended(said, code, signal);
        begun.resolve({ how: 'died' });
      });
      const timer = setTimeout(
        () => find('slow start', `did not start within ${patience.start / 1000} seconds.`),
        patience.start,
      );
      const how = await begun.promise;
      clearTimeout(timer);
      if (how.how === 'refused' && child === started) await once(started, 'close');
      return how;
    },
    call: (name, input) => ask(name, (id) => ({ kind: 'call', id, name, input })),
    memory: () => ask('memory', (id) => ({ kind: 'memory', id })),
    async kill() {
      const killed = child;
      if (!killed) return;
      isEndAsked = true;
      const over = once(killed, 'close');
      killed.kill('SIGKILL');
      await over;
    },
    killAt(point) {
      state.killAt = point;
      hadKillPoint ||= point !== null;
      if (child?.connected) child.send({ kind: 'set', killAt: point } satisfies ToChild, () => undefined);
    },
    async suspend(ms) {
      const suspended = child;
      suspended?.kill('SIGSTOP');
      await pause(ms);
      suspended?.kill('SIGCONT');
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async stop() {
      const stopped = child;
      if (!stopped) return;
      isEndAsked = true;
      const over = once(stopped, 'close');
      stopped.send({ kind: 'stop' } satisfies ToChild, () => undefined);
      const timer = setTimeout(() => {
        find('slow end', `did not end within ${patience.stop / 1000} seconds.`);
        stopped.kill('SIGKILL');
      }, patience.stop);
      await over;
      clearTimeout(timer);
    },
    set(change) {
      Object.assign(state, change);
      if (child?.connected) child.send({ kind: 'set', ...change } satisfies ToChild, () => undefined);
    },
  };
}
