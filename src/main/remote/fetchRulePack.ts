import type { Clock } from '../platform/clock.ts';
import { fail } from '../platform/failures.ts';
import { type Fetch, isLoopback } from '../platform/network/fetch.ts';
import { maxPackBytes } from '../platform/rulePack/signedText.ts';
import { exchangeBytes } from './exchange.ts';

/** The file at the address of rule packs, of which nothing is believed yet: one GET without a cookie or a key. */
export async function fetchRulePack(
  address: string,
  parts: { fetch: Fetch; clock: Clock; signal: AbortSignal },
): Promise<Buffer> {
  const url = URL.parse(address);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe || url.username || url.password) throw fail('rulePack.address', { address });
  const answer = await exchangeBytes(url.href, {
    ...parts,
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: 15_000,
    maxBodyBytes: maxPackBytes,
  });
  const { origin } = url;
  if (answer.kind === 'no-answer') {
    if (answer.why === 'redirect') throw fail('rulePack.redirect', { origin });
    throw fail(answer.why === 'timeout' ? 'rulePack.slow' : 'rulePack.unanswered', { origin });
  }
  const { status, body, isTooLarge, isWhole } = answer;
  // Wherever it leads, nothing is asked there.
  if (status >= 300 && status < 400) throw fail('rulePack.redirect', { origin });
  if (status !== 200) throw fail('rulePack.unanswered', { origin }, { details: String(status) });
  if (isTooLarge) throw fail('rulePack.tooLarge', { limit: maxPackBytes / 1_000_000 });
  if (!isWhole) throw fail('rulePack.unanswered', { origin });
  return body;
}
