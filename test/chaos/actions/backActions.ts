import type { UndoKind } from '../../../src/shared/undo.ts';
import { present } from '../model.ts';
import { type Action, ask, value } from '../world.ts';

/** What only goes into the trash or out of it, and what no draft is part of. */
const harmless: readonly UndoKind[] = [
  'trash',
  'restore',
  'trashApplications',
  'restoreApplications',
  'setAside',
  'removeComparison',
  'removeMatrix',
  'removeSearch',
];

/** Ways back: taking back, earlier versions, backups. */
export const backActions: Action[] = [
  {
    name: 'take back',
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const steps = (await value(world, 'undo.list', { accountId })) ?? [];
      const step = random.maybe(
        steps.filter(({ kind, state }) => harmless.includes(kind) && state === 'done'),
      );
      if (!step) return;
      const facts = step.kind.endsWith('Applications') ? world.model.applications : world.model.drafts;
      if (/^(trash|restore)/.test(step.kind)) {
        // Which ones it puts back is seen when the round is over.
        for (const fact of facts.values()) if (fact.accountId === accountId) fact.trashed = 'maybe';
      }
      await ask(world, 'undo.take', { id: step.id });
    },
  },
  {
    name: 'put an earlier version back',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const recordId = random.maybe(present(world.model.drafts, accountId));
      if (recordId === undefined) return;
      const kept = await value(world, 'versions.list', { kind: 'article', recordId });
      const version = random.maybe(kept?.versions ?? []);
      if (!version) return;
      world.model.drafts.get(recordId)!.content = '';
      await ask(world, 'versions.putBack', { id: version.id, recordId });
    },
  },
  {
    name: 'back up',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      if (random.percent(50)) await ask(world, 'backups.make', {});
      const backups = await value(world, 'backups.list', {});
      const backup = random.maybe((backups ?? []).filter(({ counts }) => counts !== null));
      if (backup) await ask(world, 'backups.preview', { name: backup.name });
    },
  },
];
