import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import type { EncodingCandidate } from '../../../shared/draft/importEncodings.ts';
import { asList, asObject } from '../../../shared/json.ts';
import { ordinaryChoices } from '../../formats/article/choices.ts';
import { isRecord, readArticles } from '../../formats/readArticles.ts';
import type { FileGuess } from '../../formats/text/decodeLines.ts';
import { openDecoder } from '../../formats/text/encodings.ts';
import { ratedEncodings } from '../../formats/text/guessEncoding.ts';
import { openPart } from '../openPart.ts';

/** A file that is stored among others. */
interface StoredFile {
  path: string;
  start: number;
  size: number;
  name: string;
  format: ImportFormat;
}

/** Encodings that files of metadata are in, beside those that the text makes likely. */
const further = [
  ...['Windows-1252', 'Windows-1250', 'Windows-1251', 'Windows-1253', 'Windows-1254', 'Windows-1255'],
  ...[
    'Windows-1256',
    'Windows-1257',
    'Windows-1258',
    'ISO-8859-2',
    'ISO-8859-5',
    'ISO-8859-7',
    'ISO-8859-15',
  ],
  ...[
    'ISO-8859-6',
    'KOI8-R',
    'KOI8-U',
    'Macintosh',
    'X-Mac-Cyrillic',
    'IBM850',
    'IBM852',
    'IBM866',
    'Windows-874',
  ],
  ...['Shift_JIS', 'EUC-JP', 'EUC-KR', 'GB18030', 'Big5'],
  ...['UTF-8', 'UTF-16LE', 'UTF-16BE', 'UTF-32LE', 'UTF-32BE'],
];

/** The part of a file that is read in each encoding, and how much of it is shown. */
const tried = { bytes: 300_000, texts: 3, characters: 120 };

/**
 * The encodings that a file may be in, the likeliest first, each with the first titles that it would have; those that
 * give the same text count as one, and those in which it has no text are left out.
 */
export async function encodingCandidates(file: StoredFile, guess: FileGuess): Promise<EncodingCandidate[]> {
  const likely = (await ratedEncodings(guess.sample)).map(({ name }) => name);
  const names = [...new Set([guess.name, ...likely, ...further])];
  const found = new Map<string, EncodingCandidate & { isDamaged: boolean }>();
  for (const name of names) {
    const sample = (await openDecoder(name.toLowerCase())).decode(guess.sample);
    const isWide = /^utf-(?:16|32)/i.test(name);
    if (isWide ? !(await hasArticles(file, name)) : found.has(sample)) continue;
    const titles = await titlesIn(file, name);
    const texts = titles.length > 0 ? titles : linesWithSigns(sample);
    if (texts.length > 0) found.set(sample, { name, texts, isDamaged: sample.includes('\ufffd') });
  }
  const all = [...found.values()];
  return [...all.filter((one) => !one.isDamaged), ...all.filter((one) => one.isDamaged)].map(
    ({ name, texts }) => ({ name, texts }),
  );
}

/** The first titles or names of authors that show the encoding: those that are not ASCII. */
async function titlesIn(file: StoredFile, encoding: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { title, authors } of articlesIn(file, encoding)) {
    const shown = [title, ...authors].find((text) => /[^\0-\x7f]/.test(text));
    if (shown !== undefined) texts.push(shown.slice(0, tried.characters));
    if (texts.length === tried.texts) break;
  }
  return texts;
}

async function hasArticles(file: StoredFile, encoding: string): Promise<boolean> {
  for await (const { title } of articlesIn(file, encoding)) if (title !== '') return true;
  return false;
}

async function* articlesIn(
  { path, start, size, name, format }: StoredFile,
  encoding: string,
): AsyncGenerator<{ title: string; authors: string[] }> {
  const choices = { ...ordinaryChoices, encoding: encoding.toLowerCase() };
  const bytes = openPart(path, start, Math.min(size, tried.bytes));
  for await (const item of readArticles(bytes, { format, fileName: name, choices })) {
    if (!isRecord(item)) continue;
    const { title, author } = asObject(item.record.bibjson);
    const authors = asList(author).map((one) => asObject(one).name);
    yield { title: textOf(title), authors: authors.map(textOf) };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function linesWithSigns(sample: string): string[] {
  return sample
    .split('\n')
    .map((line) => line.trim().slice(0, tried.characters))
    .filter((line) => line !== '')
    .slice(0, tried.texts);
}
