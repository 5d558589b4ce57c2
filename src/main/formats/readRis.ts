import { msg } from '../../shared/message.ts';
import { articleOf, type Choices } from './articleOf.ts';
import { decodeLines } from './decodeLines.ts';
import type { Reader } from './reader.ts';
import { maxTextRecord, megabytes, type ReadItem } from './readRecord.ts';
import { type RisField, risArticle } from './risArticle.ts';

/** The tags of RIS; a line with any other tag counts if two blanks precede its hyphen. */
const knownTags = new Set(
  `TY ER ID TI T1 T2 T3 TA TT ST AB N1 N2 DO M1 M2 M3 SN PY DA Y1 Y2 JF JO JA J1 J2 VL IS CP SP EP AU A1 A2 A3 A4 A5
  ED KW UR L1 L2 L3 L4 LK LA LB AD AN AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CN CT CY DB DP DS ET NV OP PB PP RI RN RP SE SV
  TD U1 U2 U3 U4 U5 VO WT WV`.split(/\s+/),
);
const tagged = /^[ \t]{0,8}([A-Z][A-Z0-9])([ \t]{1,3})-(?:[ \t]?)(.*)$/;

interface Open {
  line: number;
  fields: { tag: string; lines: string[] }[];
  length: number;
  isGuessed: boolean;
}

/** Reads RIS. A record ends with `ER`, the next `TY` or the file; lines without a tag continue the previous one. */
export const readRis: Reader = async function* readRis({ bytes, head }, choices) {
  let index = 0;
  let open: Open | null = null;
  let hasStray = false;
  const close = (record: Open, isEnded: boolean): ReadItem => risItem(record, ++index, isEnded, choices);
  for await (const { text, line, isGuessed, isTooLong } of decodeLines(bytes, head)) {
    const found = tagOf(text);
    if (found?.tag === 'TY') {
      if (open) yield close(open, false);
      open = { line, fields: [], length: 0, isGuessed: false };
      hasStray = false;
    } else if (open === null) {
      // Databases write some lines before the first record.
      if (found && found.tag !== 'ER' && !hasStray && index > 0) {
        hasStray = true;
        yield { index: null, line, message: msg('import.read.strayText', { line }) };
      }
      continue;
    }
    if (found?.tag === 'ER') {
      yield close(open, true);
      open = null;
      continue;
    }
    add(open, found, text);
    if (isGuessed) open.isGuessed = true;
    if (isTooLong) open.length = maxTextRecord + 1;
  }
  if (open) yield close(open, false);
  if (index === 0) yield { index: null, line: null, message: msg('import.read.noRecords') };
};

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
    notes: [
      ...notes,
      ...(isEnded ? [] : [msg('import.note.noEnd')]),
      ...(open.isGuessed ? [msg('import.note.guessedEncoding')] : []),
    ],
  };
}
