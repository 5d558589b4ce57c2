import { type Message, msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import type { Reader } from '../reader.ts';
import { maxTextRecord, megabytes, type ReadItem, textTooLong } from '../readRecord.ts';
import { decodeLines } from '../text/decodeLines.ts';
import { withWindowsSigns } from '../text/windowsSigns.ts';
import { bibtexArticle } from './bibtexArticle.ts';
import { type BibtexBlock, BibtexBlocks } from './bibtexBlocks.ts';
import { type BibtexEntry, BibtexError, parseEntry, parsePreamble, parseStrings } from './bibtexEntry.ts';
import { BibtexMacros } from './bibtexMacros.ts';
import { BibtexParents } from './bibtexParents.ts';

/** Abbreviations that every style defines. */
const months = 'January February March April May June July August September October November December';

/** Entries that serve others, and those by which REVTeX and IEEEtran set up their styles. */
const noRecords = new Set(['xdata', 'set', 'control', 'ieeetranbstctl']);

/** An entry that was read, or a problem with one. */
type Read = { entry: BibtexEntry; index: number; line: number; guess: Message | null } | ReadItem;

/**
 * Reads BibTeX and BibLaTeX. An entry that takes fields from another one waits for it, and so do the entries after it,
 * to keep the order of the file; the number of waiting entries is limited.
 */
export const readBibtex: Reader = async function* readBibtex({ bytes, head, encoding }, choices) {
  const file = new BibtexFile(choices);
  const blocks = new BibtexBlocks();
  for await (const lines of decodeLines(bytes, head, encoding))
    for (const { text: written, line, guess, isTooLong } of lines) {
      // Files that were joined have a byte order mark in the middle.
      const text = withWindowsSigns(written.replace(/^\ufeff+/, ''));
      for (const block of blocks.feed(text, line, guess)) yield* file.add(block);
      if (isTooLong) yield { index: null, line, message: tooLarge() };
    }
  for (const block of blocks.finish()) yield* file.add(block);
  yield* file.finish();
};

/** The maximum number of waiting entries, and of characters in them. */
const maxWaiting = { entries: 5_000, characters: 20_000_000 };

class BibtexFile {
  readonly #choices: Choices;
  readonly #strings = new Map(months.split(' ').map((name) => [name.slice(0, 3).toLowerCase(), name]));
  readonly #macros = new BibtexMacros();
  readonly #parents = new BibtexParents();
  #waiting: Read[] = [];
  #characters = 0;
  /** The key of the entry for which the first of the waiting ones waits. */
  #awaited: string | null = null;
  #count = 0;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  *add(block: BibtexBlock): Generator<ReadItem> {
    const read = this.#read(block);
    if (!read) return;
    this.#waiting.push(read);
    this.#characters += block.body.length;
    if (this.#waiting.length > maxWaiting.entries || this.#characters > maxWaiting.characters)
      yield* this.#releaseAll();
    else yield* this.#release();
  }

  *finish(): Generator<ReadItem> {
    yield* this.#releaseAll();
    if (this.#count === 0) yield { index: null, line: null, message: msg('import.read.noRecords') };
  }

  *#releaseAll(): Generator<ReadItem> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    this.#awaited = null;
    for (const read of waiting) yield this.#item(read);
  }

  *#release(): Generator<ReadItem> {
    if (this.#awaited !== null && !this.#parents.has(this.#awaited)) return;
    const waiting = this.#waiting;
    let at = 0;
    for (; at < waiting.length; at++) {
      const read = waiting[at]!;
      this.#awaited = 'entry' in read ? this.#parents.missing(read.entry) : null;
      if (this.#awaited !== null) break;
      yield this.#item(read);
    }
    this.#waiting = waiting.slice(at);
    if (this.#waiting.length === 0) this.#characters = 0;
  }

  #read(block: BibtexBlock): Read | null {
    const { type, line, guess } = block;
    if (type === 'comment') return null;
    try {
      if (type === 'preamble') {
        if (!block.fault) this.#macros.define(parsePreamble(block.body, this.#strings));
        return null;
      }
      if (type === 'string') return this.#define(block);
      if (block.fault) return { index: ++this.#count, line, message: faultOf(block.fault, line) };
      const parsed = parseEntry(type, block.body, this.#strings);
      const values = [...parsed.fields].map(([name, tex]) => [name, this.#macros.expand(tex)] as const);
      const entry = { ...parsed, fields: new Map(values) };
      this.#parents.note(entry);
      return noRecords.has(type) ? null : { entry, index: ++this.#count, line, guess };
    } catch (error) {
      if (!(error instanceof BibtexError)) throw error;
      if (type === 'preamble') return null;
      const place = line + block.body.slice(0, error.at).split('\n').length - 1;
      const message = error.isTooLong ? textTooLong() : msg('import.read.brokenBibtex', { line: place });
      return { index: type === 'string' ? null : ++this.#count, line, message };
    }
  }

  #define({ body, fault, line }: BibtexBlock): ReadItem | null {
    if (fault) return { index: null, line, message: faultOf(fault, line) };
    for (const [name, value] of parseStrings(body, this.#strings)) {
      this.#strings.set(name, value);
      if (value.includes('\\')) this.#macros.define(value);
    }
    return null;
  }

  #item(read: Read): ReadItem {
    if (!('entry' in read)) return read;
    const { index, line, guess } = read;
    const entry = this.#parents.complete(read.entry);
    const { record, notes, facts } = articleOf(bibtexArticle(entry), this.#choices);
    const missing = this.#parents.missing(entry);
    const more = [
      ...(missing === null ? [] : [msg('import.note.missingEntry', { key: missing })]),
      ...(guess ? [guess] : []),
    ];
    return { record, index, line, facts, notes: [...notes, ...more] };
  }
}

function tooLarge(): Message {
  return msg('import.read.recordTooLarge', { size: megabytes(maxTextRecord) });
}

function faultOf(fault: NonNullable<BibtexBlock['fault']>, line: number): Message {
  switch (fault) {
    case 'tooLarge':
      return tooLarge();
    case 'unclosed':
      return msg('import.read.noEndBibtex', { line });
    case 'closedEarly':
      return msg('import.read.brokenBibtex', { line });
  }
}
