import { decodeHTMLStrict } from 'entities';
import { SAXParser } from 'parse5-sax-parser';

/** Elements whose end or beginning separates text. */
const blocks = new Set(
  `address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main
  nav ol p pre section table tbody td tfoot th thead tr ul sec title label list list-item disp-formula disp-quote
  break`.split(/\s+/),
);
/** Elements whose text is left out. */
const silent = new Set('script style fn graphic tex-math annotation annotation-xml'.split(' '));
/** Elements that leave their text in place. */
const inline = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark math mi mn mo mrow ms msub msubsup msup
  mtext munder mover mfrac msqrt mfenced mspace mstyle semantics mtable mtr mtd nobr o q s samp small span strike strong
  sub sup time tt u var wbr bold italic monospace overline roman sans-serif sc styled-content underline ext-link
  inline-formula xref named-content abstract html body inline-graphic alternatives email uri scp
  `
    .trim()
    .split(/\s+/),
);

/**
 * A `<` that begins no tag: no `>` follows before the next one, or what looks like a short tag holds words that are no
 * attributes, as in `a<b and c>d`.
 */
const lessThan = /<(?=\/?[a-z](?:[^<>"']*(?:<|$)|\s+[^\s<>"'=/][^<>"'=/]*>))/gi;

/**
 * The text of HTML or JATS markup in a field: blocks and line breaks become line ends, other tags leave no trace, and
 * character references are resolved once. A `<` that begins no known element stays (`p < 0.05`, `x <y`).
 */
export function plainText(source: string): string {
  if (!/[<&]/.test(source)) return source;
  const markup = source.replace(lessThan, '&lt;');
  if (!markup.includes('<')) return decodeHTMLStrict(markup);
  const parser = new SAXParser({ sourceCodeLocationInfo: true });
  let text = '';
  let ignored = 0;
  const raw = (place: { startOffset: number; endOffset: number } | null | undefined) =>
    place ? markup.slice(place.startOffset, place.endOffset) : '';
  const nameOf = (tagName: string) => tagName.slice(tagName.indexOf(':') + 1);
  const add = (more: string) => {
    if (ignored === 0) text += more;
  };
  parser.on('startTag', ({ tagName, selfClosing, sourceCodeLocation }) => {
    const name = nameOf(tagName);
    if (silent.has(name)) {
      if (!selfClosing) ignored++;
    } else if (blocks.has(name)) add('\n');
    else if (!inline.has(name)) add(decodeHTMLStrict(raw(sourceCodeLocation)));
  });
  parser.on('endTag', ({ tagName, sourceCodeLocation }) => {
    const name = nameOf(tagName);
    if (silent.has(name)) ignored = Math.max(0, ignored - 1);
    else if (blocks.has(name)) add('\n');
    else if (!inline.has(name)) add(raw(sourceCodeLocation));
  });
  // The parser resolves references that lack their semicolon, too.
  parser.on('text', ({ text: plain, sourceCodeLocation }) =>
    add(sourceCodeLocation ? decodeHTMLStrict(raw(sourceCodeLocation)) : plain),
  );
  parser.end(markup);
  return text;
}

/**
 * Most texts are tidy already, and this test takes much less time than tidying. Latin letters up to U+02FF are composed
 * and contain no marks.
 */
const tidyLatin = /^(?:[!-~\u00a1-\u00ac\u00ae-\u02ff](?: ?[!-~\u00a1-\u00ac\u00ae-\u02ff])*)?$/;
/** Control characters, marks without width, and white space other than line ends and blanks. */
const untidy = /[^\P{Cc}\n]|[\u00ad\u200b\ufeff]|[^\S\n ]/u;

/** Text on one line. */
export function oneLine(text: string): string {
  if (tidyLatin.test(text)) return text;
  return tidy(text)
    .replace(/\n\s*| \s+/g, ' ')
    .trim();
}

/** Text with single line ends, and each line without surplus blanks. */
export function tidyLines(text: string): string {
  if (tidyLatin.test(text)) return text;
  return tidy(text)
    .split(/\n+/)
    .map((line) => (tidyLatin.test(line) ? line : line.replace(/ {2,}/g, ' ').trim()))
    .filter((line) => line !== '')
    .join('\n');
}

/** Composed (NFC), without control characters and soft hyphens; white space other than line ends becomes a blank. */
function tidy(text: string): string {
  const composed = text.normalize('NFC');
  if (!untidy.test(composed)) return composed;
  return composed
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''));
}
