import { AppError } from '../../shared/errors.ts';
import { isSameMessage, type Message, msg } from '../../shared/message.ts';
import { isoNow } from '../platform/clock.ts';
import { readCreated } from '../remote/answers.ts';
import { storageError } from '../store/database.ts';
import type { PausedBy, UploadRow } from '../store/uploads/uploadRows.ts';
import type { AccountLoop } from './accountLoops.ts';
import { type Claim, claimBatch } from './claimBatch.ts';
import { createJobLoop, pauseAfterBug, type Wait } from './jobLoop.ts';
import { createKeeper } from './keepEarlier.ts';
import { createLookUps } from './lookUp.ts';
import { growing } from './pace.ts';
import type { QueueParts } from './queueParts.ts';
import { unsureAboutSending } from './recovery.ts';
import { type Consequence, settle } from './settle.ts';
import { createTickets } from './tickets.ts';

type Job =
  | { kind: 'send' | 'lookup' | 'ids'; uploadId: number }
  | { kind: 'poll'; ticket: string }
  | { kind: 'probe' };

/** Every so many turns something else goes before sending, so that tickets and look-ups are not put off for ever. */
const turnOfOthers = 4;
/** No pause is that long, in milliseconds: the computer's clock was set back since it was written down. */
const implausible = 15 * 60_000;

