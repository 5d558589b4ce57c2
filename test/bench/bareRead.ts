import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';
import { measureRun } from './runFacts.ts';

const [format, ...files] = process.argv.slice(2);

/** Reads the files with the libraries alone, and discards the result. */
await measureRun(async () => {
  let records = 0;
  for (const path of files) records += format === 'csv' ? await readCsv(path) : await readZip(path);
  return records;
});

async function readCsv(path: string): Promise<number> {
  let rows = 0;
  for await (const _ of createReadStream(path).pipe(parse({ bom: true }))) rows++;
  return rows - 1;
}

/** Every XML file of a package, or sheet of a workbook. */
async function readZip(path: string): Promise<number> {
  let records = 0;
  const zip = await openPromise(path, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!/articles\/|worksheets\//.test(entry.fileName)) continue;
    const parser = new SaxesParser({ xmlns: format === 'jats-zip' });
    parser.on('opentag', ({ name }) => {
      if (name === 'article' || name === 'row') records++;
    });
    parser.on('text', () => undefined);
    const decoder = new TextDecoder();
    for await (const piece of await zip.openReadStreamPromise(entry))
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
    parser.close();
  }
  return format === 'xlsx' ? records - 1 : records;
}
