import type { ArticleContext } from '../../../shared/article/articleRules.ts';
import type { OutboxEvent } from '../../../shared/upload/outboxSteps.ts';
import { isoNow } from '../../platform/clock.ts';
import type { CreateOutcome } from '../../remote/answers.ts';
import type { VersionStore } from '../../store/drafts/versionStore.ts';
import type { UploadStore } from '../../store/uploads/uploadStore.ts';
import { type AccountOutcome, type AccountWords, fine, outcomeOfAnswer, trouble } from '../accountOutcome.ts';
import type { ArticlePace } from '../outboxPace.ts';
import type { BatchClaim, ClaimedItem } from './claimBatch.ts';
import type { ItemSteps } from './itemSteps.ts';
import { directoryRefusal } from './refusals.ts';

export interface SettleOptions {
  accountId: string;
  uploads: Pick<UploadStore, 'transaction' | 'isKnownElsewhere'>;
  versions: Pick<VersionStore, 'remoteIdOf'>;
  steps: ItemSteps;
  context: () => ArticleContext;
  /** The directory stores batches some time after it accepted them. */
  storesLater: () => boolean;
  pace: Pick<ArticlePace, 'indexDelay' | 'jobDelay' | 'timeoutDelay'>;
  words: AccountWords;
  clock: { now(): number };
}

/** Returns the event that an answer to a request of `count` articles is in the state table of the outbox. */
export function eventOf(outcome: CreateOutcome, count: number): OutboxEvent {
  switch (outcome.kind) {
    case 'created':
      return 'stored';
    case 'accepted':
      return 'accepted';
    case 'refused':
    case 'too-large':
      return count > 1 ? 'batch refused' : 'refused';
    case 'unsure':
      return 'no answer';
    default:
      return 'not judged';
  }
}

/** Writes down the outcome of a request, item by item, in one transaction, and returns what it means for the account. */
export function settleBatch(
  options: SettleOptions,
  claim: BatchClaim,
  outcome: CreateOutcome,
): AccountOutcome {
  return options.uploads.transaction(() => apply(options, claim, outcome));
}

function apply(options: SettleOptions, claim: BatchClaim, outcome: CreateOutcome): AccountOutcome {
  const { steps, clock, words } = options;
  const { uploadId, items } = claim;
  const event = eventOf(outcome, items.length);
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
      if (event === 'refused') {
        const record = JSON.parse(claim.request.body ?? 'null');
        const about = { uploadId, at: isoNow({ clock }) };
        steps.refuse('sending', items[0]!, directoryRefusal(outcome, record, options.context(), about));
      } else steps.queueAgain(uploadId, 'sending', event, items, { cap: Math.floor(items.length / 2) });
      return fine;
    }
    case 'unsure':
      steps.makeUnclear(
        'sending',
        event,
        items,
        clock.now() + lookUpDelay(options, items.length, outcome.why),
      );
      return outcome.why === 'stopped' ? fine : trouble;
    default:
      steps.queueAgain(uploadId, 'sending', event, items);
      return outcomeOfAnswer(outcome, words);
  }
}

/** A record that was known before the request was overwritten by it. */
function storedItem({ accountId, uploads, versions }: SettleOptions, item: ClaimedItem, remoteId: string) {
  const { knownId, versionId, draftId } = item;
  const isKnown =
    knownId === remoteId ||
    (versionId !== null && versions.remoteIdOf(versionId) === remoteId) ||
    uploads.isKnownElsewhere(accountId, remoteId, draftId);
  return { item, outcome: isKnown ? 'overwrote' : 'created', remoteId } as const;
}

/** Returns the milliseconds until a look-up can tell whether the records were stored. */
function lookUpDelay({ storesLater, pace }: SettleOptions, count: number, why: string): number {
  if (count > 1 && storesLater()) return pace.jobDelay;
  return why === 'timeout' || why === 'stopped' ? pace.timeoutDelay : pace.indexDelay;
}
