import type { JsonWebKey } from 'node:crypto';
import type { Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { type Message, sentences } from '../../shared/message.ts';
import { activePack, shippedPack } from '../../shared/rulePack/rulePack.ts';
import type { RulePack } from '../../shared/rulePack/rulePackSchema.ts';
import type { RulesMemory, RulesState } from '../../shared/rulePack/rulesState.ts';
import { type Clock, isDueAgain, isoNow } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import type { Log } from '../platform/log.ts';
import type { Fetch } from '../platform/network/fetch.ts';
import { readSavedPack, savePack } from '../platform/rulePack/savedPack.ts';
import type { Scope } from '../platform/scope.ts';
import { fetchRulePack } from '../remote/fetchRulePack.ts';
import type { SettingsStore } from '../store/settingsStore.ts';

const dayMs = 24 * 3_600_000;
/** Milliseconds between two looks at the time. */
const tickMs = 10 * 60_000;

/** Newer rule packs: asked for once a day if the user allows it, or read from a file. They take effect at the next start. */
export function createRulePacks(parts: {
  dataFolder: string;
  store: Pick<SettingsStore, 'get' | 'rulesMemory' | 'setRulesMemory'>;
  /** The address of the newest pack; empty if there is none; undefined if asking is not allowed. */
  address: string | undefined;
  /** Overrides the key of the packs, for tests. */
  key: JsonWebKey | undefined;
  fetch: Fetch;
  clock: Clock;
  log: Pick<Log, 'info'>;
  publish: Publish;
  scope: Scope;
}) {
  const { dataFolder, store, address, key, clock, scope } = parts;

  function remember(change: Partial<RulesMemory>): void {
    store.setRulesMemory({ ...store.rulesMemory(), ...change });
    parts.publish('app.rulesChanged', {});
  }

  /** The pack that the next start finds. */
  async function saved(): Promise<{ pack: RulePack | null; problem: Message | null }> {
    try {
      return { pack: await readSavedPack(dataFolder, key), problem: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { pack: null, problem: wordsOf(error) };
    }
  }

  /** Returns false if it is the one that is there already. */
  async function take(bytes: Buffer, from: 'address' | 'file'): Promise<boolean> {
    const { readRulePack } = await import('../platform/rulePack/readRulePack.ts');
    const pack = readRulePack(bytes, key);
    const { version, date } = pack;
    const current = Math.max(activePack().version, (await saved()).pack?.version ?? 0);
    if (version === current && from === 'address') return false;
    if (version <= current) throw fail('rulePack.older', { version, current });
    if (Date.parse(date) > clock.now() + dayMs) throw fail('rulePack.future', { date });
    savePack(dataFolder, bytes);
    store.setRulesMemory({ ...store.rulesMemory(), taken: { version, from } });
    return true;
  }

  /** Remembers why a pack was refused until another one is taken. */
  async function noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      remember({ refused: null });
      return done;
    } catch (error) {
      if (!(error instanceof AppError) || scope.signal.aborted) throw error;
      parts.log.info('rules.refused', { error });
      remember({ refused: { at: isoNow({ clock }), why: wordsOf(error) } });
      throw error;
    }
  }

  async function ask(): Promise<void> {
    if (!address) return;
    store.setRulesMemory({ ...store.rulesMemory(), askedAt: isoNow({ clock }) });
    await noting(async () => {
      const bytes = await fetchRulePack(address, { fetch: parts.fetch, clock, signal: scope.signal });
      await take(bytes, 'address');
    });
  }

  function isDue(): boolean {
    return isDueAgain(store.rulesMemory().askedAt, dayMs, clock.now());
  }

  async function daily(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (store.get().asksForRules && isDue())
        await ask().catch((error: unknown) => {
          if (signal.aborted || !(error instanceof AppError)) throw error;
        });
      await clock.sleep(tickMs, signal);
    }
  }

  return {
    async state(): Promise<RulesState> {
      const { version, date } = activePack();
      const { taken, askedAt, refused } = store.rulesMemory();
      const { pack, problem } = await saved();
      const isShipped = activePack() === shippedPack();
      return {
        version,
        date,
        // A backup that was restored may know nothing of it.
        origin: isShipped ? 'shipped' : taken?.version === version ? taken.from : 'file',
        next: pack !== null && pack.version > version ? { version: pack.version, date: pack.date } : null,
        asking: address === undefined ? 'off' : address === '' ? 'nowhere' : 'possible',
        askedAt,
        refused,
        unusable: problem,
      };
    },
    ask,
    install: (text: string) => noting(() => take(Buffer.from(text), 'file')),
    /** Asks at once if a day has passed, and then daily, if the user allows it. */
    start(): void {
      if (address) scope.run('rules.daily', daily);
    },
  };
}

function wordsOf({ problem, why, fix }: AppError): Message {
  return sentences([problem, why, fix].filter((part) => part !== null));
}
