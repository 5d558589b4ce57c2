import { decodeHTMLStrict } from 'entities';
import { isCharacter } from '../text/characterReferences.ts';
import { withWindowsSigns } from '../text/windowsSigns.ts';

/** Marks a `&` that begins no reference, and one that begins an unknown one; no reference in a file has these names. */
const bare = '&\ue000;';
const unknown = '&\ue001;';
/** Not allowed in XML, so that no text of a file can be mistaken for it. */
const unknownSign = '\ufffe';

/** The values for the parser of entities that have occurred so far, and of the marks. */
export const entities: Record<string, string> = Object.assign(Object.create(null), {
  amp: '&',
  gt: '>',
  quot: '"',
  lt: '<',
  apos: "'",
  '\ue000': '&',
  '\ue001': `${unknownSign}&`,
});

const reference = /&(?:([A-Za-z][\w.]{0,39});|#(\d{1,40});|#x([\da-fA-F]{1,40});)?/g;
/** Numbers from 120 to 159, of which those from 128 are control characters. */
const controlReference = /&#(?:0{0,4}(1[2-5]\d)|x0{0,4}([89][\da-fA-F]));/g;
/** As `nonSorting` of `windowsSigns.ts`, by their numbers. */
const nonSorting = /&#(?:152|x98);([^&<]{1,40})&#(?:156|x9c);/gi;
const disallowed = /[^\P{Cc}\t\n\r\x80-\x9f]|[\ufffe\uffff]/gu;

/**
 * A `&` that starts no reference is an error there, but the parser would search all following text for its end. A
 * marker that no reference can contain stops it.
 */
export function markBareAmpersands(xml: string): string {
  return signsForControls(xml).replace(/&(?![\w.:-]{1,40};|#\d{1,7};|#x[\da-fA-F]{1,6};)/g, bare);
}

/** Prepares XML for a parser that knows `entities`: no reference in it is an error, and no character. */
export function markReferences(xml: string): string {
  return signsForControls(xml)
    .replace(disallowed, '')
    .replace(reference, (whole, name?: string, decimal?: string, hex?: string) => {
      if (whole === '&') return bare;
      const isKnown =
        name === undefined
          ? isCharacter(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal))
          : knowsEntity(name);
      return isKnown ? whole : `${unknown}${whole.slice(1)}`;
    });
}

/** Files of old programs have bytes of Windows-1252 as characters, and as the numbers of characters: `&#150;` for a dash. */
function signsForControls(xml: string): string {
  const sorted = withWindowsSigns(xml).replace(nonSorting, '$1');
  return sorted.replace(controlReference, (_, decimal?: string, hex?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return `&#${withWindowsSigns(String.fromCharCode(code)).charCodeAt(0)};`;
  });
}

/** The text of a CDATA section, in which a `&` is allowed, as it was before it was marked. */
export function withoutMarks(text: string): string {
  return text.replaceAll(bare, '&').replaceAll(unknown, '&');
}

/** Text with its unknown references shown (`&foo;`); each is added to `found`. */
export function showUnknown(text: string, found: Set<string>): string {
  if (!text.includes(unknownSign)) return text;
  for (const [, name] of text.matchAll(/\ufffe(&[^;]*;)/g)) found.add(name!);
  return text.replaceAll(unknownSign, '');
}

function knowsEntity(name: string): boolean {
  if (name in entities) return true;
  const html = decodeHTMLStrict(`&${name};`);
  const value = html === `&${name};` ? isoOnly.get(name) : html;
  if (value === undefined) return false;
  entities[name] = value;
  return true;
}

/**
 * Names of ISO 8879 and ISO 9573-13 in the document types of JATS that HTML lacks (reference/import-formats.md 5): Greek
 * letters, Greek with accents, bold Greek and single letters.
 */
const isoOnly = new Map([
  ...named(
    'agr bgr ggr dgr egr zgr eegr thgr igr kgr lgr mgr ngr xgr ogr pgr rgr sfgr sgr tgr ugr phgr khgr psgr ohgr',
    0x3b1,
  ),
  ...named('Agr Bgr Ggr Dgr Egr Zgr EEgr THgr Igr Kgr Lgr Mgr Ngr Xgr Ogr Pgr Rgr', 0x391),
  ...named('Sgr Tgr Ugr PHgr KHgr PSgr OHgr', 0x3a3),
  ...named('Eacgr EEacgr Iacgr', 0x388),
  ...named('Idigr Udigr aacgr eacgr eeacgr iacgr udiagr', 0x3aa),
  ...named('idigr udigr oacgr uacgr ohacgr', 0x3ca),
  ['idiagr', '\u0390'],
  ['Aacgr', '\u0386'],
  ['Oacgr', '\u038c'],
  ['Uacgr', '\u038e'],
  ['OHacgr', '\u038f'],
  ...named(
    'b.Gamma b.Delta - - - b.Theta - - b.Lambda - - b.Xi - b.Pi - - b.Sigma - b.Upsi b.Phi - b.Psi b.Omega',
    0x1d6aa,
  ),
  ...named(
    'b.alpha b.beta b.gamma b.delta b.epsi b.zeta b.eta b.thetas b.iota b.kappa b.lambda b.mu b.nu b.xi - b.pi b.rho',
    0x1d6c2,
  ),
  ...named(
    'b.sigmav b.sigma b.tau b.upsi b.phi b.chi b.psi b.omega - b.epsiv b.thetav b.kappav b.phiv',
    0x1d6d3,
  ),
  ...named('b.rhov b.piv', 0x1d6e0),
  ...named('b.Gammad b.gammad', 0x3dc),
  ['gcaron', '\u01e7'],
  ['Hmacr', 'H\u0304'],
  ['franc', '\u20a3'],
]);

/** Names of consecutive characters from `first`; `-` stands for a character without a name. */
function named(names: string, first: number): [string, string][] {
  return names
    .split(' ')
    .map((name, at): [string, string] => [name, String.fromCodePoint(first + at)])
    .filter(([name]) => name !== '-');
}
