import type { Account } from '../../shared/directory/account.ts';
import { dialects } from '../../shared/directory/dialects.ts';
import type { Plan, There } from '../../shared/upload/upload.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { type LookedDraft, lookRequests } from './lookAhead.ts';
import type { Survey } from './survey.ts';

/** Questions about the outcome of one bulk upload of 4.0, and records in one look-up of ids. */
const pollsExpected = 4;
const idsInOneLookUp = 30;

/** What the survey means in requests and time, those that ask for the outcome included (reference/directory-api.md 8). */
export function toPlan(
  accountId: string,
  survey: Survey,
  there: There | null,
  parts: { account: (id: string) => Account; directory: Pick<DirectoryAccess, 'limiter'> },
): Plan {
  const { sendable, heldBack, heldBackCounts, ignored, bulkBatches, singles, keepRequests, bytes } = survey;
  const { bulk } = dialects[parts.account(accountId).dialect];
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
    seconds: batches === 0 ? 0 : parts.directory.limiter(accountId).secondsFor(requests),
    lookRequests: lookRequests(toLook(survey)),
    there,
  };
}

/** The drafts of a survey as the look at the directory takes them. */
export function toLook({ sendable }: Survey): LookedDraft[] {
  return sendable.map(({ draftId, keeping }) => ({ draftId, isNew: keeping === 'no' }));
}
