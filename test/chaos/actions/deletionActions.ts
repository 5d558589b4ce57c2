import { deleteNow, restoreDeletedNow } from '../confirm.ts';
import { seededId } from '../contents.ts';
import { present } from '../model.ts';
import { type Action, ask, value } from '../world.ts';
import { adopt } from './draftActions.ts';

/** Users who delete articles from the directory, stop that, and restore what was deleted. */
export const deletionActions: Action[] = [
  {
    name: 'delete from the directory',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId, place } = random.pick(world.accounts);
      const ids = random.some(present(world.model.drafts, accountId), random.int(1, 4));
      const remoteId = seededId(place, random.int(0, 45));
      const of = random.percent(75)
        ? { selection: { ids } }
        : { articles: [{ remoteId, title: 'From the start' }] };
      await deleteNow(world, { accountId, of });
      if (random.percent(20)) await ask(world, 'deletions.cancel', { accountId });
    },
  },
  {
    name: 'restore a deleted article',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const list = await value(world, 'deletions.list', { accountId, offset: 0, limit: 50 });
      const deletion = random.maybe((list?.deletions ?? []).filter(({ hasSnapshot }) => hasSnapshot));
      if (!deletion) return;
      const fact = deletion.draftId === null ? undefined : world.model.drafts.get(deletion.draftId);
      if (fact) fact.content = '';
      const done = await restoreDeletedNow(world, deletion.id);
      if (done.how === 'ok') for (const id of done.value.recordIds) await adopt(world, id);
    },
  },
];
