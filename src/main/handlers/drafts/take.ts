import type { Handlers } from '../../../shared/contract/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { takeArticle } from '../../comparisons/takeArticle.ts';
import { fail } from '../../platform/failures.ts';
import { fetchArticle } from '../../remote/fetchArticle.ts';
import type { App } from '../../services/createApp.ts';
import { undoably } from '../undoably.ts';

/** Up to this many articles are fetched with the priority of a waiting user. */
const maxInteractive = 5;

/** The call that fetches articles from the directory into drafts. */
export function takeHandlers(app: App): Pick<Handlers, 'drafts.take'> {
  const { access, directory, context, clock, publish } = app;
  const { toCompare: drafts, transaction } = app.stores;
  const retryLimits = app.options.timing?.retryLimits;
  return {
    'drafts.take': ({ accountId, remoteIds }) =>
      undoably(app, { accountId, kind: 'take' }, async (step) => {
        access.get(accountId);
        const hasKey = (await access.key(accountId)) !== null;
        const client = directory.client(accountId);
        const wanted = [...new Set(remoteIds)];
        const priority = wanted.length <= maxInteractive ? 'interactive' : 'bulk';
        const taken: { remoteId: string; draftId: number; isNew: boolean }[] = [];
        try {
          for (const remoteId of wanted) {
            const [known] = drafts.alike(accountId, { remoteId, doi: null, url: null });
            if (known) {
              taken.push({ remoteId, draftId: known.id, isNew: false });
              continue;
            }
            const record = await fetchArticle(client, remoteId, { hasKey, priority, clock, retryLimits });
            if (!record) continue;
            const made = transaction(() =>
              takeArticle({ drafts, context, clock }, accountId, { remoteId, record }, step),
            );
            taken.push({ remoteId, ...made });
          }
        } finally {
          const ids = taken.filter((draft) => draft.isNew).map((draft) => draft.draftId);
          if (ids.length > 0) publish('drafts.changed', { accountId, ids });
        }
        if (taken.length === 0) throw noArticle();
        return { drafts: taken };
      }),
  };
}

function noArticle(): AppError {
  return fail('comparisons.noArticle');
}
