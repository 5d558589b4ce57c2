import type { AppError } from '../../shared/errors.ts';
import { isSameMessage, type Message, msg } from '../../shared/message.ts';
import { backoff } from '../outbox/backoff.ts';
import { isoNow } from '../platform/clock.ts';
import type { AccountLoop } from '../upload/accountLoops.ts';
import { createJobLoop, pauseAfterBug, type Wait } from '../upload/jobLoop.ts';
import { type ApplicationParts, changed } from './applicationParts.ts';
import type { Keeping } from './keepApplication.ts';
import type { OpenRequests } from './openRequests.ts';
import { readBack } from './readBack.ts';
import { claimToSend, lookBefore, sendClaim } from './sendOne.ts';
import { settleUnsure, unsureAboutSending } from './settleUnsure.ts';
import type { Consequence } from './steps.ts';

type Job = { kind: 'send' | 'lookup' | 'read'; id: number };

/** No pause is that long, in milliseconds: the computer's clock was set back since it was written down. */
const implausible = 30 * 60_000;

/** Makes the loop that sends the applications of one account one at a time, reads them back, and settles what is not known; it reads the rows anew for every decision, memory holds only pauses and the request in flight. */
export function createSendLoop(
  parts: ApplicationParts,
  accountId: string,
  opens: Pick<OpenRequests, 'about'>,
  keeping: Keeping,
): AccountLoop {
  const { store, clock, pace } = parts;
  const jobs = createJobLoop<Job>({ ...parts, area: 'applications', accountId, pick, work, fail });
  let isBlocked = false;
  let losses = 0;
  let troubles = 0;
  let quietUntil = 0;

  /** What to do next; null when there is nothing left to do, or nobody can do it before somebody acts. */
  function pick(): Job | Wait | null {
    // Between two requests nothing is under way: what is still marked so was left by an error.
    for (const id of store.inSync(['sending'], accountId)) unsureAboutSending(parts, store.get(id), 'lost');
    if (isBlocked) return null;
    const next = store.nextDue(accountId);
    if (next === null) return null;
    const quiet = quietUntil - clock.monotonic();
    if (quiet > 0) return { kind: 'wait', ms: quiet };
    const now = clock.now();
    const unsure = store.due(accountId, ['unsure'], now);
    if (unsure !== null) return { kind: 'lookup', id: unsure };
    const read = store.dueRead(accountId, now);
    if (read !== null) return { kind: 'read', id: read };
    const queued = store.due(accountId, ['queued'], now);
    if (queued !== null) return { kind: 'send', id: queued };
    if (next - now <= implausible) return { kind: 'wait', ms: Math.max(1, next - now) };
    return { kind: 'wait', ms: bringForward(now) ? 1 : implausible };
  }

  /** Answers whether anything was waiting for a time that is too far away. */
  function bringForward(now: number): boolean {
    const isFar = (at: number | null) => at !== null && at - now > implausible;
    const due = store.inSync(['queued', 'unsure'], accountId).filter((id) => isFar(store.get(id).dueMs));
    const reads = store.remotes(accountId).filter(({ readMs }) => isFar(readMs));
    for (const id of due) store.change(id, { dueMs: now });
    for (const { id } of reads) store.change(id, { readMs: now });
    return due.length + reads.length > 0;
  }

  /** Without a key nothing can be sent or asked about. */
  async function isReady(): Promise<boolean> {
    if ((await parts.key(accountId)) !== null) return true;
    if (jobs.isOvertaken()) return false;
    parts.directory.setConnection(accountId, 'key_missing', msg('directory.connection.keyMissing'));
    block(msg('applicationLife.event.keyMissing'));
    return false;
  }

  async function work(job: Job): Promise<void> {
    if (!(await isReady())) return;
    if (job.kind === 'send') return send(job.id);
    const options = { priority: 'bulk', signal: jobs.reads } as const;
    const row = store.find(job.id);
    if (!row) return;
    const error =
      job.kind === 'lookup' ? await settleUnsure(parts, row, options) : await readBack(parts, row, options);
    heed(error === null ? {} : consequenceOf(error));
  }

  async function send(id: number): Promise<void> {
    const error = await lookBefore(parts, id, {
      priority: 'bulk',
      signal: jobs.reads,
      keeping,
      openAbout: ({ journalId }) =>
        journalId === null ? null : (opens.about(accountId, journalId, null)?.remoteId ?? null),
    });
    if (error) return heed(consequenceOf(error));
    const limiter = parts.directory.limiter(accountId);
    // The turn first, then the claim: whatever happens while waiting, nothing is marked as being sent.
    await limiter.acquire('bulk', jobs.turn());
    const claim = claimToSend(parts, id);
    if (!claim) return limiter.giveBack();
    keeping.settled(id);
    await jobs.whileSending(async (signal) => heed(await sendClaim(parts, claim, signal)));
  }

  function fail(error: unknown): void {
    parts.log.error('applications', { account: accountId, error });
    quietUntil = clock.monotonic() + pauseAfterBug;
  }

  /** Acts on what an answer says about the account as a whole; who acted meanwhile may have put it right, and then it is tried anew. */
  function heed({ block: reason, isOffline, isTrouble }: Consequence): void {
    if (jobs.isOvertaken()) return;
    if (reason) {
      block(reason);
      return;
    }
    losses = isOffline ? losses + 1 : 0;
    troubles = isTrouble ? troubles + 1 : 0;
    const pause = isOffline
      ? backoff(pace.offline, losses, parts.random)
      : isTrouble
        ? backoff(pace.trouble, troubles, parts.random)
        : 0;
    if (pause > 0) quietUntil = clock.monotonic() + pause;
  }

  /** Everything that waits says why. */
  function block(reason: Message): void {
    isBlocked = true;
    const at = isoNow(parts);
    const waiting = store.inSync(['queued'], accountId);
    for (const id of waiting) {
      const last = store.events(id).at(-1);
      if (last?.kind !== 'queued' || !isSameMessage(last.message, reason))
        store.addEvent(id, { at, kind: 'queued', message: reason });
    }
    changed(parts, accountId, waiting);
  }

  return {
    wake(isAsked = false) {
      if (isAsked) {
        isBlocked = false;
        quietUntil = 0;
      }
      jobs.wake(isAsked);
    },
    stop: (graceMs) => jobs.stop(graceMs),
  };
}

/** What an answer that was of no use to a look-up says about the account. */
function consequenceOf(error: AppError): Consequence {
  switch (error.code) {
    case 'key_refused':
      return { block: msg('applicationLife.event.keyRefused') };
    case 'key_missing':
      return { block: msg('applicationLife.event.keyMissing') };
    case 'version_retired':
      return { block: msg('applicationLife.event.version') };
    case 'offline':
      return { isOffline: true };
    case 'rate_limited':
    case 'cancelled':
      return {};
    default:
      return { isTrouble: true };
  }
}
