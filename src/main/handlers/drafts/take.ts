import type { Handlers, Publish } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import { type TakeParts, takeArticle } from '../../comparisons/takeArticle.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DirectoryAccess } from '../../remote/directoryAccess.ts';
import { fetchArticle } from '../../remote/fetchArticle.ts';
import type { RetryLimits } from '../../remote/requestWithRetry.ts';
import type { UndoWriter } from '../../store/undo/undoWriter.ts';
import type { AccountAccess } from '../accountAccess.ts';
import { undoably } from '../undoably.ts';

/** Up to this many articles are fetched with the priority of a waiting user. */
const maxInteractive = 5;

/** The call that fetches articles from the directory into drafts. */
export function takeHandlers(
  parts: TakeParts & {
    access: AccountAccess;
    directory: Pick<DirectoryAccess, 'client'>;
    clock: Clock;
    publish: Publish;
    undo: UndoWriter;
    transaction: <T>(work: () => T) => T;
    retryLimits?: RetryLimits;
  },
): Pick<Handlers, 'drafts.take'> {
  const { access, clock, retryLimits } = parts;
  return {
    'drafts.take': ({ accountId, remoteIds }) =>
      undoably(parts, { accountId, kind: 'take' }, async (step) => {
        access.get(accountId);
        const hasKey = (await access.key(accountId)) !== null;
        const client = parts.directory.client(accountId);
        const wanted = [...new Set(remoteIds)];
        const priority = wanted.length <= maxInteractive ? 'interactive' : 'bulk';
        const drafts: { remoteId: string; draftId: number; isNew: boolean }[] = [];
        try {
          for (const remoteId of wanted) {
            const [known] = parts.drafts.alike(accountId, { remoteId, doi: null, url: null });
            if (known) {
              drafts.push({ remoteId, draftId: known.id, isNew: false });
              continue;
            }
            const record = await fetchArticle(client, remoteId, { hasKey, priority, clock, retryLimits });
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

function noArticle(): AppError {
  return new AppError('not_found', msg('comparisons.noArticle.message'), {
    why: msg('comparisons.noArticle.why'),
    fix: msg('comparisons.noArticle.fix'),
  });
}
