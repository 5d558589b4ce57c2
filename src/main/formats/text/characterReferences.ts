import { decodeHTMLStrict } from 'entities';

/** A numeric reference, and names that may be references. */
const numbered = /&#(?:(\d{1,40})|x([\da-f]{1,40}));/gi;
/** `&amp;amp;`: what programs that escape an escaped text leave behind. */
const escapedTwice = /&amp;(?=([a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/** The text with its references resolved; those to no character, and unknown names, stay visible: `&#x110000;`, `&foo;`. */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  const kept = text.includes('&#')
    ? text.replace(numbered, (whole, decimal?: string, hex?: string) => {
        const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
        return isCharacter(code) ? whole : `&amp;${whole.slice(1)}`;
      })
    : text;
  return decodeHTMLStrict(kept);
}

/** Markup in which references that were escaped once too often are references again. */
export function escapedOnce(markup: string): string {
  if (!/&amp;/i.test(markup)) return markup;
  return markup.replace(escapedTwice, (whole, name: string) => (isKnown(name) ? '&' : whole));
}

function isKnown(name: string): boolean {
  return name.startsWith('#') || decodeHTMLStrict(`&${name};`) !== `&${name};`;
}

/** Characters to which HTML and XML allow references; those from 128 to 159 are meant as signs of Windows-1252. */
export function isCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff && code !== 0x7f) ||
    (code >= 0xe000 && code <= 0x10ffff && (code & 0xfffe) !== 0xfffe && (code < 0xfdd0 || code > 0xfdef))
  );
}

const left = /&(?:[a-z][a-z\d.]{1,39}|#\d{1,40}|#x[\da-f]{1,40});/gi;

/** The references that stand in a text. */
export function referencesIn(text: string): string[] {
  return text.includes('&') ? (text.match(left) ?? []) : [];
}
