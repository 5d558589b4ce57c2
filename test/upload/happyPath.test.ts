import { expect, test } from 'vitest';
import { asking, sendNow } from '../helpers/confirm.ts';
import { directoryForFile } from '../helpers/directoryForFile.ts';
import { article, foreignArticle, goodKey } from '../helpers/testDirectory.ts';
import { openTestServices } from '../helpers/testServices.ts';

const directory = directoryForFile();

for (const dialect of ['3.0.1', '4.0'] as const) {
  test(`sends drafts in batches and keeps their directory ids (${dialect})`, async () => {
    await directory.reset();
    const world = await openTestServices({
      directory: directory.directory,
      key: goodKey,
      dialect,
      batchBytes: 10_000,
    });
    try {
      const records = Array.from({ length: 50 }, (_, n) => (n === 17 ? foreignArticle(n) : article(n)));
      const ids = world.addDrafts(records);
      const plan = await world.plan(ids);
      expect(plan).toMatchObject({ selected: 50, fresh: 50, toSend: 50, heldBack: [] });
      const started = await sendNow(asking(world.handlers), {
        accountId: world.accountId,
        selection: { ids },
        includeUnchanged: false,
        name: '',
      });
      const done = await world.until(
        started.id,
        (upload) => upload.state === 'done' && upload.idsMissing === 0,
      );
      expect(done.counts).toMatchObject({ total: 50, created: 49, refused: 1, failed: 0 });
      const stored = await directory.articles();
      expect(stored).toHaveLength(49);
      for (const [n, id] of ids.entries()) {
        const draft = await world.draft(id);
        expect(draft.sync).toBe(n === 17 ? 'refused' : 'sent');
        if (n !== 17)
          expect(stored.find((one) => one.id === draft.remoteId)?.bibjson.title).toBe(`Article ${n}`);
      }
      const { items } = await world.handlers['uploads.items']({
        id: started.id,
        states: ['refused'],
        offset: 0,
        limit: 10,
      });
      expect(items[0]?.refusal).toMatchObject({ code: 'not-yours', path: 'bibjson.identifier', status: 403 });
    } finally {
      await world.close();
      world.remove();
    }
  });
}
