import { createReadStream, statSync } from 'node:fs';
import { isRecord, readArticles } from '../../src/main/formats/readArticles.ts';
import { unpackInThread } from '../../src/main/import/checkingThread.ts';
import { workerFiles } from '../helpers/programFiles.ts';
import { measureRun } from './runFacts.ts';

const files = process.argv.slice(2);
const unpack = (range: Parameters<typeof unpackInThread>[1]) =>
  unpackInThread(workerFiles.importWorker, range);

/** Reads articles as an import does. */
await measureRun(async () => {
  let records = 0;
  for (const path of files) {
    const range = { path, start: 0, size: statSync(path).size };
    const source = createReadStream(path, { highWaterMark: 1 << 18 });
    for await (const item of readArticles(source, { format: 'auto', fileName: path, range, unpack }))
      if (isRecord(item)) records++;
  }
  return records;
});
