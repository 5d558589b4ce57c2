import { type ClaimOptions, claimBatch } from '../../src/main/outbox/articles/sending/claimBatch.ts';
import { createItemSteps } from '../../src/main/outbox/articles/sending/itemSteps.ts';
import { unrestrictedSending } from '../../src/main/outbox/bulkSending.ts';
import { defaultArticlePace } from '../../src/main/outbox/outboxPace.ts';
import { systemClock as clock } from '../../src/main/platform/clock.ts';
import { draftColumns } from '../../src/main/store/drafts/draftColumns.ts';
import { createDraftSync } from '../../src/main/store/drafts/draftSync.ts';
import { createDraftWriter } from '../../src/main/store/drafts/draftWriter.ts';
import { createSettingsStore } from '../../src/main/store/settingsStore.ts';
import { createSendCandidates } from '../../src/main/store/uploads/sendCandidates.ts';
import { createUploadStore } from '../../src/main/store/uploads/uploadStore.ts';
import { account } from '../helpers/storeParts.ts';
import { openTestClient } from '../helpers/testClient.ts';
import { article } from '../helpers/testDirectory.ts';
import type { BenchRow } from './importBench.ts';
import { at as shareOf } from './watch.ts';

const rounds = 30;
const records = 1_500;
const at = '2026-02-01T00:00:00.000Z';
const quiet = { draftsChanged() {}, finished() {} };

/** How long claiming the records of one request blocks the main loop with the smallest possible records. */
export async function claimBench(): Promise<BenchRow[]> {
  const { db, client, close } = openTestClient({
    base: 'http://127.0.0.1:9/api/v3/',
    key: null,
    isDurable: true,
  });
  const uploads = createUploadStore(db);
  const draftSync = createDraftSync(db);
  const writer = createDraftWriter(db);
  const { batchBytes } = createSettingsStore(db).get();
  const context = { dialect: '3.0.1', journals: null, now: new Date(at) } as const;
  try {
    const insertAll = db.transaction(() =>
      Array.from({ length: records }, (_, n) => {
        const draft = draftColumns(article(n), context);
        return { id: writer.insert({ accountId: account.id, draft, at }), hash: draft.columns.hash };
      }),
    );
    const inserted = insertAll();
    const steps = createItemSteps({ accountId: account.id, uploads, draftSync, progress: quiet, clock });
    const options: ClaimOptions = {
      accountId: account.id,
      candidates: createSendCandidates(db),
      sending: unrestrictedSending,
      uploads,
      steps,
      clock,
      client: () => client,
      context: () => context,
      batchBytes: () => batchBytes,
      pace: defaultArticlePace,
    };
    const id = uploads.create({ accountId: account.id, name: 'bench', at });
    uploads.addItems(
      id,
      inserted.map(({ id: draftId, hash }, n) => ({
        draftId,
        title: '',
        place: null,
        doi: '',
        position: n + 1,
        bytes: 0,
        plannedHash: hash,
        keeping: 'no',
      })),
      at,
    );
    for (const state of ['ready', 'running'] as const) uploads.setState(id, state, { at });
    const times: number[] = [];
    let count = 0;
    for (let round = 0; round < rounds; round++) {
      const started = performance.now();
      const claim = claimBatch(options, id);
      times.push(performance.now() - started);
      if (!claim) throw new Error('There was nothing to claim.');
      count = claim.items.length;
      const claimed = claim.items.map((item) => item.id);
      uploads.transaction(() => {
        uploads.step(claimed, 'sending', { state: 'unsure' }, at);
        uploads.step(claimed, 'unsure', { state: 'queued' }, at);
      });
    }
    return [
      {
        name: `Take ${count} tiny records into one request, 95th percentile`,
        value: shareOf(times, 0.95),
        unit: 'ms',
        goal: 50,
        better: 'lower',
        yardstick: `${shareOf(times, 0.5).toFixed(1)} ms at the median of ${rounds}`,
        baseline: 'none',
      },
    ];
  } finally {
    await close();
  }
}