/** Makes the loop that sends the uploads of one account; it reads the rows anew for every decision, memory holds only pauses and the request in flight. */
export function createUploadLoop(parts: QueueParts, accountId: string): AccountLoop {
  const { uploads, clock, pace, progress } = parts;
  const tickets = createTickets(parts, accountId);
  const lookUps = createLookUps(parts, accountId);
  const keeper = createKeeper(parts, accountId);
  /** Uploads that are over, with outcomes or ids still open. */
  const unsettled = new Set(uploads.unsettled(accountId));
  const jobs = createJobLoop<Job>({ ...parts, area: 'upload', accountId, pick, work, fail });
  let isOffline = false;
  let probes = 0;
  let troubles = 0;
  let quietUntil = 0;
  let turn = 0;

  /** What to do next; null when there is nothing left to do. */
  function pick(): Job | Wait | null {
    finishUploads();
    const active = uploads.list(accountId).filter(isActive).reverse();
    if (isOffline) return pickProbe(active);
    const going = active.filter((upload) => upload.pausedBy !== 'offline');
    if (going.length === 0) return null;
    const quiet = quietUntil - clock.monotonic();
    if (quiet > 0) return { kind: 'wait', ms: quiet };
    const now = clock.now();
    const send = going.find((upload) => upload.state === 'running' && uploads.hasQueued(upload.id, now));
    const sendJob: Job | null = send ? { kind: 'send', uploadId: send.id } : null;
    turn += 1;
    const others = () => pickOther(going, now);
    const job = turn % turnOfOthers === 0 ? (others() ?? sendJob) : (sendJob ?? others());
    return job ?? pickIds(going, now) ?? pickWait(going, now);
  }

  function isActive(upload: UploadRow): boolean {
    return (
      upload.state === 'running' ||
      (upload.state === 'paused' && upload.pausedBy === 'offline') ||
      unsettled.has(upload.id)
    );
  }

  /** Uploads wait in state `paused` while there is no connection; anything that answers lets them go on. */
  function pickProbe(active: readonly UploadRow[]): Job | Wait | null {
    if (active.length === 0) {
      isOffline = false;
      return null;
    }
    const wait = quietUntil - clock.monotonic();
    return wait > 0 ? { kind: 'wait', ms: wait } : { kind: 'probe' };
  }

  function pickOther(going: readonly UploadRow[], now: number): Job | null {
    const ids = new Set(going.map((upload) => upload.id));
    const ticket = tickets.due((uploadId) => ids.has(uploadId));
    if (ticket !== null) return { kind: 'poll', ticket };
    const unsure = going.find(
      (upload) => uploads.sent(upload.id, 'unsure', { dueBy: now, limit: 1 }).length > 0,
    );
    return unsure ? { kind: 'lookup', uploadId: unsure.id } : null;
  }

  function pickIds(going: readonly UploadRow[], now: number): Job | null {
    const without = going.find((upload) => uploads.withoutId(upload.id, now, 1).length > 0);
    return without ? { kind: 'ids', uploadId: without.id } : null;
  }

  function pickWait(going: readonly UploadRow[], now: number): Wait | null {
    const ids = new Set(going.map((upload) => upload.id));
    const waits = [
      tickets.nextIn((uploadId) => ids.has(uploadId)),
      ...going.map(({ id, state }) => {
        const due = uploads.nextDue(id, state === 'running' ? ['queued', 'unsure'] : ['unsure']);
        if (due === null || due - now < implausible) return due === null ? null : due - now;
        uploads.dueNow(id, now, ['queued', 'unsure', 'done']);
        return 0;
      }),
    ].filter((ms) => ms !== null);
    return waits.length === 0 ? null : { kind: 'wait', ms: Math.max(1, Math.min(...waits)) };
  }

  /** Between two requests nothing is under way: what is still marked so was left by an error. */
  function finishUploads(): void {
    for (const upload of uploads.list(accountId)) {
      if (upload.state !== 'done' && uploads.isUnderWay(upload.id)) unsureAboutSending(parts, upload.id);
      if (upload.state === 'running' && !uploads.isOpen(upload.id)) {
        uploads.setState(upload.id, 'done', { at: isoNow(parts) });
        if (uploads.countWithoutId(upload.id) > 0) unsettled.add(upload.id);
        progress.changed(upload.id, true);
      } else if (upload.state === 'cancelled' && uploads.isUnderWay(upload.id)) unsettled.add(upload.id);
      else if (unsettled.has(upload.id) && isOver(upload)) unsettled.delete(upload.id);
    }
  }

  function isOver(upload: UploadRow): boolean {
    return !uploads.isUnderWay(upload.id) && uploads.countWithoutId(upload.id) === 0;
  }

  /** Without a key nothing can be sent or asked about; looking up and probing need none. */
  async function isReady(job: Job): Promise<boolean> {
    if (job.kind !== 'send' && job.kind !== 'poll') return true;
    if ((await parts.key(accountId)) !== null) return true;
    if (jobs.isOvertaken()) return false;
    parts.directory.setConnection(accountId, 'key_missing', msg('directory.connection.keyMissing'));
    pauseAll('key', msg('queue.paused.keyMissing'));
    quietUntil = clock.monotonic() + pace.offline.longest;
    return false;
  }

  async function work(job: Job): Promise<void> {
    if (!(await isReady(job))) return;
    const limiter = parts.directory.limiter(accountId);
    switch (job.kind) {
      case 'send': {
        // The turn first, then the claim: whatever happens while waiting, nothing is marked as being sent.
        await limiter.acquire('bulk', jobs.turn());
        await sendOrKeep(job.uploadId);
        progress.changed(job.uploadId);
        return;
      }
      case 'poll':
        await limiter.acquire('bulk', jobs.turn());
        return heed(await tickets.ask(job.ticket, jobs.reads));
      case 'probe':
        return probe();
      default: {
        const look = job.kind === 'lookup' ? lookUps.settleUnsure : lookUps.findIds;
        const wasAnswered = await look(job.uploadId, jobs.reads);
        if (parts.directory.connection(accountId).state === 'offline') heed({ isOffline: true });
        else heed(wasAnswered ? {} : { trouble: { message: msg('queue.waiting.lookUp') } });
        progress.changed(job.uploadId);
      }
    }
  }

  /** What the next batch overwrites is fetched and kept before it goes. */
  async function sendOrKeep(uploadId: number): Promise<void> {
    const isRunning = uploads.find(uploadId)?.state === 'running';
    const missing = isRunning ? keeper.missing(uploadId) : [];
    if (missing.length > 0) return heed(await keeper.keep(uploadId, missing, jobs.reads));
    const claim = claimBatch(parts, uploadId);
    if (claim) await jobs.whileSending((signal) => send(claim, signal));
    else parts.directory.limiter(accountId).giveBack();
  }

  async function send(claim: Claim, signal: AbortSignal): Promise<void> {
    try {
      progress.sent(claim.uploadId, claim.items.length);
      // An answer may take minutes, and windows show what is under way.
      progress.changed(claim.uploadId);
      const client = parts.directory.client(accountId);
      const answer = await client.perform(claim.request, claim.requestId, signal);
      const consequence = settle(parts, claim, readCreated(answer, claim.items.length));
      if (consequence.ticket) tickets.add(consequence.ticket, claim.uploadId);
      heed(consequence);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'key_missing')) throw error;
      settle(parts, claim, { kind: 'key-refused', words: '' });
      heed({ pause: { by: 'key', message: msg('queue.paused.keyMissing') } });
    }
  }

  /** Acts on what an answer says about the account as a whole; who acted meanwhile may have put it right, and then it is tried anew. */
  function heed({ pause, isOffline: isLost, trouble }: Consequence): void {
    if (jobs.isOvertaken()) return;
    if (pause) pauseAll(pause.by, pause.message);
    if (isLost) {
      isOffline = true;
      probes += 1;
      quietUntil = clock.monotonic() + growing(pace.offline, probes, parts.random);
      pauseAll('offline', msg('queue.paused.offline'));
    } else probes = 0;
    if (trouble) {
      troubles += 1;
      quietUntil = clock.monotonic() + growing(pace.trouble, troubles, parts.random);
    } else if (!isLost) troubles = 0;
    // Once is no news.
    const isNews = trouble && troubles > 1;
    sayWhy(trouble?.message ?? (isNews ? msg('queue.waiting.trouble') : null));
  }

  /** A running upload says what it waits for. */
  function sayWhy(message: Message | null): void {
    for (const upload of uploads.list(accountId)) {
      if (upload.state !== 'running' || isSameMessage(upload.message, message)) continue;
      uploads.setMessage(upload.id, null, message);
      progress.changed(upload.id, true);
    }
  }

  async function probe(): Promise<void> {
    const client = parts.directory.client(accountId);
    const isThere = await client.isReachable({ priority: 'bulk', signal: jobs.reads });
    if (!isThere) return heed({ isOffline: true });
    isOffline = false;
    probes = 0;
    quietUntil = 0;
    for (const upload of uploads.list(accountId)) {
      if (upload.state !== 'paused' || upload.pausedBy !== 'offline') continue;
      uploads.setState(upload.id, 'running', { at: isoNow(parts) });
      progress.changed(upload.id, true);
    }
  }

  function pauseAll(pausedBy: PausedBy, message: Message): void {
    for (const upload of uploads.list(accountId)) {
      if (upload.state !== 'running') continue;
      uploads.setState(upload.id, 'paused', { at: isoNow(parts), pausedBy, message });
      progress.rested(upload.id);
      progress.changed(upload.id, true);
    }
  }

  /** An error of ours, or of the disk: the upload stops with words, and the others go on. */
  function fail(error: unknown, job: Job | Wait | null): void {
    parts.log.error('upload', { account: accountId, job, error });
    quietUntil = clock.monotonic() + pauseAfterBug;
    const known = storageError(error);
    const message = known instanceof AppError ? known.brief : msg('queue.paused.bug');
    try {
      const upload = job && 'uploadId' in job ? uploads.find(job.uploadId) : null;
      if (upload?.state === 'running') {
        uploads.setState(upload.id, 'paused', { at: isoNow(parts), pausedBy: 'problem', message });
        progress.changed(upload.id, true);
      } else if (upload) unsettled.delete(upload.id);
    } catch (second) {
      parts.log.error('upload', { account: accountId, error: second });
    }
  }

  return {
    wake(isAsked = false) {
      if (isAsked || isOffline) quietUntil = 0;
      jobs.wake(isAsked);
    },
    stop: (graceMs) => jobs.stop(graceMs),
  };
}
