import { join } from 'node:path';
import Database from 'better-sqlite3';
import { putBackNow, putBackUploadNow } from '../confirm.ts';
import { present } from '../model.ts';
import { type Action, value } from '../world.ts';

/** Restoring earlier versions of records. */
export const versionActions: Action[] = [
  {
    name: 'restore an earlier version',
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
      await putBackNow(world, { id: version.id, recordId });
    },
  },
  {
    name: 'restore what an upload overwrote',
    weight: 3,
    kind: 'action',
    async run(world, random) {
      const { id: accountId } = random.pick(world.accounts);
      const uploads = await value(world, 'uploads.list', { accountId });
      const upload = random.maybe(
        (uploads ?? []).filter(({ counts }) => counts.overwrote + counts.stored > 0),
      );
      if (!upload) return;
      const done = await putBackUploadNow(world, upload.id);
      // Without a response, any of its drafts may already have its earlier version.
      const ids =
        done.how === 'ok'
          ? done.value.recordIds
          : draftsOf(join(world.disk.folder, 'colophon.db'), upload.id);
      for (const id of ids) {
        const fact = world.model.drafts.get(id);
        if (fact) fact.content = '';
      }
    },
  },
];

function draftsOf(file: string, uploadId: number): number[] {
  const db = new Database(file, { readonly: true });
  const ids = db
    .prepare<[number], number>(
      'SELECT draft_id FROM upload_items WHERE upload_id = ? AND draft_id IS NOT NULL',
    )
    .pluck()
    .all(uploadId);
  db.close();
  return ids;
}
