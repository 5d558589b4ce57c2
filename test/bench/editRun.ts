import { performance } from 'node:perf_hooks';
import type { BulkEdit } from '../../src/shared/article/edits/bulkEdit.ts';
import { openTestServices } from '../helpers/testServices.ts';
import { randomFrom, variedArticle } from './variedArticles.ts';

export interface EditResult {
  /** Seconds of the preview, of the edit and of undoing it. */
  previewSeconds: number;
  seconds: number;
  undoSeconds: number;
  /** Milliseconds. */
  longestHold: number;
}

const drafts = 100_000;
const sampleEvery = 2;
const nowhere = 'http://127.0.0.1:9/api/v3/';

const [folder, edits] = process.argv.slice(2) as [string, string];
const services = await openTestServices({ folder: folder, directory: { '3.0.1': nowhere, '4.0': nowhere } });
const random = randomFrom(20260101);
for (let at = 0; at < drafts; at += 1_000)
  services.addDrafts(Array.from({ length: 1_000 }, (_, n) => variedArticle(at + n, random)));
const results: EditResult[] = [];
for (const edit of JSON.parse(edits) as BulkEdit[]) results.push(await measure(edit));
await services.close();
process.send?.(results);

async function measure(edit: BulkEdit): Promise<EditResult> {
  const { accountId, handlers } = services;
  const selection = { filter: { trashed: false }, except: [] };
  const sort = { by: 'updated', direction: 'desc' } as const;
  let longestHold = 0;
  let last = performance.now();
  const sampler = setInterval(() => {
    longestHold = Math.max(longestHold, performance.now() - last - sampleEvery);
    last = performance.now();
  }, sampleEvery);
  const begun = performance.now();
  const { id, changed } = await handlers['edits.preview']({ accountId, selection, sort, edit });
  const previewed = performance.now();
  const done = await handlers['edits.apply']({ preview: id, except: [] });
  const ended = performance.now();
  const { step } = await handlers['undo.take']({ id: done.undoId! });
  const undone = performance.now();
  clearInterval(sampler);
  if (changed !== drafts || done.changed !== drafts || step.taken !== drafts)
    throw new Error(`Not all were edited and undone: ${JSON.stringify({ changed, done, step })}`);
  return {
    previewSeconds: (previewed - begun) / 1000,
    seconds: (ended - previewed) / 1000,
    undoSeconds: (undone - ended) / 1000,
    longestHold,
  };
}
