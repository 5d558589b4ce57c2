import { finished } from 'node:stream/promises';
import { SAXParser, type SaxToken, type StartTag } from 'parse5-sax-parser';

const words = (text: string) => new Set(text.split(' '));

/** Elements for text, its structure and links. */
const textTags = words(
  'a abbr b blockquote br code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre q s small span strong sub sup u ul ' +
    'table tbody td th thead tr',
);
/** Elements of small drawings that refer to nothing outside themselves. */
const drawingTags = words('svg g path circle ellipse rect line polyline polygon');
const attributes = words(
  'class id lang dir title role rel target data-modal aria-hidden aria-label viewbox width height d cx cy r rx ry x y x1 x2 ' +
    'y1 y2 points transform fill stroke stroke-width stroke-linecap stroke-linejoin fill-rule clip-rule colspan rowspan',
);
/** Elements that are removed with their content. */
const whole = words('script style iframe object template noscript textarea title xmp math');
const withoutEnd = words('br hr');
/** Elements that end where the next one begins or their parent ends. */
const endsByItself = words('p li dt dd tr td th thead tbody');

/** Elements nested deeper than this lose their tags. */
const deepest = 200;

/**
 * Makes the HTML of a funder's pack inert, so that it cannot run or load anything, cover a page or close the element it
 * is put into: only known tags and attributes stay (as written), scripts and styles are removed with their content,
 * links go to http, https, mailto or a place in the page, open elements are closed, and a `<` that opens no tag is
 * text. parse5 decides what is a tag.
 */
export async function inertHtml(html: string): Promise<string> {
  const parser = new SAXParser({ sourceCodeLocationInfo: true });
  const written = ({ sourceCodeLocation: at }: SaxToken) =>
    at ? html.slice(at.startOffset, at.endOffset) : '';
  const open: string[] = [];
  let dropped = '';
  let out = '';
  parser.on('text', (text) => {
    if (dropped === '') out += written(text).replaceAll('\0', '').replaceAll('<', '&lt;');
  });
  parser.on('startTag', (tag) => {
    if (dropped !== '') return;
    if (whole.has(tag.tagName)) dropped = tag.tagName;
    else if (opens(tag, open)) out += inertTag(tag, written(tag));
  });
  parser.on('endTag', ({ tagName }) => {
    const place = open.lastIndexOf(tagName);
    if (dropped === tagName) dropped = '';
    else if (dropped === '' && place >= 0) out += `${endTags(open.splice(place).slice(1))}</${tagName}>`;
  });
  parser.end(html);
  await finished(parser);
  return out + endTags(open);
}

/** Returns true if the tag stays, and records that it is open. */
function opens({ tagName, selfClosing }: StartTag, open: string[]): boolean {
  const isDrawing = drawingTags.has(tagName);
  if (open.length >= deepest || !(isDrawing || textTags.has(tagName))) return false;
  if (!withoutEnd.has(tagName) && !(isDrawing && selfClosing)) open.push(tagName);
  return true;
}

/** The closing tags of the elements, innermost first. */
function endTags(names: readonly string[]): string {
  const needed = names.filter((name) => !endsByItself.has(name)).reverse();
  return needed.map((name) => `</${name}>`).join('');
}

/** A tag with only harmless attributes stays as written, unless it repeats one: the parser reports only the first. */
function inertTag(tag: StartTag, written: string): string {
  const { tagName, attrs, selfClosing } = tag;
  const kept = attrs.filter(({ name, value }) => isHarmless(name.toLowerCase(), value));
  if (kept.length === attrs.length && !repeatsAttribute(tag, written)) return written;
  const values = kept.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
  return `<${tagName}${values}${selfClosing ? '/' : ''}>`;
}

/** Returns true if the tag has more in it than its name and the attributes that the parser reports. */
function repeatsAttribute({ sourceCodeLocation: at }: StartTag, written: string): boolean {
  // parse5's types lack the positions of attributes.
  const { startOffset: start = 0, attrs = {} } = (at ?? {}) as { startOffset?: number; attrs?: Places };
  let rest = written;
  for (const { startOffset, endOffset } of Object.values(attrs).sort(lastFirst))
    rest = rest.slice(0, startOffset - start) + rest.slice(endOffset - start);
  return !/^<[^\s/>]+[\s/]*>$/.test(rest);
}

type Place = NonNullable<StartTag['sourceCodeLocation']>;
type Places = Record<string, Place>;

function lastFirst(one: Place, other: Place): number {
  return other.startOffset - one.startOffset;
}

function isHarmless(name: string, value: string): boolean {
  // A tag inside a value is suspicious.
  if (/[<>`]/.test(value)) return false;
  // A colour may be written as an external reference, even with escapes.
  return name === 'href' ? leadsOut(value) : attributes.has(name) && !/url\s*\(|\\/i.test(value);
}

/** Parses like a browser, ignoring spaces and control characters; a link without a scheme stays in the page. */
function leadsOut(value: string): boolean {
  const url = URL.parse(value, 'https://page.invalid/');
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
