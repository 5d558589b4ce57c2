import type { TaggedField } from '../tagged/readTagged.ts';
import { taggedReader } from '../tagged/readTagged.ts';
import { risArticle, risMeanings } from './risArticle.ts';

/** Further tags of RIS; a line with any other tag counts if two blanks precede its hyphen. */
const otherTags = new Set(
  `T3 TA TT ST M1 M2 CP A5 BT L3 L4 LK LB AN AV C1 C2 C4 C5 C6 C8 CA CN CT CY DB DP DS ET NV OP PB PP RI RN RP SE SV
  TD U1 U2 U3 U4 U5 VO WT WV`.split(/\s+/),
);
const tagged = /^[ \t]{0,8}([A-Z][A-Z0-9])([ \t]{1,3})-(?:[ \t]?)(.*)$/s;

/** Reads RIS. A record ends with `ER`, the next `TY` or the file; lines without a tag continue the previous one. */
export const readRis = taggedReader({ tagOf, first: 'TY', last: 'ER', article: risArticle });

function tagOf(line: string): TaggedField | null {
  const found = tagged.exec(line);
  if (!found) return null;
  const [, tag = '', blanks = '', value = ''] = found;
  return risMeanings.has(tag) || otherTags.has(tag) || blanks === '  ' ? { tag, value } : null;
}
