import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Application, createApplication } from '../application.ts';
import { checkSecrets } from '../invariants/checkTexts.ts';
import type { Random } from '../seeded.ts';
import { type Action, type ChaosWorld, note } from '../world.ts';

/** What somebody does with files that Colophon does not expect. */
export const hostileActions: Action[] = [
  {
    name: 'an older data file moves an account to its former directory',
    weight: 2,
    kind: 'fault',
    run: moveBack,
  },
];

/**
 * On a data folder of its own, an account moves from one directory to another and gets that one's key; then a copy of
 * the data file from before, or a backup restored after damage, puts its former address back. The key stays where it is.
 */
async function moveBack(world: ChaosWorld, random: Random): Promise<void> {
  const { scratch, time, directories, guest } = world;
  const folder = mkdtempSync(join(scratch, 'elsewhere-'));
  const file = join(folder, 'colophon.db');
  const application = createApplication({ folder, scratch, time, seed: world.next() });
  const dialect = random.pick(['3.0.1', '4.0'] as const);
  const baseAt = (place: number) => directories.places[place]!.directory[dialect];
  const { place, key } = random.pick(world.accounts);
  try {
    await application.start();
    const rate = world.rates[place]!.current;
    const former = { name: 'Moved', base: baseAt(guest.place), dialect, rate, username: 'pub1' };
    const made = await application.call('accounts.create', former);
    if (made.how !== 'ok') return;
    const { id } = made.value;
    await application.call('accounts.setKey', { id, key: guest.key });
    await application.call('backups.make', {});
    await application.stop();
    copyFileSync(file, join(scratch, 'older.db'));
    await application.start();
    await application.call('accounts.update', { id, base: baseAt(place) });
    await application.call('accounts.setKey', { id, key });
    await application.stop();
    const isCopied = random.percent(50);
    if (isCopied) copyFileSync(join(scratch, 'older.db'), file);
    else writeFileSync(file, 'not a database');
    await application.start();
    if (!isCopied) await restoreFirst(application);
    const asked = await application.call('accounts.test', { id });
    await application.call('journals.refresh', { accountId: id });
    note(
      world,
      `an account at its former directory -> ${asked.how === 'ok' ? asked.value.state : asked.how}`,
    );
    await application.stop();
  } finally {
    await application.kill();
    const keys = [...world.accounts, guest].map((account) => account.key);
    world.problems.push(...application.problems, ...checkSecrets(folder, [], keys));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Restores the newest backup, as Colophon offers after damage. */
async function restoreFirst(application: Application): Promise<void> {
  const list = await application.call('backups.list', {});
  const backup = list.how === 'ok' ? list.value.find(({ counts }) => counts !== null) : undefined;
  if (backup) await application.call('backups.restore', { name: backup.name, acceptLoss: null });
}
