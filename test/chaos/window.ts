import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { changesBy } from '../../src/renderer/state/data/staleCalls.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventName,
} from '../../src/shared/contract/contract.ts';
import type { Application, Outcome } from './application.ts';
import type { Problem } from './problem.ts';

/** A window that shows some answers and keeps them up to date by the events alone, as the renderer does. */
export interface Window {
  /** Compares the shown answers with new ones, once the application is idle. */
  check(patience?: number): Promise<Problem[]>;
  close(): void;
}

interface View<N extends CallName = CallName> {
  call: N;
  input: CallInput<N>;
  /** The part that must be up to date; other parts, such as an estimated time, change without events. */
  shown: (answer: CallOutput<N>) => unknown;
}

interface Pane {
  view: View;
  answer: unknown;
  /** Read again as soon as the current reading has ended. */
  isStale: boolean;
  reading: Promise<void> | null;
}

/** Throttled events arrive at most four times a second; in real milliseconds. */
const usualPatience = 3_000;

/** Opens a window on these accounts. */
export function openWindow(application: Application, accountIds: readonly string[]): Window {
  const panes: Pane[] = viewsOf(accountIds).map((view) => ({
    view,
    answer: null,
    isStale: true,
    reading: null,
  }));
  const readAll = () => panes.forEach((pane) => void read(pane));
  const stop = application.listen((event) => {
    // The application was started, or another database replaced its own.
    if (event === null || event.name === 'storage.restored') readAll();
    else apply(event.name, event.data);
  });
  readAll();

  function apply<E extends EventName>(name: E, data: EventData<E>): void {
    for (const pane of panes) {
      const { call, input } = pane.view;
      for (const { call: changed, input: inputOf, update } of changesBy(name)) {
        if (changed !== call || !isPart(inputOf(data), input)) continue;
        if (!update) void read(pane);
        else if (pane.answer !== null) pane.answer = update(pane.answer as never, data);
        // A pending answer may be older than the event.
        if (pane.reading) pane.isStale = true;
      }
    }
  }

  async function read(pane: Pane): Promise<void> {
    pane.isStale = true;
    pane.reading ??= readStale(pane).finally(() => {
      pane.reading = null;
    });
    await pane.reading;
  }

  async function readStale(pane: Pane): Promise<void> {
    while (pane.isStale) {
      pane.isStale = false;
      const outcome = await ask(pane.view);
      pane.answer = outcome.how === 'ok' ? outcome.value : null;
    }
  }

  async function ask({ call, input }: View): Promise<Outcome<unknown>> {
    return application.call(call, input);
  }

  async function checkPane(pane: Pane, patience: number): Promise<Problem[]> {
    const { call, input, shown } = pane.view;
    const end = Date.now() + patience;
    for (;;) {
      await pane.reading;
      // A reading that failed is repeated by the user.
      if (pane.answer === null) await read(pane);
      const before = pane.answer;
      const outcome = await ask(pane.view);
      if (outcome.how !== 'ok' || before === null) return [];
      const [old, now] = [shown(before as never), shown(outcome.value as never)];
      if (isDeepStrictEqual(old, now)) return [];
      if (Date.now() > end) {
        const text = `A window shows ${JSON.stringify(old)} for ${call} ${JSON.stringify(input)} and not ${JSON.stringify(now)}.`;
        return [{ check: 'window out of date', text }];
      }
      await pause(50);
    }
  }

  return {
    check: async (patience = usualPatience) =>
      (await Promise.all(panes.map((pane) => checkPane(pane, patience)))).flat(),
    close: stop,
  };
}

function viewsOf(accountIds: readonly string[]): View[] {
  const isShown = ({ accountId }: { accountId: string }) => accountIds.includes(accountId);
  return [
    view('app.settings', {}, (settings) => settings),
    view('accounts.list', {}, (accounts) => accounts.map(({ id, name, rate }) => ({ id, name, rate }))),
    view('uploads.list', {}, (uploads) =>
      uploads.filter(isShown).map(({ id, state, counts }) => ({ id, state, counts })),
    ),
    ...accountIds.flatMap((accountId) => [
      view('drafts.facets', { accountId, filter: { trashed: false } }, (facets) => facets),
      view('fixing.list', { accountId }, (fixings) =>
        fixings.map(({ id, place, counts }) => ({ id, place, counts })),
      ),
      view('overview.counting', { accountId }, (counting) => counting),
      view('applications.counts', { accountId }, (counts) => counts),
      view('undo.list', { accountId }, (steps) =>
        steps.map(({ id, state, taken }) => ({ id, state, taken })),
      ),
    ]),
  ];
}

function view<N extends CallName>(
  call: N,
  input: CallInput<N>,
  shown: (answer: CallOutput<N>) => unknown,
): View {
  return { call, input, shown } as unknown as View;
}

/** Returns true if `input` has every value of `part`. */
function isPart(part: object, input: object): boolean {
  return Object.entries(part).every(([name, value]) =>
    isDeepStrictEqual((input as Record<string, unknown>)[name], value),
  );
}
