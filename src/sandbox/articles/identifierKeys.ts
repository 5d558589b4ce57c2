import { PY_SPACE, pyLength, pyStrip } from '../python/pythonValue.ts';

// Python's case-insensitive match treats the Turkish dotted and dotless i as an i.
const I = '[iİı]';
// reference/directory-api.md 4.3: an optional resolver or prefix, then 10.<non-blank>/<non-blank>; one final line feed passes.
const DOI = new RegExp(
  `^(?:(?:https?://)?(?:(?:dx\\.)?do${I}\\.org/|hdl\\.handle\\.net/)|do${I}:|${I}nfo:do${I}/|${I}nfo:hdl/)?` +
    `(10\\.[^${PY_SPACE}]+/[^${PY_SPACE}]+)\\n?$`,
  'iu',
);
// The last group accepts digits of any script, the others only 0-9 (addenda 4.3).
const ORCID = /^https:\/\/orcid\.org\/[0-9]{4}-[0-9]{4}-[0-9]{4}-\p{Nd}{3}[\p{Nd}X]\n?$/u;

/** Returns true if the directory accepts the text as a DOI. */
export function isDoi(text: string): boolean {
  return DOI.test(text);
}

/** Returns true if the directory accepts the text as an ORCID iD. */
export function isOrcid(text: string): boolean {
  return ORCID.test(text);
}

/** The key by which DOIs are compared (reference/directory-api.md 7.1), or the text itself if it is not a DOI. */
export function doiKey(doi: string): string {
  return DOI.exec(pyStrip(doi))?.[1]?.toLowerCase() ?? doi;
}

/** An ISSN as the directory pads it before comparing (reference/directory-api.md 4.3); check digits are not verified. */
export function paddedIssn(text: string): string {
  const upper = text.toUpperCase();
  const length = pyLength(upper);
  if (length > 8) return upper;
  if (upper.includes('-')) return '0'.repeat(9 - length) + upper;
  const digits = [...upper.padStart(upper.length + 8 - length, '0')];
  return `${digits.slice(0, 4).join('')}-${digits.slice(4).join('')}`;
}
