import type { Services } from '../../src/main/services.ts';
import { article } from './storeParts.ts';

/** Calls of a window that each write to the database, on its own account and draft. */
export async function openEditor({ handlers }: Pick<Services, 'handlers'>) {
  const { id: accountId } = await handlers['accounts.create']({
    name: 'Acme Press',
    base: 'http://127.0.0.1:1/api/v4/',
    dialect: '4.0',
    rate: 2,
    username: '',
  });
  let draft = await handlers['drafts.create']({ accountId, record: article({ title: 'A draft' }) });
  let count = 0;

  const calls = {
    'search.save': () =>
      handlers['search.save']({
        accountId,
        kind: 'article',
        name: `Search ${count % 10}`,
        query: 'bibjson.year:2024',
        sort: '',
      }),
    'undo.take': async () => {
      const selection = { ids: [draft.id] };
      const { undoId } = await handlers['drafts.trash']({ accountId, selection });
      return handlers['undo.take']({ id: undoId! });
    },
    'applications.create': () => handlers['applications.create']({ accountId, journalId: null }),
    'accounts.update': () => handlers['accounts.update']({ id: accountId, rate: 1 + (count % 4) / 4 }),
    'drafts.save': async () => {
      const { id, version } = await handlers['drafts.get']({ id: draft.id });
      draft = await handlers['drafts.save']({ id, version, record: article({ title: `Title ${count}` }) });
      return draft;
    },
  };
  const names = Object.keys(calls) as (keyof typeof calls)[];
  return {
    accountId,
    calls,
    /** Makes the next of the five calls in turn and returns its name. */
    async next(): Promise<string> {
      const name = names[count++ % names.length]!;
      await calls[name]();
      return name;
    },
  };
}
