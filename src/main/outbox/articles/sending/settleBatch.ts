import { isoNow } from '../../../platform/clock.ts';
import type { CreateOutcome } from '../../../remote/answers.ts';
import {
  type AccountOutcome,
  type AccountWords,
  fine,
  outcomeOfAnswer,
  trouble,
} from '../../accountOutcome.ts';
import type { ArticleParts } from '../articleParts.ts';
import { directoryRefusal, tellsOfOaStart } from '../refusals.ts';
import type { BatchClaim, ClaimedItem } from './claimBatch.ts';
import type { ItemSteps } from './itemSteps.ts';

type SettleParts = Pick<
  ArticleParts,
  'accountId' | 'uploads' | 'versions' | 'context' | 'learned' | 'storesLater' | 'pace' | 'clock'
> & { steps: ItemSteps; words: AccountWords };

/** Stores the outcome of a request for each item, in one transaction; returns its outcome for the account. */
export function settleBatch(options: SettleParts, claim: BatchClaim, outcome: CreateOutcome): AccountOutcome {
  return options.uploads.transaction(() => apply(options, claim, outcome));
}

function apply(options: SettleParts, claim: BatchClaim, outcome: CreateOutcome): AccountOutcome {
  const { steps, clock, pace, words } = options;
  const { uploadId, items } = claim;
  switch (outcome.kind) {
    case 'created': {
      const stored = items.map((item, index) => storedItem(options, item, outcome.ids[index]!));
      steps.store(uploadId, 'sending', stored);
      return fine;
    }
    case 'accepted':
      steps.accept(items, outcome.ticket);
      return fine;
    case 'refused':
    case 'too-large': {
      if (items.length > 1) {
        steps.queueAgain(uploadId, 'sending', 'batch refused', items, { cap: Math.floor(items.length / 2) });
        return fine;
      }
      const record = JSON.parse(claim.request.body!);
      const about = { uploadId, at: isoNow({ clock }) };
      const refusal = directoryRefusal(outcome, record, options.context(), about);
      if (tellsOfOaStart(refusal, record)) options.learned({ oaStart: true });
      steps.refuse('sending', items[0]!, refusal);
      return fine;
    }
    case 'unsure': {
      // A gateway may answer instead of the directory, with another status.
      const crash = { code: 'crashed', status: outcome.why === 'server-error' ? outcome.status : null };
      if (items.length === 1 && tellsOfOaStart(crash, JSON.parse(claim.request.body!)))
        options.learned({ oaStart: true });
      // A gateway gives up before the directory does (reference/directory-api.md 2.2).
      const isTimeout = outcome.why === 'server-error' && outcome.status === 504;
      const why = isTimeout ? 'timeout' : outcome.why;
      const dueMs = clock.monotonic() + lookUpDelay(options, items.length, why);
      steps.makeUnclear('sending', 'no answer', items, dueMs);
      return why === 'stopped' ? fine : trouble;
    }
    case 'unclear':
      // The request of the other computer may still be at work.
      steps.makeUnclear('sending', 'no answer', items, clock.monotonic() + pace.timeoutDelay);
      return fine;
    default:
      steps.queueAgain(uploadId, 'sending', 'not processed', items);
      return outcomeOfAnswer(outcome, words);
  }
}

/** A record that was known before the request was overwritten. */
function storedItem({ accountId, uploads, versions }: SettleParts, item: ClaimedItem, remoteId: string) {
  const { knownId, versionId, draftId } = item;
  const keptId = versionId === null ? null : versions.remoteIdOf(versionId);
  const isKnown =
    knownId === remoteId || keptId === remoteId || uploads.isKnownElsewhere(accountId, remoteId, draftId);
  return { item, outcome: isKnown ? 'overwrote' : 'created', remoteId } as const;
}

/** Returns the milliseconds until a look-up can find the records. */
function lookUpDelay({ storesLater, pace }: SettleParts, count: number, why: string): number {
  if (count > 1 && storesLater()) return pace.jobDelay;
  return slow.has(why) ? pace.timeoutDelay : pace.indexDelay;
}

/** The directory may still be processing a request that ended so. */
const slow: ReadonlySet<string> = new Set(['timeout', 'stopped', 'lost']);
