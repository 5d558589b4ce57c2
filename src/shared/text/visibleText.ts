/** Control characters except tab and line ends, and those that change direction (Unicode Annex 9, 2). */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const allHidden = new RegExp(hidden.source, 'gu');

const names: Readonly<Record<string, string>> = {
  '\u061c': 'ALM',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
};

/** Makes hidden controls visible and harmless: direction controls become their Unicode names, as in `[RLO]`, others their number, which every font can show. */
export function visibleText(text: string): string {
  return hidden.test(text) ? text.replace(allHidden, mark) : text;
}

/** The same for text within one line, such as the name of a file: tabs and line ends are made visible, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/[\t\n\r]/g, mark);
}

/** Returns equivalent JSON without hidden controls: each is written as an escape. */
export function visibleJson(json: string): string {
  return json.replace(allHidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function mark(sign: string): string {
  const number = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `[${names[sign] ?? `U+${number}`}]`;
}
