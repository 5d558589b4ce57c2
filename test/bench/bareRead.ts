import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import readExcelFile from 'read-excel-file/node';
import { SaxesParser } from 'saxes';
import { openPromise } from 'yauzl';
import { measureRun } from './runFacts.ts';

const [format, ...files] = process.argv.slice(2);

/** Reads the files with the libraries alone, and discards the result. */
await measureRun(async () => {
  let records = 0;
  for (const path of files) records += await read(path);
  return records;
});

function read(path: string): Promise<number> {
  if (format === 'csv') return readCsv(path);
  return format === 'xlsx' ? readWorkbook(path) : readZip(path);
}

async function readCsv(path: string): Promise<number> {
  let rows = 0;
  for await (const _ of createReadStream(path).pipe(parse({ bom: true }))) rows++;
  return rows - 1;
}

async function readWorkbook(path: string): Promise<number> {
  const [sheet] = await readExcelFile(path);
  return (sheet?.data.length ?? 0) - 1;
}

/** Every XML file of a package. */
async function readZip(path: string): Promise<number> {
  let records = 0;
  const zip = await openPromise(path, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith('articles/')) continue;
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', ({ name }) => {
      if (name === 'article') records++;
    });
    parser.on('text', () => undefined);
    const decoder = new TextDecoder();
    for await (const piece of await zip.openReadStreamPromise(entry))
      parser.write(decoder.decode(piece as Buffer, { stream: true }));
    parser.close();
  }
  return records;
}
