import { parseIssn } from '../../../shared/text/identifiers.ts';
import type { SourceIssn } from '../sourceArticle.ts';
import { oneLine } from './plainText.ts';

const issn = /(?<![\d\p{L}-])\d{4}[-\u2010-\u2015\u2212]?\d{3}[\dXx](?![\d\p{L}-])/gu;
const printed = /\bprint|\bp-?issn|\bppub|\bimpr[ei\u00e9]|\bgedruckt|\bdruck|\bpapier|\bpapel|\(p\)/i;
const electronic =
  /online|\bon-line|\bele[ck]tr|\be-?issn|\bepub|\bweb\b|\beletr|\u00e9lectr|\bdigital|\bligne|\bl[i\u00ed]n[eh]a|\(e\)/i;

const inBrackets = /^\s*[([][^)\]]{0,40}[)\]]?/;
/** Words up to a separator, or to the end, behind which no other number stands. */
const inWords = /^[^;,|\n\d]*(?=[;,|\n]|$)/;

/**
 * The ISSNs in one text, each with the kind that the words beside it state: `1234-5678 (Print); 2345-6787 (Online)`.
 * Words without brackets are those in front of an ISSN, unless the text begins with a number.
 */
export function issnsIn(text: string): SourceIssn[] {
  const spaced = text.replace(/(?<=issn)(?=\d)/gi, ' ');
  const found = [...spaced.matchAll(issn)];
  // A number that lost its leading zeros, or a blank instead of the hyphen.
  const isNumber = /^\s*(?:\d{4,7}[Xx]?|(?:[ep]?-?issn[\s:.]{0,3})?\d{4} \d{3}[\dXx])\s*$/i.test(text);
  if (found.length === 0) return isNumber ? [{ value: text, kind: null }] : [];
  const areBehind = !/\p{L}/u.test(spaced.slice(0, found[0]!.index));
  let from = 0;
  return found.map((match, at) => {
    const end = match.index + match[0].length;
    const next = found[at + 1]?.index ?? spaced.length;
    const rest = spaced.slice(end, next);
    const behind = inBrackets.exec(rest) ?? (areBehind ? inWords.exec(spaced.slice(end)) : null);
    const before = spaced.slice(from, match.index);
    from = end + (behind?.[0].length ?? 0);
    return { value: match[0], kind: kindOf(behind?.[0] ?? '') ?? kindOf(before) };
  });
}

function kindOf(words: string): SourceIssn['kind'] {
  if (printed.test(words)) return 'print';
  return electronic.test(words) ? 'electronic' : null;
}

/** With hyphen and capital X; a number that lost its leading zeros gets them back (reference/import-decisions.md). */
export function issnOf(text: string): string {
  const plain = oneLine(text);
  const padded = /^\d{3,6}[\dxX]$/.test(plain) ? plain.padStart(8, '0') : plain;
  return parseIssn(padded) ?? plain;
}
