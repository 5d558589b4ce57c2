import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import { type Message, msg } from '../../../shared/message.ts';
import type { XmlRoot } from '../format.ts';
import { inOrder } from '../formats.ts';
import { localName } from '../xml/xmlTree.ts';

/** The format of an XML file by its root element, or what to do with another XML or HTML file. */
export function detectXml(text: string): ImportFormat | Message {
  const root = findRoot(text);
  // A file without a root element is broken; the reader says where.
  if (!root) return 'crossref';
  if (/^html$/i.test(root.name) || /<!doctype\s+html/i.test(root.prolog)) return msg('import.read.html');
  const format = inOrder.find(([, { isXml }]) => isXml?.(root))?.[0];
  return format ?? msg('import.read.otherXml', { name: root.name });
}

/** Without comments and character data, which may quote another format. */
function withoutQuoted(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, '');
}

/** The root element; null if the text breaks off before it. */
function findRoot(text: string): XmlRoot | null {
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
