import { sendNow } from '../confirm.ts';
import { noteSave, present } from '../model.ts';
import { openWindow } from '../window.ts';
import { type Action, ask, type ChaosWorld, inBackground, note, value } from '../world.ts';
import { stampedApplication } from './applicationActions.ts';

const maxWindows = 3;

/** Users with several windows, which are all kept up to date by events. */
export const windowActions: Action[] = [
  {
    name: 'open or close a window',
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const isClosing =
        world.windows.length === maxWindows || (world.windows.length > 1 && random.percent(50));
      if (isClosing) world.windows.splice(random.int(0, world.windows.length - 1), 1)[0]!.close();
      else openAnotherWindow(world);
      note(world, `${world.windows.length} windows are open`);
    },
  },
  {
    name: 'two windows on one application',
    isTimed: true,
    weight: 2,
    kind: 'action',
    async run(world, random) {
      const id = random.maybe(present(world.model.applications, random.pick(world.accounts).id));
      const seen = id === undefined ? null : await value(world, 'applications.get', { id });
      if (!seen) return;
      const { version } = seen;
      const records = [world.next(), world.next()].map((number) => stampedApplication(seen.record, number));
      const saves = await Promise.all(
        records.map((record) => ask(world, 'applications.save', { id: seen.id, version, record })),
      );
      if (saves.filter(({ how }) => how === 'ok').length > 1) {
        const text = `Application ${seen.id} was saved twice over the same version ${version}.`;
        world.problems.push({ check: 'both of two saves accepted', text });
      }
      const fact = world.model.applications.get(seen.id)!;
      for (const [index, { how }] of saves.entries()) noteSave(fact, records[index]!, how);
    },
  },
  {
    name: 'change the language while sending',
    isTimed: true,
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const ids = random.some(present(world.model.drafts, accountId), 10);
      const sending = { accountId, selection: { ids }, includeUnchanged: true, name: '' };
      if (ids.length > 0) inBackground(world, sendNow(world, sending));
      for (const language of random.some(['en', 'fr', 'system'] as const, 2)) {
        const kept = await value(world, 'app.changeSettings', { language });
        if (kept) world.model.settings.language = language;
        else delete world.model.settings.language;
        const uploads = await value(world, 'uploads.list', { accountId });
        const upload = random.maybe(uploads ?? []);
        const file = upload && (await value(world, 'uploads.export', { id: upload.id, format: 'csv' }));
        if (file) world.model.exported.push(file.text);
      }
    },
  },
];

/** Opens one more window on the permanent accounts. */
export function openAnotherWindow(world: ChaosWorld): void {
  const accountIds = world.accounts.map(({ id }) => id);
  world.windows.push(openWindow(world.application, accountIds));
}
