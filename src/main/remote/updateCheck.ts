import gt from 'semver/functions/gt.js';
import valid from 'semver/functions/valid.js';
import type { UpdateState } from '../../shared/contract/app.ts';
import type { Publish } from '../../shared/contract/contract.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Fetch } from '../platform/network/fetch.ts';
import type { Scope } from '../platform/scope.ts';
import { exchange } from './exchange.ts';

interface UpdateParts {
  /** The address that returns `{version, page}` as JSON; empty if there is none. */
  address: string;
  version: string;
  fetch: Fetch;
  clock: Clock;
  log: Log;
  publish: Publish;
  isAllowed: () => boolean;
  /** Owns the daily check. */
  scope: Scope;
}

const dayMs = 24 * 60 * 60 * 1000;
const maxBodyBytes = 20_000;

/** Checks once a day for a newer version; installs nothing. Sends one GET without a query, a cookie or a key. */
export function createUpdateCheck(parts: UpdateParts) {
  const { address, version, clock, log, scope } = parts;
  let state: UpdateState = { state: address ? 'unknown' : 'nowhere', version: '', page: '' };

  async function look(): Promise<UpdateState> {
    if (!address) return state;
    const answer = await exchange(address, {
      fetch: parts.fetch,
      clock,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: 15_000,
      maxBodyBytes,
      signal: scope.signal,
    });
    const announced =
      answer.kind === 'answer' && answer.status === 200 ? readAnnouncement(answer.json) : null;
    if (!announced) {
      log.info('update.unknown', { status: answer.kind === 'answer' ? answer.status : answer.why });
      return state;
    }
    const isNewer = gt(announced.version, version);
    const before = state;
    state = isNewer ? { state: 'newer', ...announced } : { state: 'current', version, page: '' };
    if (state.state !== before.state || state.version !== before.version)
      parts.publish('app.updateChanged', state);
    return state;
  }

  async function daily(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (parts.isAllowed()) await look();
      await clock.sleep(dayMs, signal);
    }
  }

  return {
    state: () => state,
    /** Checks at once and then daily, if the user allows it. */
    start(): void {
      if (address) scope.run('update.daily', daily);
    },
    /** Checks now. */
    look,
  };
}

/** The version and its page, if the response is valid: a complete version number, and an https page. */
function readAnnouncement(json: unknown): { version: string; page: string } | null {
  if (typeof json !== 'object' || json === null) return null;
  const { version, page } = json as Record<string, unknown>;
  const known = typeof version === 'string' && version.length <= 100 ? valid(version) : null;
  if (known === null || typeof page !== 'string' || page.length > 500) return null;
  const url = URL.parse(page);
  return url?.protocol === 'https:' && !url.username && !url.password
    ? { version: known, page: url.href }
    : null;
}
