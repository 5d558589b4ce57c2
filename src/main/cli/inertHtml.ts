/** Text with its structure, links, and small drawings that refer to nothing but themselves. */
const tags = new Set(
  (
    'a abbr b blockquote br code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre q s small span strong sub sup u ul ' +
    'table tbody td th thead tr svg g path circle ellipse rect line polyline polygon'
  ).split(' '),
);
/** Elements that go with all that is in them. */
const whole = new Set(
  'script style iframe object embed template noscript textarea title xmp math'.split(' '),
);
const attributes = new Set(
  (
    'class id lang dir title role rel target data-modal aria-hidden aria-label viewbox width height d cx cy r rx ry x y x1 x2 ' +
    'y1 y2 points transform fill stroke stroke-width stroke-linecap stroke-linejoin fill-rule clip-rule colspan rowspan'
  ).split(' '),
);

/**
 * HTML of a funder's pack of which nothing can run, load or cover a page, whoever puts it into one: only known tags and
 * attributes are kept (as they are written), scripts and styles go with their content, links lead to http, https, mailto
 * or a place in the page, and a `<` that opens no known tag is text.
 */
export function inertHtml(html: string): string {
  let out = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) return out + html.slice(at);
    out += html.slice(at, open);
    const piece = readPiece(html, open);
    out += piece.text;
    at = piece.end;
  }
  return out;
}

/** What becomes of the piece that begins with the `<` at `open`, and where it ends. */
function readPiece(html: string, open: number): { text: string; end: number } {
  if (html.startsWith('<!--', open)) return { text: '', end: after(html, '-->', open + 4) };
  const head = /^<(\/?)([a-z][^\s/>]*)/i.exec(html.slice(open, open + 60));
  if (!head) {
    if (/^<[!?/]/.test(html.slice(open, open + 2))) return { text: '', end: after(html, '>', open) };
    return { text: '&lt;', end: open + 1 };
  }
  const [start, slash = '', written = ''] = head;
  const name = written.toLowerCase();
  const { list, end } = readAttributes(html, open + start.length);
  if (whole.has(name)) return { text: '', end: slash ? end : endOfElement(html, name, end) };
  const isUnfinished = list.at(-1)?.name === unfinished;
  if (isUnfinished || !tags.has(name)) return { text: '', end };
  if (slash) return { text: `</${written}>`, end };
  const kept = list.filter(isHarmless).map(({ text }) => ` ${text}`);
  const isAsWritten = kept.length === list.length;
  // What is harmless throughout stays as the funder wrote it.
  return { text: isAsWritten ? html.slice(open, end) : `<${written}${kept.join('')}>`, end };
}

/** No attribute can be called so. */
const unfinished = '>';

interface Attribute {
  name: string;
  value: string;
  text: string;
}

/** The attributes from `from` on, and where the tag ends; a tag that does not end takes the rest of the text with it. */
function readAttributes(html: string, from: number): { list: Attribute[]; end: number } {
  const list: Attribute[] = [];
  const next = /[\s/]*(?:(>)|([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?|(.))/sy;
  next.lastIndex = from;
  for (;;) {
    const found = next.exec(html);
    if (!found) return { list: [...list, { name: unfinished, value: '', text: '' }], end: html.length };
    const [, end, name, double, single, bare, stray] = found;
    if (end) return { list, end: next.lastIndex };
    const value = double ?? single ?? bare ?? '';
    if (stray !== undefined || name === undefined) list.push({ name: 'stray', value: '', text: '' });
    else list.push({ name: name.toLowerCase(), value, text: `${name}="${value.replaceAll('"', '&quot;')}"` });
  }
}

function isHarmless({ name, value }: Attribute): boolean {
  if (name === 'href') return isHarmlessLink(value);
  return attributes.has(name) && !/[<>`]/.test(value);
}

/** An address without a scheme leads nowhere else than the page; an entity might hide one. */
function isHarmlessLink(value: string): boolean {
  const address = value.replace(/&amp;/g, '&').trim();
  if (/[\p{Cc}<>`]|&(?:#|colon|tab|newline)/iu.test(address)) return false;
  return /^(?:https?:|mailto:|#|[^:]*$)/i.test(address);
}

function endOfElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found ? after(html, '>', found.index) : html.length;
}

function after(html: string, sign: string, from: number): number {
  const place = html.indexOf(sign, from);
  return place < 0 ? html.length : place + sign.length;
}
