import { type Message, msg } from '../../../shared/message.ts';
import { articleOf } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import type { Reader } from '../reader.ts';
import { maxTextRecord, megabytes, type ReadItem } from '../readRecord.ts';
import type { SourceArticle } from '../sourceArticle.ts';
import { type DecodedLine, decodeLines } from '../text/decodeLines.ts';
import { withWindowsSigns } from '../text/windowsSigns.ts';

/** A field of a record; formats repeat tags, and the order counts. */
export interface TaggedField {
  tag: string;
  /** With a line end before each continuation line, unless the format only wraps its lines. */
  value: string;
}

/** A format whose lines begin with tags; a line without one continues the previous field. */
export interface TaggedFormat {
  /** The tag and value of a line; null for a line without a tag. */
  tagOf(line: string): TaggedField | null;
  /** The tag that begins a record. */
  first: string;
  /** The tag that ends a record, or null if the next one does, or a blank line in files without the first tag. */
  last: string | null;
  /** Tags of the whole file, which stand outside the records. */
  ofFile?: ReadonlySet<string>;
  /** True if line ends in a value mean nothing. */
  isWrapped?: boolean;
  /** Tags with a value of its own on each line. */
  listed?: ReadonlySet<string>;
  article(fields: readonly TaggedField[]): SourceArticle;
}

interface Open {
  line: number;
  fields: { tag: string; lines: string[] }[];
  length: number;
  guess: Message | null;
}

/** The reader of a format of tagged lines. */
export function taggedReader(format: TaggedFormat): Reader {
  return async function* readTagged({ bytes, head, encoding }, choices) {
    const file = new TaggedFile(format, choices);
    for await (const lines of decodeLines(bytes, head, encoding)) {
      for (const line of lines) yield* file.add(line);
    }
    yield* file.finish();
  };
}

const byteOrderMarks = /^(?:\ufeff|\u200b|\u00ef\u00bb\u00bf)+/;

class TaggedFile {
  readonly #format: TaggedFormat;
  readonly #choices: Choices;
  #index = 0;
  #open: Open | null = null;
  /** The line at which the fields outside of records begin that were passed over last. */
  #passedFrom: number | null = null;
  /** Whether records begin with the tag that should begin them; null before the first tag. */
  #hasFirst: boolean | null = null;
  #isAfterBlank = false;

  constructor(format: TaggedFormat, choices: Choices) {
    this.#format = format;
    this.#choices = choices;
  }

  *add({ text: written, line, guess, isTooLong }: DecodedLine): Generator<ReadItem> {
    // Files that were joined have a byte order mark in the middle; one that was decoded twice is three signs.
    const text = withWindowsSigns(written.replace(byteOrderMarks, ''));
    if (!isTooLong && text.trim() === '') {
      this.#isAfterBlank = true;
      return;
    }
    const { first, last, ofFile } = this.#format;
    const found = this.#format.tagOf(text);
    if (found && ofFile?.has(found.tag)) return;
    if (found && found.tag !== last) this.#hasFirst ??= last !== null || found.tag === first;
    if (found && this.#begins(found.tag)) {
      yield* this.#close(false);
      this.#open = { line, fields: [], length: 0, guess: null };
      this.#passedFrom = null;
    } else if (this.#open === null) {
      if (found) yield* this.#passOver(found.tag, line);
      return;
    }
    this.#isAfterBlank = false;
    if (last !== null && found?.tag === last) {
      yield* this.#close(true);
      return;
    }
    add(this.#open, found, text);
    this.#open.guess ??= guess;
    if (isTooLong) this.#open.length = maxTextRecord + 1;
  }

  /** Databases write some fields before the first record, but those with an end are a record that lost its first tag. */
  *#passOver(tag: string, line: number): Generator<ReadItem> {
    const isEnd = tag === this.#format.last;
    const isNew = !isEnd && this.#passedFrom === null;
    if (isNew) this.#passedFrom = line;
    const from = this.#passedFrom;
    if (isEnd) this.#passedFrom = null;
    const isLost = this.#index === 0 ? isEnd : isNew;
    if (isLost && from !== null)
      yield { index: null, line: from, message: msg('import.read.strayText', { line: from }) };
  }

  *finish(): Generator<ReadItem> {
    yield* this.#close(false);
    if (this.#index === 0) yield { index: null, line: null, message: msg('import.read.noRecords') };
  }

  #begins(tag: string): boolean {
    return this.#hasFirst ? tag === this.#format.first : this.#open === null || this.#isAfterBlank;
  }

  *#close(isEnded: boolean): Generator<ReadItem> {
    if (this.#open) yield taggedItem(this.#format, this.#open, ++this.#index, isEnded, this.#choices);
    this.#open = null;
  }
}

function add(open: Open, found: TaggedField | null, text: string): void {
  open.length += text.length + 1;
  // Keeps only the beginning of a record that is too large.
  if (open.length > maxTextRecord) return;
  if (found) open.fields.push({ tag: found.tag, lines: [found.value] });
  else open.fields.at(-1)?.lines.push(text);
}

function taggedItem(
  format: TaggedFormat,
  open: Open,
  index: number,
  isEnded: boolean,
  choices: Choices,
): ReadItem {
  const { line } = open;
  if (open.length > maxTextRecord)
    return { index, line, message: msg('import.read.recordTooLarge', { size: megabytes(maxTextRecord) }) };
  const { record, notes, facts } = articleOf(format.article(fieldsOf(open, format)), choices);
  const hasEnd = isEnded || format.last === null;
  return {
    record,
    facts,
    index,
    line,
    notes: [...notes, ...(hasEnd ? [] : [msg('import.note.noEnd')]), ...(open.guess ? [open.guess] : [])],
  };
}

function fieldsOf({ fields }: Open, { listed, isWrapped = false }: TaggedFormat): TaggedField[] {
  return fields.flatMap(({ tag, lines }) => {
    if (listed?.has(tag)) return lines.map((line) => ({ tag, value: line.trim() }));
    return [{ tag, value: isWrapped ? lines.map((line) => line.trim()).join(' ') : lines.join('\n') }];
  });
}
