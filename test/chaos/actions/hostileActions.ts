import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Application, createApplication } from '../application.ts';
import { makeArticle, retitled } from '../contents.ts';
import { checkSecrets } from '../invariants/checkTexts.ts';
import { contentOf, factOf, noteSave, present } from '../model.ts';
import type { Random } from '../seeded.ts';
import { type Action, type ChaosWorld, note, startIfNeeded } from '../world.ts';
import { createDraft } from './draftActions.ts';
import { checkFirst, secondApplication } from './folderActions.ts';

/** What somebody does with files that Colophon does not expect. */
export const hostileActions: Action[] = [
  {
    name: 'an older data file moves an account to its former directory',
    weight: 2,
    kind: 'fault',
    run: moveBack,
  },
  { name: 'a cleaner removes lock and temporary files', weight: 3, kind: 'fault', run: cleanUp },
  { name: 'the data folder moves away and back', weight: 3, kind: 'fault', run: moveAway },
];

/** Files that programs which tidy up take for left behind. */
const looksTemporary = /^in-use|\.(lock|tmp|temp|lck)$/;

/** The folder of the running application stays its own without the file of the lock. */
async function cleanUp(world: ChaosWorld, random: Random): Promise<void> {
  await Promise.all(world.background);
  if (!(await startIfNeeded(world))) return;
  const { folder } = world.disk;
  for (const name of readdirSync(folder)) if (looksTemporary.test(name)) rmSync(join(folder, name));
  if (random.percent(50))
    await createDraft(world, random.pick(world.accounts).id, makeArticle(random, world.next()));
  await secondApplication(world);
  await checkFirst(world);
}

/** What is reported as saved meanwhile is there when the folder is back. */
export async function moveAway(world: ChaosWorld, random: Random): Promise<void> {
  if (!(await startIfNeeded(world))) return;
  world.application.killAt(null);
  // Its files are not where they were, as on a disk that is full.
  world.wasFull = true;
  const { folder } = world.disk;
  const away = `${folder}-away`;
  renameSync(folder, away);
  if (random.percent(30)) mkdirSync(folder);
  try {
    for (let left = random.int(1, 4); left > 0 && world.application.isRunning; left--)
      await write(world, random);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    renameSync(away, folder);
  }
}

/** Creates or saves a draft; without an answer, or with one that says that it was not saved, it may be there or not. */
async function write(world: ChaosWorld, random: Random): Promise<void> {
  const { application, model, accounts } = world;
  const { id: accountId } = random.pick(accounts);
  const id = random.maybe(present(model.drafts, accountId));
  const seen = id === undefined ? null : await application.call('drafts.get', { id });
  if (seen?.how === 'ok' && random.percent(60)) {
    const record = retitled(seen.value.record, world.next());
    const { id, version } = seen.value;
    const saved = await application.call('drafts.save', { id, version, record });
    note(world, `drafts.save ${id} in a folder that is elsewhere -> ${saved.how}`);
    noteSave(model.drafts.get(id)!, record, saved.how === 'ok' ? 'ok' : 'died');
    if (saved.how === 'ok') findSaved(world, `Draft ${id}`);
    return;
  }
  const record = makeArticle(random, world.next());
  const made = await application.call('drafts.create', { accountId, record });
  note(world, `drafts.create in a folder that is elsewhere -> ${made.how}`);
  if (made.how === 'ok') {
    model.drafts.set(made.value.id, factOf(accountId, record));
    findSaved(world, `Draft ${made.value.id}`);
  } else model.attempted.add(contentOf(record));
}

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
  if (!backup) return;
  const preview = await application.call('backups.preview', { name: backup.name });
  if (preview.how === 'ok') await application.call('backups.restore', { plan: preview.value.id });
}

function findSaved({ problems }: ChaosWorld, what: string): void {
  const text = `${what} was called saved while the data folder was somewhere else.`;
  problems.push({ check: 'saved elsewhere', text });
}
