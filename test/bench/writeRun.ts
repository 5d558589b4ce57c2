import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { formats } from '../../src/main/formats/formats.ts';
import { Losses } from '../../src/main/formats/losses.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { measureRun } from './runFacts.ts';

const [format, from, to] = process.argv.slice(2) as ['csv' | 'xlsx', string, string];

/** Writes stored records as an export does. */
await measureRun(async () => {
  let count = 0;
  async function* records(): AsyncGenerator<DraftRecord> {
    for await (const line of createInterface({ input: createReadStream(from) })) {
      count++;
      yield JSON.parse(line) as DraftRecord;
    }
  }
  const write = await formats[format].write();
  const context = { losses: new Losses(), journalTitles: new Map<string, string>() };
  await pipeline(write(records(), context), createWriteStream(to));
  return count;
});
