import { Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { type Message, msg } from '../../shared/message.ts';
import type { Choices } from './articleOf.ts';
import { headText } from './decodeText.ts';
import { detectXml } from './detectXml.ts';
import { readHead, withHead } from './fileHead.ts';
import { type OpenZip, openZip } from './openZip.ts';
import type { Reader, SourceFile } from './reader.ts';
import { readJats } from './readJats.ts';
import { megabytes, type ReadItem } from './readRecord.ts';

/** Limits of a zip file (reference/import-formats.md 6). */
const zipLimits = { entries: 10_000, bytes: 500_000_000 };
/** Unpacked bytes for each packed one; files as small as the second number may have more. */
const mostRatio = 100;
const smallBytes = 100_000;

/** Reads the JATS files of a zip file at any depth; other files in it are passed over. */
export const readJatsZip: Reader = (file, choices) => readZip(file, choices, zipLimits);

/** As `readJatsZip`, with limits on the number of entries and the bytes in all of them. */
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
    const budget = { left: limits.bytes };
    for await (const [count, entry] of counted(opened.zip.eachEntry())) {
      if (count > limits.entries) {
        yield problem(msg('import.read.zipTooManyEntries', { count: limits.entries }));
        return;
      }
      const name = nameOf(entry);
      const refusal = refusalOf(entry, name);
      if (refusal) {
        found++;
        yield problem(refusal, name);
      }
      if (refusal || !isCandidate(name)) continue;
      const pieces = (await openEntry(opened.zip, entry, budget))[Symbol.asyncIterator]();
      try {
        const head = await readHead(pieces);
        if (detectXml(headText(head.bytes).trimStart()) !== 'jats') continue;
        found++;
        const source = { name, bytes: withHead(head.bytes, pieces), head: head.bytes, range: null };
        for await (const item of readJats(source, choices)) {
          if (item.index === null) yield { ...item, part: name };
          else yield { ...item, index: ++index, part: name };
        }
      } catch (error) {
        found++;
        yield problem(messageOf(error), name);
        if (budget.left <= 0) return;
      } finally {
        await pieces.return?.();
      }
    }
    if (found === 0) yield problem(msg('import.read.zipWithoutArticles'));
  } catch (error) {
    yield problem(messageOf(error));
  } finally {
    await opened?.close();
  }
}

async function* counted<T>(items: AsyncIterable<T>): AsyncGenerator<[number, T]> {
  let count = 0;
  for await (const item of items) yield [++count, item];
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** Files of the system that packed the zip file, and other formats, are passed over. */
function isCandidate(name: string): boolean {
  if (name.split('/').some((folder) => folder === '__MACOSX' || folder.startsWith('.'))) return false;
  return /\.n?xml$/i.test(name);
}

/** Why an entry is not even looked at; null if it may be. No entry is ever written to the disk. */
function refusalOf(entry: Entry, name: string): Message | null {
  if (validateFileName(name) !== null || name.includes('\0')) return msg('import.read.zipName');
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;
  if (isLink) return msg('import.read.zipLink');
  if (/\.zip$/i.test(name)) return msg('import.read.zipInZip');
  if (!isCandidate(name)) return null;
  if (entry.isEncrypted()) return msg('import.read.zipEncrypted');
  return entry.canDecodeFileData() ? null : msg('import.read.zipMethod');
}

/** Thrown for an entry that is not what it says or is too large. */
class WrongEntry extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super('wrong entry');
    this.reason = reason;
  }
}

/** Sizes and ratio are counted while reading, because what the file says of them may be wrong. */
async function openEntry(
  zip: ZipFile,
  entry: Entry,
  budget: { left: number },
): Promise<AsyncIterable<Buffer>> {
  const most = Math.max(smallBytes, entry.compressedSize * mostRatio);
  let size = 0;
  let sum = 0;
  const checking = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      budget.left -= piece.length;
      sum = crc32(piece, sum);
      if (budget.left <= 0)
        done(new WrongEntry(msg('import.read.zipTooLarge', { size: megabytes(zipLimits.bytes) })));
      else if (size > most) done(new WrongEntry(msg('import.read.zipRatio', { ratio: mostRatio })));
      else done(null, piece);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new WrongEntry(msg('import.read.zipDamaged')));
    },
  });
  const packed = await zip.openReadStreamPromise(entry);
  packed.on('error', (error) => checking.destroy(error));
  checking.on('close', () => packed.destroy());
  return packed.pipe(checking);
}

function messageOf(error: unknown): Message {
  if (error instanceof WrongEntry) return error.reason;
  // The disk, not the file, is to blame.
  if (!(error instanceof Error) || 'syscall' in error) throw error;
  return msg('import.read.zipDamaged');
}
