import { EventEmitter } from 'node:events';
import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node';

let thread: ThreadsPoolWorker | null = null;

/**
 * A Vitest worker that keeps its thread from one test run to the next: starting one and preparing the modules takes seconds,
 * and the tests of most mutants a few milliseconds.
 */
export class ReusedWorker implements PoolWorker {
  readonly name = 'reused';
  readonly #options: PoolOptions;
  readonly #answers = new EventEmitter();
  readonly #listeners: [event: string, listener: (...values: unknown[]) => void][] = [];
  #config: unknown;
  #isFirst = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (thread !== null) return;
    this.#isFirst = true;
    const started = new ThreadsPoolWorker(this.#options);
    thread = started;
    await started.start();
    this.#options.project.vitest.onClose(() => started.stop());
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) thread?.off(event, listener);
  }

  on(event: string, listener: (...values: unknown[]) => void): void {
    this.#listeners.push([event, listener]);
    this.#answers.on(event, listener);
    thread?.on(event, listener);
  }

  off(event: string, listener: (...values: unknown[]) => void): void {
    this.#answers.off(event, listener);
    thread?.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'stop') this.#answer('stopped');
    else if (message.type === 'start') {
      // The thread keeps the configuration of its first run, but the names of the tests to run change.
      this.#config = message.context.config;
      if (this.#isFirst) thread?.send(message);
      else this.#answer('started');
    } else if (message.type === 'run')
      thread?.send({ ...message, context: { ...message.context, config: this.#config } } as WorkerRequest);
    else thread?.send(message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  #answer(type: 'started' | 'stopped'): void {
    setImmediate(() => this.#answers.emit('message', { type, __vitest_worker_response__: true }));
  }
}
