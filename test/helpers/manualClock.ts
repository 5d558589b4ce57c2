import type { Clock } from '../../src/main/platform/clock.ts';

/** A clock controlled by a test: time passes only in `advance`. The wall clock can be set, and the monotonic one restarts after `restart`. */
export class ManualClock implements Clock {
  /** The elapsed milliseconds. */
  elapsed = 0;
  private wallOffset = Date.parse('2026-01-01T00:00:00Z');
  private monotonicOffset = 1_000;
  private sleepers: { at: number; wake: () => void }[] = [];

  now = (): number => this.elapsed + this.wallOffset;
  monotonic = (): number => this.elapsed + this.monotonicOffset;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { at: this.elapsed + Math.max(0, ms), wake: resolve };
    this.sleepers.push(sleeper);
    const giveUp = () => {
      this.sleepers = this.sleepers.filter((one) => one !== sleeper);
      reject(signal?.reason);
    };
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise;
  };

  /** Advances by `ms`, and wakes all sleepers in time and in order. */
  async advance(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    await settle();
    for (;;) {
      const next = this.sleepers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.sleepers = this.sleepers.filter((one) => one !== next);
      this.elapsed = Math.max(this.elapsed, next.at);
      next.wake();
      await settle();
    }
    this.elapsed = end;
    await settle();
  }

  /** Sets the computer's wall clock. */
  setWall(byMs: number): void {
    this.wallOffset += byMs;
  }

  /** Simulates a restarted process: no sleepers, and a new monotonic clock. */
  restart(): void {
    this.sleepers = [];
    this.monotonicOffset = 17 - this.elapsed;
  }
}

/** Lets all work run that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve();
}
