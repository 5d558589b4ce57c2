import { createReadStream, statSync } from 'node:fs';
import { isRecord, readArticles } from '../../src/main/formats/readArticles.ts';
import { measureRun } from './runFacts.ts';

const files = process.argv.slice(2);

/** Reads articles as an import does. */
await measureRun(async () => {
  let records = 0;
  for (const path of files) {
    const range = { path, start: 0, size: statSync(path).size };
    const source = createReadStream(path, { highWaterMark: 1 << 18 });
    for await (const item of readArticles(source, { format: 'auto', fileName: path, range }))
      if (isRecord(item)) records++;
  }
  return records;
});
