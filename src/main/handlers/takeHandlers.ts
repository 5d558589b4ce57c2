import type { Handlers, Publish } from '../../shared/contract/contract.ts';
import type { DraftRecord } from '../../shared/draft/draft.ts';
import { AppError } from '../../shared/errors.ts';
import { msg } from '../../shared/message.ts';
import type { Clock } from '../platform/clock.ts';
import { type TakeParts, takeArticle } from '../reconcile/takeArticle.ts';
import { problemOf } from '../remote/answers.ts';
import type { DirectoryAccess } from '../remote/directoryAccess.ts';
import type { Answer } from '../remote/exchange.ts';
import { pathPart } from '../remote/pathPart.ts';
import { type Patience, requestWithRetry } from '../remote/requestWithRetry.ts';
import type { UndoWriter } from '../store/undo/undoWriter.ts';
import type { AccountAccess } from './accountAccess.ts';
import { undoably } from './undoably.ts';

/**
 * Up to this many articles are fetched with the priority of a waiting user; larger numbers wait behind other requests.
 */
const fewArticles = 5;

/** The call that fetches articles from the directory into drafts. */
export function takeHandlers(
  parts: TakeParts & {
    access: AccountAccess;
    directory: Pick<DirectoryAccess, 'client'>;
    clock: Clock;
    publish: Publish;
    undo: UndoWriter;
    transaction: <T>(work: () => T) => T;
    patience?: Patience;
  },
): Pick<Handlers, 'drafts.take'> {
  /** null: the directory does not have it, or does not show it to this account. */
  async function fetchArticle(
    accountId: string,
    remoteId: string,
    options: { hasKey: boolean; isFew: boolean },
  ): Promise<DraftRecord | null> {
    const path = `articles/${pathPart(remoteId)}`;
    const answer = await requestWithRetry(
      parts.directory.client(accountId),
      { method: 'GET', path, wantsKey: options.hasKey },
      {
        priority: options.isFew ? 'interactive' : 'bulk',
        clock: parts.clock,
        ...(parts.patience ? { patience: parts.patience } : {}),
      },
    );
    const { status } = answer;
    // Without a key, the directory returns 401 for records that it does not have (reference/directory-api.md 4.7).
    if (status === 404 || (status === 401 && !options.hasKey)) return null;
    return readArticleAnswer(answer);
  }

  return {
    'drafts.take': ({ accountId, remoteIds }) =>
      undoably(parts, { accountId, kind: 'take' }, async (step) => {
        parts.access.get(accountId);
        const hasKey = (await parts.access.key(accountId)) !== null;
        const wanted = [...new Set(remoteIds)];
        const isFew = wanted.length <= fewArticles;
        const drafts: { remoteId: string; draftId: number; isNew: boolean }[] = [];
        try {
          for (const remoteId of wanted) {
            const [known] = parts.drafts.alike(accountId, { remoteId, doi: null, url: null });
            if (known) {
              drafts.push({ remoteId, draftId: known.id, isNew: false });
              continue;
            }
            const record = await fetchArticle(accountId, remoteId, { hasKey, isFew });
            if (!record) continue;
            const taken = parts.transaction(() => takeArticle(parts, accountId, { remoteId, record }, step));
            drafts.push({ remoteId, ...taken });
          }
        } finally {
          const ids = drafts.filter((draft) => draft.isNew).map((draft) => draft.draftId);
          if (ids.length > 0) parts.publish('drafts.changed', { accountId, ids });
        }
        if (drafts.length === 0) throw noArticle();
        return { drafts };
      }),
  };
}

function readArticleAnswer(answer: Answer & { kind: 'answer' }): DraftRecord {
  const { status, json } = answer;
  const isRecord = typeof json === 'object' && json !== null && 'bibjson' in json;
  if (status !== 200 || !isRecord) throw problemOf(answer);
  return json as DraftRecord;
}

function noArticle(): AppError {
  return new AppError('not_found', msg('reconcile.noArticle.message'), {
    why: msg('reconcile.noArticle.why'),
    fix: msg('reconcile.noArticle.fix'),
  });
}
