import type { Account } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { Plan, RemoteState } from '../../../shared/upload/upload.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import { type PreflightDraft, preflightRequests } from './preflight.ts';
import type { Survey } from './survey.ts';

/** Requests for the outcome of one bulk upload of 4.0, and records in one look-up of ids. */
const pollsExpected = 4;
const idsInOneLookUp = 30;

/** Adds the requests and time that sending takes, including requests for the outcome (reference/directory-api.md 8). */
export function toPlan(
  accountId: string,
  survey: Survey,
  remote: RemoteState | null,
  options: { account: (id: string) => Account; directory: Pick<DirectoryAccess, 'limiter'> },
): Plan {
  const { sendable, heldBack, heldBackCounts, ignored, bulkBatches, singles, keepRequests, bytes } = survey;
  const { bulk } = dialects[options.account(accountId).dialect];
  const batches = bulkBatches + singles;
  const asked =
    bulk === 'ticket' && bulkBatches > 0
      ? bulkBatches * pollsExpected + Math.ceil((sendable.length - singles) / idsInOneLookUp)
      : 0;
  const requests = batches + asked + keepRequests;
  const fields = [...ignored.fields].sort(([, a], [, b]) => b - a).slice(0, 20);
  return {
    accountId,
    selected: survey.selected,
    fresh: survey.fresh,
    overwriting: survey.overwriting,
    unchanged: survey.unchanged,
    heldBack,
    heldBackCounts,
    ignored: { count: ignored.count, fields: fields.map(([path, count]) => ({ path, count })) },
    toSend: sendable.length,
    batches,
    requests,
    keepRequests,
    bytes,
    seconds: batches === 0 ? 0 : options.directory.limiter(accountId).secondsFor(requests),
    lookRequests: preflightRequests(toPreflight(survey)),
    there: remote,
  };
}

/** Returns the drafts of a survey as the preflight takes them. */
export function toPreflight({ sendable }: Survey): PreflightDraft[] {
  return sendable.map(({ draftId, keeping }) => ({ draftId, isNew: keeping === 'no' }));
}
