import type { Answer } from './exchange.ts';
import type { Priority, RateLimiter } from './rateLimiter.ts';

/**
 * Waits for the limiter's leave. Null: the request may go out; else what the request comes to, since the limiter was
 * stopped, as when Colophon closes. Rejects with the reason of `signal`, and with what keeping the limiter's state throws.
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
    return { kind: 'silence', why: 'stopped', detail: '' };
  }
}
