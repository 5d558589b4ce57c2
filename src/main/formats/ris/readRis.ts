import { type Message, msg } from '../../../shared/message.ts';
import { articleOf, type Choices } from '../articleOf.ts';
import type { Reader } from '../reader.ts';
import { maxTextRecord, megabytes, type ReadItem } from '../readRecord.ts';
import { type DecodedLine, decodeLines } from '../text/decodeLines.ts';
import { type RisField, risArticle } from './risArticle.ts';

/** The tags of RIS; a line with any other tag counts if two blanks precede its hyphen. */
const knownTags = new Set(
  `TY ER ID TI T1 T2 T3 TA TT ST AB N1 N2 DO M1 M2 M3 SN PY DA Y1 Y2 JF JO JA J1 J2 VL IS CP SP EP AU A1 A2 A3 A4 A5
  ED KW UR L1 L2 L3 L4 LK LA LB AD AN AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CT CY DB DP DS ET NV OP PB PP RI RN RP SE SV
  TD U1 U2 U3 U4 U5 VO WT WV`.split(/\s+/),
);
const tagged = /^[ \t]{0,8}([A-Z][A-Z0-9])([ \t]{1,3})-(?:[ \t]?)(.*)$/s;

interface Open {
  line: number;
  fields: { tag: string; lines: string[] }[];
  length: number;
  guess: Message | null;
}

/** Reads RIS. A record ends with `ER`, the next `TY` or the file; lines without a tag continue the previous one. */
export const readRis: Reader = async function* readRis({ bytes, head, encoding }, choices) {
  const file = new RisFile(choices);
  for await (const lines of decodeLines(bytes, head, encoding)) {
    for (const line of lines) if (line.isTooLong || line.text !== '') yield* file.add(line);
  }
  yield* file.finish();
};

class RisFile {
  readonly #choices: Choices;
  #index = 0;
  #open: Open | null = null;
  #hasStray = false;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  *add({ text, line, guess, isTooLong }: DecodedLine): Generator<ReadItem> {
    const found = tagOf(text);
    if (found?.tag === 'TY') {
      yield* this.#close(false);
      this.#open = { line, fields: [], length: 0, guess: null };
      this.#hasStray = false;
    } else if (this.#open === null) {
      // Databases write some lines before the first record.
      if (!found || found.tag === 'ER' || this.#hasStray || this.#index === 0) return;
      this.#hasStray = true;
      yield { index: null, line, message: msg('import.read.strayText', { line }) };
      return;
    }
    if (found?.tag === 'ER') {
      yield* this.#close(true);
      return;
    }
    add(this.#open, found, text);
    this.#open.guess ??= guess;
    if (isTooLong) this.#open.length = maxTextRecord + 1;
  }

  *finish(): Generator<ReadItem> {
    yield* this.#close(false);
    if (this.#index === 0) yield { index: null, line: null, message: msg('import.read.noRecords') };
  }

  *#close(isEnded: boolean): Generator<ReadItem> {
    if (this.#open) yield risItem(this.#open, ++this.#index, isEnded, this.#choices);
    this.#open = null;
  }
}

function tagOf(line: string): { tag: string; value: string } | null {
  const found = tagged.exec(line);
  if (!found) return null;
  const [, tag = '', blanks = '', value = ''] = found;
  return knownTags.has(tag) || blanks === '  ' ? { tag, value } : null;
}

function add(open: Open, found: { tag: string; value: string } | null, text: string): void {
  open.length += text.length + 1;
  // Keeps only the beginning of a record that is too large.
  if (open.length > maxTextRecord) return;
  if (found) open.fields.push({ tag: found.tag, lines: [found.value] });
  else if (text.trim() !== '') open.fields.at(-1)?.lines.push(text);
}

function risItem(open: Open, index: number, isEnded: boolean, choices: Choices): ReadItem {
  const { line } = open;
  if (open.length > maxTextRecord)
    return { index, line, message: msg('import.read.recordTooLarge', { size: megabytes(maxTextRecord) }) };
  const fields: RisField[] = open.fields.map(({ tag, lines }) => ({ tag, value: lines.join('\n') }));
  const { record, notes, facts } = articleOf(risArticle(fields), choices);
  return {
    record,
    facts,
    index,
    line,
    notes: [...notes, ...(isEnded ? [] : [msg('import.note.noEnd')]), ...(open.guess ? [open.guess] : [])],
  };
}
