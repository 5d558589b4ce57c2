import { type Entry, validateFileName } from 'yauzl';
import { type Message, msg } from '../../../shared/message.ts';
import type { Choices } from '../article/choices.ts';
import { readHead, withHead } from '../detect/fileHead.ts';
import type { Reader, SourceFile } from '../reader.ts';
import type { ReadItem } from '../readRecord.ts';
import { xmlRoot } from '../xml/xmlRoot.ts';
import { xmlStart } from '../xml/xmlStart.ts';
import { type OpenZip, openZip } from '../zip/openZip.ts';
import {
  entryName,
  maxRatio,
  readZipEntry,
  wholeBudget,
  type ZipBudget,
  zipLimits,
  zipProblem,
} from '../zip/readZipEntry.ts';
import { readJats } from './readJats.ts';

/** Files up to this size may have a higher compression ratio. */
const smallBytes = 100_000;

/** Reads the JATS files of a zip file at any depth; skips other files. */
export const readJatsZip: Reader = (file, choices) => readZip(file, choices, zipLimits);

/** Like `readJatsZip`, with limits on the number of entries and their total bytes. */
export async function* readZip(
  file: SourceFile,
  choices: Choices,
  limits: typeof zipLimits,
): AsyncGenerator<ReadItem> {
  const problem = (message: Message, part?: string): ReadItem => ({
    index: null,
    line: null,
    message,
    ...(part !== undefined && { part }),
  });
  let opened: OpenZip | null = null;
  let found = 0;
  let index = 0;
  try {
    opened = await openZip(file);
    const budget = budgetOf(opened.zip.fileSize, limits.bytes);
    for await (const [count, entry] of counted(opened.zip.eachEntry())) {
      if (count > limits.entries) {
        yield problem(msg('import.read.zipTooManyEntries', { count: limits.entries }));
        return;
      }
      const name = entryName(entry);
      const refusal = refusalOf(entry, name);
      if (refusal) {
        found++;
        yield problem(refusal, name);
      }
      if (refusal || !isCandidate(name)) continue;
      const pieces = readZipEntry(opened.zip, entry, budget, smallBytes);
      try {
        const head = await readHead(pieces);
        const start = xmlStart(head.bytes, file.detectXml).text.trimStart();
        // An entry without a root element is broken, and the reader says so.
        if (xmlRoot(start) !== null && file.detectXml(start) !== 'jats') continue;
        found++;
        const bytes = withHead(head.bytes, pieces);
        const source = { ...file, name, bytes, head: head.bytes, range: null };
        for await (const item of readJats(source, choices)) {
          if (item.index === null) yield { ...item, part: name };
          else yield { ...item, index: ++index, part: name };
        }
      } catch (error) {
        found++;
        yield problem(zipProblem(error), name);
        if (budget.left <= 0) return;
      } finally {
        await pieces.return(undefined);
      }
    }
    if (found === 0) yield problem(msg('import.read.zipWithoutArticles'));
  } catch (error) {
    yield problem(zipProblem(error));
  } finally {
    await opened?.close();
  }
}

/**
 * Entries may share their packed bytes, so that the ratio of each says nothing about all of them. One that unpacks to
 * too much leaves something for the others.
 */
function budgetOf(packedBytes: number, maxBytes: number): ZipBudget {
  const most = packedBytes * maxRatio + 100 * smallBytes;
  if (most >= maxBytes) return wholeBudget(maxBytes);
  return { left: most, reason: msg('import.read.zipRatioOfAll', { ratio: maxRatio }) };
}

async function* counted<T>(items: AsyncIterable<T>): AsyncGenerator<[number, T]> {
  let count = 0;
  for await (const item of items) yield [++count, item];
}

/** Skips files of the system that made the zip file, and other formats. */
function isCandidate(name: string): boolean {
  if (name.split('/').some((folder) => folder === '__MACOSX' || folder.startsWith('.'))) return false;
  return /\.n?xml$/i.test(name);
}

/** Why an entry is not read at all; null if it may be. No entry is ever written to the disk. */
function refusalOf(entry: Entry, name: string): Message | null {
  if (validateFileName(name) !== null || name.includes('\0')) return msg('import.read.zipName');
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;
  if (isLink) return msg('import.read.zipLink');
  if (/\.zip$/i.test(name)) return msg('import.read.zipInZip');
  if (!isCandidate(name)) return null;
  if (entry.isEncrypted()) return msg('import.read.zipEncrypted');
  return entry.canDecodeFileData() ? null : msg('import.read.zipMethod');
}
