import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { GuessedFile } from '../../../shared/draft/importEncodings.ts';
import { detectFormat } from '../../formats/detect/detectFormat.ts';
import { detectXml } from '../../formats/detect/detectXml.ts';
import { readHead, withHead } from '../../formats/detect/fileHead.ts';
import type { SourceFile } from '../../formats/reader.ts';
import { type FileGuess, guessedFile, guessedWhole } from '../../formats/text/decodeLines.ts';
import { detectEncoding, xmlEncoding } from '../../formats/text/decodeText.ts';
import { xmlStart } from '../../formats/xml/xmlStart.ts';
import type { ImportFile } from '../../store/imports/importStore.ts';
import { openPart } from '../openPart.ts';
import { encodingCandidates } from './encodingCandidates.ts';

/** Formats that do not state their encoding. */
const guessedFormats: ReadonlySet<ImportFormat> = new Set([
  ...(['csv', 'tsv', 'ris', 'bibtex', 'nbib', 'enw', 'refworks', 'web-of-science'] as const),
]);
/** Formats whose files hold their bytes in another way. */
const packed: ReadonlySet<ImportFormat> = new Set(['xlsx', 'jats-zip'] as const);

/** Further files are read in the encodings that their readers guess. */
const maxFiles = 100;

/** The files of an import, stored one after another, that show no encoding and are not UTF-8. */
export async function guessEncodings(stored: {
  path: string;
  files: readonly ImportFile[];
  format: ImportFormat | null;
}): Promise<GuessedFile[]> {
  const found: GuessedFile[] = [];
  let start = 0;
  for (const [at, file] of stored.files.entries()) {
    const guessed = await guessFile(stored, { ...file, at, start });
    if (guessed) found.push(guessed);
    if (found.length === maxFiles) break;
    start += file.size;
  }
  return found;
}

/** The encoding of XML or JSON that is not in the one it states, or in UTF-8 where it states none; null if it is. */
async function wrongStatement({ bytes, head }: SourceFile): Promise<FileGuess | null> {
  const { before, text, skip } = xmlStart(head, detectXml);
  const isXml = `${before}${text}`.trimStart().startsWith('<');
  const stated = isXml ? await xmlEncoding(head, skip) : detectEncoding(head);
  if (!('name' in stated) || /^(?:utf-(?:16|32)|iso-2022)/.test(stated.name)) return null;
  return guessedWhole(bytes, head, stated.name !== 'utf-8');
}

async function guessFile(
  { path, format: stated }: { path: string; format: ImportFormat | null },
  { name, size, at, start }: ImportFile & { at: number; start: number },
): Promise<GuessedFile | null> {
  const pieces = openPart(path, start, size)[Symbol.asyncIterator]();
  try {
    const { bytes: head, isAll } = await readHead(pieces);
    const range = { path, start, size };
    const file: SourceFile = { name, bytes: withHead(head, pieces), head, encoding: null, range, detectXml };
    const format = stated ?? (await detectFormat(file, isAll));
    if (typeof format !== 'string' || packed.has(format)) return null;
    const guess = guessedFormats.has(format)
      ? await guessedFile(file.bytes, head)
      : await wrongStatement(file);
    if (!guess) return null;
    const candidates = await encodingCandidates({ path, start, size, name, format }, guess);
    return { file: at, name, encoding: guess.name, by: guess.isCertain ? 'guess' : 'doubt', candidates };
  } finally {
    await pieces.return?.(undefined);
  }
}
