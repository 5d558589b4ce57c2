import { pythonSpace, stripText } from './pythonText.ts';

/**
 * `parse…` accepts any form of an identifier that users write and returns the normal one or null; `is…` and `service…`
 * repeat exactly what the directory does (reference/directory-api.md 4.3, addenda).
 */

/** The maximum length of text searched for an identifier, to bound the time spent on hostile text. */
const maxPastedLength = 4_000;

// ISSN

/** The ISSN in any pasted form (`ISSN 1234-567x`, `12345679`, with odd dashes) as `NNNN-NNNC`, or null. Does not verify the check digit. */
export function parseIssn(text: string): string | null {
  if (text.length > maxPastedLength) return null;
  const found =
    /^(?:e-?|p-?|online |print )?(?:issn(?:-l)?)?[\s:.]*(\d{4})[\s\-\u2010-\u2015\u2212.]*(\d{3}[\dx])$/i.exec(
      text.trim(),
    );
  return found ? `${found[1]}-${found[2]!.toUpperCase()}` : null;
}

/** Returns true if `text` has the form `NNNN-NNNC`. */
export function isIssn(text: string): boolean {
  return /^\d{4}-\d{3}[\dX]$/.test(text);
}

/** Returns true if the check digit of an ISSN in the form `NNNN-NNNC` is right (ISO 3297). */
export function hasIssnCheckDigit(issn: string): boolean {
  return isIssn(issn) && issn.endsWith(issnCheckDigit(issn));
}

