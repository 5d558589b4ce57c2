import type { Handlers } from '../shared/contract.ts';

/** Everything the application does, ready to be led to by a shell. */
export interface Services {
  handlers: Handlers;
  /** Recovers what an earlier run left, and begins to work. */
  start(): Promise<void>;
  /** Stops all work, closes the database; what is queued stays queued. */
  stop(): Promise<void>;
  /** How many uploads are still sending. */
  busy(): { running: number };
  /** Leaves running uploads as they are, to go on at the next start. */
  keepForNextStart(): Promise<void>;
  /** Cancels what has not been sent yet of every running upload; what was sent is kept. */
  cancelRunning(): Promise<void>;
}
