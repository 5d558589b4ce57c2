import type { XmlRoot } from '../format.ts';
import { localName } from './xmlTree.ts';

/** The root element; null if the text breaks off before it. */
export function xmlRoot(text: string): XmlRoot | null {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const close = endOfProlog(text, at);
    if (close === null) break;
    if (close < 0) return null;
    at = close;
  }
  const tag = /<([^\s<>/]+)((?:[^<>"']|"[^"]*"|'[^']*')*)/y;
  tag.lastIndex = at;
  const found = tag.exec(text);
  if (!found) return null;
  const [whole, name = '', attributes = ''] = found;
  let content: string | null = null;
  return {
    name: localName(name),
    attributes,
    prolog: withoutQuoted(text.slice(0, at)),
    contains(...names) {
      content ??= withoutQuoted(text.slice(at + whole.length));
      return new RegExp(`<(?:[\\w.-]+:)?(?:${names.join('|')})(?=[\\s/>])`).test(content);
    },
  };
}

/** The end of a comment, instruction or document type that starts at `at`; -1 if it breaks off, null if none does. */
function endOfProlog(text: string, at: number): number | null {
  const endAfter = (end: string, from = at) => {
    const found = text.indexOf(end, from);
    return found < 0 ? -1 : found + end.length;
  };
  if (text.startsWith('<?', at)) return endAfter('?>');
  if (text.startsWith('<!--', at)) return endAfter('-->');
  if (!text.startsWith('<!', at)) return null;
  const subset = text.indexOf('[', at);
  const end = endAfter('>');
  if (subset < 0 || end < 0 || subset > end) return end;
  const close = /\]\s{0,100}>/g;
  close.lastIndex = subset;
  return close.exec(text) ? close.lastIndex : -1;
}

/** Without comments and character data, which may quote another format. */
function withoutQuoted(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, '');
}