/** Computes the check digit (`0`-`9` or `X`) of the first seven digits of `issn`. */
export function issnCheckDigit(issn: string): string {
  const digits = issn.replace('-', '');
  let sum = 0;
  for (let i = 0; i < 7; i++) sum += Number(digits[i]) * (8 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** An ISSN of an article as the directory compares it: upper case, zero-padded, hyphen added; never trimmed or validated. */
export function serviceIssn(text: string): string {
  const upper = text.toUpperCase();
  if (hasMoreCharacters(upper, 8)) return upper;
  const length = [...upper].length;
  if (upper.includes('-')) return upper.padStart(upper.length + 9 - length, '0');
  const padded = [...upper.padStart(upper.length + 8 - length, '0')];
  return `${padded.slice(0, 4).join('')}-${padded.slice(4).join('')}`;
}

/** Returns true if `text` has more than `most` characters, without splitting a long text into all of them. */
export function hasMoreCharacters(text: string, most: number): boolean {
  return text.length > 2 * most || [...text].length > most;
}

// ORCID

const orcidPattern = /^https:\/\/orcid\.org\/[0-9]{4}-[0-9]{4}-[0-9]{4}-\p{Nd}{3}[\p{Nd}X]\n?$/u;

/** Returns true if the directory accepts `text` as an ORCID. */
export function isOrcidAccepted(text: string): boolean {
  return orcidPattern.test(text);
}

/** Nearly all files have this form. */
const usualOrcid = /^https:\/\/orcid\.org\/\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

/** The ORCID in any pasted form (bare, `http:`, lower-case x, without hyphens) as `https://orcid.org/NNNN-NNNN-NNNN-NNNC`, or null. */
export function parseOrcid(text: string): string | null {
  if (text.length > maxPastedLength) return null;
  if (usualOrcid.test(text)) return text;
  const bare = text
    .trim()
    .replace(/^(?:orcid(?:\s*id)?[\s:=]+)?(?:https?:\/*)?(?:www\.)?(?:sandbox\.)?(?:orcid\.org\/*)?/i, '')
    .replace(/[/?#.,;)\]>].*$/, '')
    .replace(/[\s\-\u2010-\u2015\u2212]/g, '');
  const found = /^(\d{4})(\d{4})(\d{4})(\d{3}[\dx])$/i.exec(bare);
  return found ? `https://orcid.org/${found[1]}-${found[2]}-${found[3]}-${found[4]!.toUpperCase()}` : null;
}

/** Returns true if the last character of an ORCID address is its check digit (ISO 7064 mod 11-2). */
export function hasOrcidCheckDigit(orcid: string): boolean {
  const found = /\d{4}-\d{4}-\d{4}-\d{3}([\dX])\n?$/.exec(orcid);
  return found !== null && orcidCheckDigit(found[0].trimEnd().slice(0, -1)) === found[1];
}

/** The check digit (`0`-`9` or `X`) for the 15 digits of an ORCID, which may have hyphens between them. */
export function orcidCheckDigit(digits: string): string {
  let total = 0;
  for (const digit of digits) if (digit !== '-') total = ((total + Number(digit)) * 2) % 11;
  const check = (12 - total) % 11;
  return check === 10 ? 'X' : String(check);
}

// DOI

/** Without case, Python takes the Turkish letters for an i too. */
const anyI = '[iİı]';
const doiPattern = new RegExp(
  `^(?:(?:https?://)?(?:(?:dx\\.)?do${anyI}\\.org/|hdl\\.handle\\.net/)|do${anyI}:|${anyI}nfo:(?:do${anyI}|hdl)/)?` +
    `(10\\.[^${pythonSpace}]+)\\n?$`,
  'iu',
);

/** The DOI in `text` if the directory accepts it (with or without one of the prefixes it knows), else null; case is preserved. */
export function serviceDoi(text: string): string | null {
  const doi = doiPattern.exec(text)?.[1];
  // Requires text before and after the first slash that counts; a pattern would try every slash.
  const slash = doi?.indexOf('/', '10.x'.length) ?? -1;
  return doi !== undefined && slash > 0 && slash < doi.length - 1 ? doi : null;
}

/** Nothing can be taken off it. */
const usualDoi = /^10\.\d{4,9}\/[\w./()-]{0,300}\w$/;

/** True for plain text in which no DOI can be hidden, as most web addresses are. */
function hasNoDoi(text: string): boolean {
  return !text.includes('10.') && /^[ -$'-~]*$/.test(text);
}

/** The DOI in any pasted form (address, `doi: …`, percent-encoded, in brackets, with a trailing full stop) in its bare form `10.…/…`, or null. */
export function parseDoi(text: string): string | null {
  if (text.length > maxPastedLength) return null;
  if (usualDoi.test(text)) return text;
  if (hasNoDoi(text)) return null;
  let bare = withoutReferences(text)
    .replace(invisible, '')
    .trim()
    .replace(/^[<(["'\u201c\u201e]+/, '')
    .replace(/^(?:doi(?:\s*[:=]\s*|\s+)|info:(?:doi|hdl)\/|hdl:)/i, '')
    .replace(/^(?:https?:)?\/*(?:[\w-]+\.)*(?:doi\.org|handle\.net)(?:\/|%2f)+(?:doi:)?/i, '')
    .trim();
  bare = trimPunctuation(decodeEscapes(bare));
  return /^10\.\d{2,}(?:\.\d+)*\/[^\s]+$/.test(bare) ? bare : null;
}

/** The path of a bare DOI, of any characters, at a server of DOIs. */
export function doiPath(doi: string): string {
  return doi.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** The address to which a bare DOI links. */
export function doiAddress(doi: string): string {
  return `https://doi.org/${doiPath(doi)}`;
}

/** Characters that nobody sees, which a DOI gets where a line was broken in print: soft hyphens, zero-width blanks. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** The signs of old DOIs such as `10.1002/(SICI)1097<1661::AID>3.0.CO;2-2`, which markup writes as references. */
function withoutReferences(text: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', amp: '&' };
  return text.includes('&') ? text.replace(/&(lt|gt|amp);/g, (_, name: string) => signs[name]!) : text;
}

/** Returns true if `doi` has percent escapes, which belong only in addresses: the directory treats it as a different DOI. */
export function hasEscapes(doi: string): boolean {
  return /%[0-9a-f]{2}/i.test(doi);
}

/** The end of `doi` that belongs to the surrounding sentence, such as a full stop; empty if there is none. */
export function trailingPunctuation(doi: string): string {
  return doi.slice(trimPunctuation(doi).length);
}

function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Closing brackets are kept if the DOI opens them: `10.1016/S0140-6736(05)66512-7`. */
function trimPunctuation(doi: string): string {
  let end = doi.length;
  const closing = new Map<string, number>();
  while (end > 0) {
    const last = doi[end - 1]!;
    const opening = { ')': '(', ']': '[', '>': '<', '}': '{' }[last];
    if (opening !== undefined) {
      // Number of brackets of this kind closed minus opened so far.
      const surplus = closing.get(last) ?? count(doi, last) - count(doi, opening);
      if (surplus <= 0) break;
      closing.set(last, surplus - 1);
    }
    if (!/[.,;:!?"'\u201c\u201d\u2019/)\]>}]/.test(last)) break;
    end--;
  }
  return doi.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

// Web addresses

/** Completes a web address as the user typed it: trimmed, with `https://` added if the scheme is missing; null if it is not an address. */
export function parseWebAddress(text: string): string | null {
  const trimmed = stripText(text);
  if (trimmed.length > maxPastedLength || /\s/.test(trimmed)) return null;
  // A DOI would be read as a number: `10.5555` as the address 10.0.21.179.
  if (/^10\.\d{4,}(?:\.\d+)*\//.test(trimmed)) return null;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `https://${trimmed.replace(/^(?:https?:)?\/*/i, '')}`;
  // Requires a dot in the host as written: "10" would be read as the address 0.0.0.10.
  const hasHost = /^https?:\/\/(?:[^/?#]+\.[^/?#]|\[[^/?#])/i.test(address);
  return hasHost && URL.canParse(address) ? address : null;
}
