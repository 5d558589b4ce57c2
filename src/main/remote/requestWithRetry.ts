import type { Clock } from '../platform/clock.ts';
import { problemOf } from './answers.ts';
import type { AskOptions, DirectoryClient, DirectoryRequest } from './directoryClient.ts';
import type { Answer } from './exchange.ts';

/** How often a read-only request is retried. */
export interface RetryLimits {
  /** The maximum number of 429 responses in a row; the limiter waits in between (reference/directory-api.md 10). */
  slowDowns: number;
  /** Milliseconds before each retry after a missing response or a server error. */
  pauses: readonly number[];
}

const defaultRetryLimits: RetryLimits = { slowDowns: 10, pauses: [1_000, 4_000] };

export interface RetryOptions extends AskOptions {
  clock: Pick<Clock, 'sleep'>;
  /** Other than usual, for tests. */
  retryLimits?: RetryLimits;
  /** Called after every attempt. */
  sent?: () => void;
}

/** Sends a read-only request until it succeeds or retrying does not help. Throws AppError as `problemOf`. */
export async function requestWithRetry(
  client: Pick<DirectoryClient, 'ask' | 'closing'>,
  request: DirectoryRequest,
  { clock, retryLimits = defaultRetryLimits, sent, ...ask }: RetryOptions,
): Promise<Answer & { kind: 'answer' }> {
  let slowDowns = 0;
  for (let failures = 0; ; ) {
    const answer = await client.ask(request, ask);
    sent?.();
    ask.signal?.throwIfAborted();
    if (answer.kind === 'answer' && answer.status === 429) {
      if (++slowDowns > retryLimits.slowDowns) throw problemOf(answer);
      continue;
    }
    const isTransient =
      answer.kind === 'no-answer' ? answer.why === 'lost' || answer.why === 'timeout' : answer.status >= 500;
    if (!isTransient) {
      if (answer.kind === 'no-answer') throw problemOf(answer);
      return answer;
    }
    const ms = retryLimits.pauses[failures++];
    if (ms === undefined) throw problemOf(answer);
    await clock.sleep(ms, AbortSignal.any(ask.signal ? [client.closing, ask.signal] : [client.closing]));
  }
}
