import { readArticle } from '../../../shared/article/article.ts';
import { type ArticleKeys, articleKeys } from '../../../shared/article/articleKeys.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import { creationEffect, sharedKeys } from '../../../shared/directory/dialects.ts';
import type { Duplicate } from '../../../shared/draft/draft.ts';
import { msg } from '../../../shared/message.ts';
import { doiLookups, urlLookups } from '../../outbox/articles/articleLookups.ts';
import { readFound } from '../../outbox/articles/sending/articleSnapshots.ts';
import { anyOf } from '../../remote/lookupQuery.ts';
import type { App } from '../../services/createApp.ts';

/** The calls that look for other records with the DOI or full-text address of a draft. */
export function duplicateHandlers(app: App): Pick<Handlers, 'drafts.duplicates' | 'drafts.askDirectory'> {
  const { access, directory, remoteCache } = app;
  const { drafts, candidates } = app.stores;
  return {
    'drafts.duplicates': ({ id }) => {
      const draft = drafts.get(id);
      const keys = articleKeys(draft.record);
      const wanted = { id, doiKey: keys.doi, urlKey: keys.url };
      const others = candidates.alike(draft.accountId, wanted).map((other) => drafts.get(other));
      const { dialect } = access.get(draft.accountId);
      const sent = [draft, ...others].flatMap((one) =>
        one.sentKeys ? [{ one, keys: toKeys(one.sentKeys) }] : [],
      );
      const effect = creationEffect(
        dialect,
        keys,
        sent.map((one) => one.keys),
      );
      const own = sent.filter(({ one }) => one.id === id && effect === 'refused');
      return [
        ...others.map((other) => {
          const wasSent = other.sentKeys !== null;
          const same = sharedKeys(keys, wasSent ? toKeys(other.sentKeys!) : articleKeys(other.record));
          const known = wasSent && same.length > 0 && effect !== 'new';
          return toDuplicate({
            where: known ? 'sent' : 'draft',
            draftId: other.id,
            remoteId: other.remoteId,
            same: known ? same : sharedKeys(keys, articleKeys(other.record)),
            record: other.record,
            effect: known ? effect : 'clash',
          });
        }),
        ...own.map(({ keys: before }) =>
          toDuplicate({
            where: 'sent',
            draftId: id,
            remoteId: draft.remoteId,
            same: sharedKeys(keys, before),
            record: draft.record,
            effect: 'refused',
          }),
        ),
      ].filter((duplicate) => duplicate.same.length > 0);
    },
    'drafts.askDirectory': async ({ id }) => {
      const draft = drafts.get(id);
      const keys = articleKeys(draft.record);
      const lookups = [...doiLookups(keys.doi), ...urlLookups(keys.url)];
      if (lookups.length === 0) return [];
      const client = directory.client(draft.accountId);
      const found = await client.findArticles(anyOf(lookups), readFound);
      const hits = found.hits.flatMap((hit) => {
        const same = sharedKeys(keys, hit.keys);
        return same.length > 0 ? [{ ...hit, same }] : [];
      });
      const { dialect } = access.get(draft.accountId);
      const effect = creationEffect(
        dialect,
        keys,
        hits.map((hit) => hit.keys),
      );
      remoteCache.note(
        id,
        hits.map((hit) => ({ ...hit.keys, remoteId: hit.id })),
      );
      return hits.map(({ id: remoteId, record, same }) => {
        const draftId = remoteId === draft.remoteId ? id : null;
        return toDuplicate({
          where: 'directory',
          draftId,
          remoteId,
          same,
          record,
          effect: effect === 'refused' ? 'refused' : 'overwrites',
        });
      });
    },
  };
}

function toDuplicate(found: Omit<Duplicate, 'title' | 'message'>): Duplicate {
  const { title } = readArticle(found.record);
  const by = msg(`queue.duplicate.by.${found.same.length > 1 ? 'both' : (found.same[0] ?? 'both')}`);
  return { ...found, title, message: msg(`queue.duplicate.${found.effect}`, { by }) };
}

function toKeys({ doi, url }: { doi: string; url: string }): ArticleKeys {
  return { doi: doi === '' ? null : doi, url: url === '' ? null : url };
}
