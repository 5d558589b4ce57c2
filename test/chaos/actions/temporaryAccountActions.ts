import { setTimeout as pause } from 'node:timers/promises';
import { removeAccountNow, sendNow } from '../confirm.ts';
import { makeArticle } from '../contents.ts';
import { contentOf } from '../model.ts';
import { type Action, ask, type ChaosWorld, inBackground, value } from '../world.ts';

const guest = 'Guest';

/** An account that is created, sends, and is removed with all its data while it still does. */
export const temporaryAccountActions: Action[] = [
  {
    name: 'add and remove an account',
    isTimed: true,
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { directory } = world.directories.places[world.guest.place]!;
      const dialect = random.pick(['3.0.1', '4.0'] as const);
      const base = directory[dialect];
      const account = await value(world, 'accounts.create', {
        name: guest,
        base,
        dialect,
        rate: 2,
        username: 'pub1',
      });
      if (!account) return;
      const { id: accountId } = account;
      await ask(world, 'accounts.setKey', { id: accountId, key: world.guest.key });
      await ask(world, 'journals.refresh', { accountId });
      for (let left = random.int(1, 5); left > 0; left--) {
        const record = makeArticle(random, world.next());
        world.model.attempted.add(contentOf(record));
        await ask(world, 'drafts.create', { accountId, record });
      }
      await ask(world, 'applications.create', { accountId, journalId: 'journal1' });
      const selection = { filter: {}, except: [] };
      await sendNow(world, { accountId, selection, includeUnchanged: false, name: guest });
      await ask(world, 'comparisons.start', { accountId, issn: '1000-002X', year: '2024' });
      await pause(random.int(0, 400));
      await removeAccountNow(world, accountId);
    },
  },
  {
    name: 'ask with a second account of a directory',
    isTimed: true,
    weight: 4,
    kind: 'action',
    async run(world, random) {
      const { place, key } = random.pick(world.accounts);
      const dialect = random.pick(['3.0.1', '4.0'] as const);
      const base = world.directories.places[place]!.directory[dialect];
      const rate = random.pick([0.5, 2]);
      const added = { name: guest, base, dialect, rate, username: 'pub1' };
      const account = await value(world, 'accounts.create', added);
      if (!account) return;
      await ask(world, 'accounts.setKey', { id: account.id, key });
      for (const { id } of [account, ...world.accounts])
        for (let left = random.int(2, 6); left > 0; left--)
          inBackground(world, ask(world, 'journals.refresh', { accountId: id }));
      await pause(random.int(0, 400));
      if (random.percent(50)) await removeAccountNow(world, account.id);
    },
  },
];

/** Removes temporary accounts that could not be removed before or came back with a backup. */
export async function removeTemporaryAccounts(world: ChaosWorld): Promise<void> {
  for (const { id, name } of (await value(world, 'accounts.list', {})) ?? []) {
    if (name === guest) await removeAccountNow(world, id);
  }
}
