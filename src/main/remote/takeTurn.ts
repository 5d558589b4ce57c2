import type { Answer } from './exchange.ts';
import type { Priority, RateLimiter } from './rateLimiter.ts';

/**
 * Waits for the limiter's permission. Null: the request may be sent; otherwise the outcome of the request, because the
 * limiter was stopped, for example when Colophon closes. Rejects with the reason of `signal`, and with errors from
 * storing the limiter's state.
 */
export async function takeTurn(
  limiter: Pick<RateLimiter, 'acquire'>,
  priority: Priority,
  signal?: AbortSignal,
): Promise<Answer | null> {
  try {
    await limiter.acquire(priority, signal);
    return null;
  } catch (error) {
    if (signal?.aborted || !(error instanceof DOMException && error.name === 'AbortError')) throw error;
    return { kind: 'no-answer', why: 'stopped', detail: '' };
  }
}
