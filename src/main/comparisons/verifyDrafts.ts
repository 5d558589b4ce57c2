import { articleDifferences } from '../../shared/comparisons/compareArticles.ts';
import type { Publish } from '../../shared/contract/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { member } from '../../shared/json.ts';
import { termsAtOnce } from '../../shared/search/query/paging.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import { anyOf } from '../remote/lookupQuery.ts';
import type { UnverifiedDraft, UnverifiedDrafts } from '../store/drafts/unverifiedDrafts.ts';

export interface VerifyParts {
  drafts: UnverifiedDrafts;
  directory: Pick<DirectoryAccess, 'client'>;
  clock: Pick<Clock, 'sleep'>;
  log: Pick<Log, 'info'>;
  publish: Publish;
  scope: Scope;
}

/** Milliseconds until search is sure to show records sent just before a backup was restored. */
const indexDelay = 5_000;
/** Pauses after the directory could not be reached, in milliseconds. */
const pauses = { first: 30_000, max: 15 * 60_000 };

/** Reads back a restored backup's drafts: `sent` if equal at the directory, else `changed`. Resumable. */
export function verifyDrafts(parts: VerifyParts): void {
  for (const accountId of parts.drafts.accounts())
    parts.scope.run('drafts.verify', (signal) => verifyAccount(parts, accountId, signal));
}

async function verifyAccount(parts: VerifyParts, accountId: string, signal: AbortSignal): Promise<void> {
  const { drafts, clock, log, publish } = parts;
  await clock.sleep(indexDelay, signal);
  let pause = pauses.first;
  for (
    let page = drafts.next(accountId, termsAtOnce);
    page.length > 0;
    page = drafts.next(accountId, termsAtOnce)
  ) {
    try {
      drafts.settle(await compare(parts, accountId, page, signal));
      pause = pauses.first;
      publish('drafts.changed', { accountId, ids: page.map(({ id }) => id) });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      log.info('drafts.verify', { account: accountId, error });
      await clock.sleep(pause, signal);
      pause = Math.min(pauses.max, pause * 2);
    }
  }
}

async function compare(
  { directory }: VerifyParts,
  accountId: string,
  page: readonly UnverifiedDraft[],
  signal: AbortSignal,
): Promise<{ draft: UnverifiedDraft; isSame: boolean }[]> {
  const query = anyOf(page.map(({ remoteId }) => ({ field: 'id.exact', value: remoteId })));
  // A draft that cannot be read, or whose article cannot, counts as changed, which is looked at before anything is sent.
  const withId = (record: unknown) => [member(record, 'id'), record] as const;
  const client = directory.client(accountId);
  const { hits } = await client.findArticles(query, withId, { priority: 'bulk', signal });
  const byId = new Map<unknown, unknown>(hits);
  return page.map((draft) => {
    const { record } = draft;
    const there = byId.get(draft.remoteId);
    const isRead = there !== undefined && record !== null;
    return { draft, isSame: isRead && articleDifferences(there, record).length === 0 };
  });
}
