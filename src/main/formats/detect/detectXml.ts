import type { ImportFormat } from '../../../shared/draft/importing.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { localName } from '../xml/xmlTree.ts';

/** The format of an XML file by its root element, or what to do with another XML or HTML file. */
export function detectXml(text: string): ImportFormat | Message {
  const root = findRoot(text);
  // A file without a root element is broken; the reader says where.
  if (!root) return 'crossref';
  if (/^html$/i.test(root.name) || /<!doctype\s+html/i.test(root.prolog)) return msg('import.read.html');
  return formatOfRoot(root) ?? msg('import.read.otherXml', { name: root.name });
}

interface Root {
  /** Without its prefix. */
  name: string;
  attributes: string;
  /** The text before the root element. */
  prolog: string;
  /** The text after its start tag. */
  content: string;
}

function formatOfRoot(root: Root): ImportFormat | null {
  const { name, attributes } = root;
  const content = withoutQuoted(root.content);
  const contains = (...names: string[]) =>
    new RegExp(`<(?:[\\w.-]+:)?(?:${names.join('|')})(?=[\\s/>])`).test(content);
  switch (name) {
    case 'doi_batch':
    case 'doi_records':
    case 'crossref_result':
      return 'crossref';
    case 'OAI-PMH':
    case 'ListRecords':
    case 'GetRecord':
    case 'dc':
      return 'oai';
    case 'ArticleSet':
    case 'PubmedArticleSet':
    case 'PubmedArticle':
      return 'pubmed';
    case 'resource':
    case 'resources':
      return attributes.includes('datacite.org') || contains('titles', 'creators') ? 'datacite' : null;
    case 'records':
      return contains('header', 'metadata') ? 'oai' : 'doaj-xml';
    case 'record':
      return contains('header', 'metadata')
        ? 'oai'
        : contains('journalTitle', 'fullTextUrl')
          ? 'doaj-xml'
          : null;
    case 'article':
      return isJats(root, contains) ? 'jats' : 'ojs-native';
    case 'articles':
    case 'issue':
    case 'issues':
      return contains('front') && !isOjs(root) ? 'jats' : 'ojs-native';
    default:
      return contains('article') && contains('front') ? 'jats' : null;
  }
}

/** Without comments and character data, which may quote another format. */
function withoutQuoted(text: string): string {
  return text.replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, '');
}

/** Journals use `article` for JATS, and OJS uses it for its own format, in version 2 without a namespace. */
function isJats(root: Root, contains: (...names: string[]) => boolean): boolean {
  if (isOjs(root)) return false;
  return (
    /JATS|NLM\/\/DTD/.test(root.prolog) ||
    /jats|article-type|dtd-version/.test(root.attributes) ||
    contains('front', 'article-meta') ||
    !contains('title', 'indexing', 'galley')
  );
}

function isOjs({ attributes, prolog }: Root): boolean {
  return attributes.includes('pkp.sfu.ca') || prolog.includes('pkp.sfu.ca');
}

/** The root element; null if the text breaks off before it. */
function findRoot(text: string): Root | null {
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
  return {
    name: localName(name),
    attributes,
    prolog: withoutQuoted(text.slice(0, at)),
    content: text.slice(at + whole.length),
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
