import { isoNow } from '../../../platform/clock.ts';
import type { SendingAttempt, StoredApplication } from '../../../store/applications/applicationRows.ts';
import type { AccountOutcome, AccountWords } from '../../accountOutcome.ts';
import type { ApplicationParts } from '../applicationParts.ts';
import { explainApplication } from '../explainApplication.ts';
import { type SentOutcome, type Step, stepAfter } from '../stepAfter.ts';

type SettleParts = Pick<ApplicationParts, 'store' | 'writer' | 'rules' | 'clock' | 'random' | 'pace'> & {
  words: AccountWords;
};

/** Stores the outcome of a request; returns its outcome for the account. */
export function settleApplication(
  options: SettleParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
): AccountOutcome {
  const { store, writer } = options;
  const isKnown = row.remoteId !== null && (outcome.kind !== 'created' || row.remoteId === outcome.id);
  const step = stepAfter(outcome, { kind: row.kind, attempts: row.attempts, isKnown }, options);
  store.transaction(() => {
    if (step.to === 'done')
      writer.markSent(row, attempt, outcome.kind === 'created' ? outcome.id : attempt.remoteId!, step);
    else if (step.to === 'gone') writer.markGone(row, step.event!);
    else if (step.to === 'queued' || step.to === 'unsure') retryLater(options, row, attempt, outcome, step);
    else refuse(options, row, attempt, outcome, step);
  });
  writer.changed(row.accountId, [row.id]);
  return step.account;
}

function retryLater(
  { store, writer, clock }: SettleParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
  { pause, counts, event }: Step,
): void {
  const dueMs = clock.monotonic() + pause;
  if (outcome.kind === 'unsure') {
    const isLocked = outcome.why === 'locked';
    store.change(row.id, { sync: 'unsure', dueMs, attempt: { ...attempt, isLocked } });
    writer.addEvent(row.id, event!);
  } else {
    const attempts = counts ? row.attempts : row.attempts - 1;
    const lookUp = outcome.kind === 'unclear' ? { mayBeSent: true } : {};
    store.change(row.id, { sync: 'queued', attempts, dueMs, attempt: null, ...lookUp });
    if (event) writer.addEventOnce(row.id, event);
  }
}

function refuse(
  { store, writer, rules, clock }: SettleParts,
  row: StoredApplication,
  attempt: SendingAttempt,
  outcome: SentOutcome,
  { to, readIn, code }: Step,
): void {
  const said = { status: null, words: '', reference: '', ...outcome } as Parameters<
    typeof explainApplication
  >[3];
  const about = { code, at: isoNow({ clock }) };
  const refusal = explainApplication(rules, row, attempt.body, said, about);
  writer.refuse(row.id, refusal, { hash: attempt.hash, state: to === 'failed' ? 'failed' : 'refused' });
  if (readIn !== null && row.remoteId !== null)
    store.change(row.id, { readMs: clock.monotonic() + readIn, reads: 0 });
}
