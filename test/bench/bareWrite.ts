import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { measureRun } from './runFacts.ts';

const [format, from, to] = process.argv.slice(2) as ['csv' | 'xlsx', string, string];

/** Parses each record and writes it as JSON again; a workbook's is compressed. */
await measureRun(async () => {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const line of createInterface({ input: createReadStream(from) })) {
      count++;
      yield `${JSON.stringify(JSON.parse(line))}\n`;
    }
  }
  if (format === 'csv') await pipeline(lines, createWriteStream(to));
  else await pipeline(lines, createDeflateRaw(), createWriteStream(to));
  return count;
});
