import { finished } from 'node:stream/promises';
import { SAXParser, type SaxToken, type StartTag } from 'parse5-sax-parser';

const words = (text: string) => new Set(text.split(' '));

/** Text with its structure and links. */
const textTags = words(
  'a abbr b blockquote br code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre q s small span strong sub sup u ul ' +
    'table tbody td th thead tr',
);
/** Small drawings that refer to nothing but themselves. */
const drawingTags = words('svg g path circle ellipse rect line polyline polygon');
const attributes = words(
  'class id lang dir title role rel target data-modal aria-hidden aria-label viewbox width height d cx cy r rx ry x y x1 x2 ' +
    'y1 y2 points transform fill stroke stroke-width stroke-linecap stroke-linejoin fill-rule clip-rule colspan rowspan',
);
/** Elements that go with all that is in them. */
const whole = words('script style iframe object template noscript textarea title xmp math');
const withoutEnd = words('br hr');
/** They end where the next one begins, or what they are in ends. */
const endsByItself = words('p li dt dd tr td th thead tbody');

/** What is nested deeper loses its tags. */
const deepest = 200;

/**
 * HTML of a funder's pack of which nothing can run, load, cover a page or end what it is put into: only known tags and
 * attributes are kept (as they are written), scripts and styles go with their content, links lead to http, https, mailto
 * or a place in the page, what is open is closed, and a `<` that opens no tag is text. parse5 tells what is a tag.
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

/** Whether the tag is kept; notes that it is open. */
function opens({ tagName, selfClosing }: StartTag, open: string[]): boolean {
  const isDrawing = drawingTags.has(tagName);
  if (open.length >= deepest || !(isDrawing || textTags.has(tagName))) return false;
  if (!withoutEnd.has(tagName) && !(isDrawing && selfClosing)) open.push(tagName);
  return true;
}

/** What ends the elements, from within outwards. */
function endTags(names: readonly string[]): string {
  const needed = names.filter((name) => !endsByItself.has(name)).reverse();
  return needed.map((name) => `</${name}>`).join('');
}

/** A tag of which every attribute is harmless stays as it is written. */
function inertTag({ tagName, attrs, selfClosing }: StartTag, written: string): string {
  const kept = attrs.filter(({ name, value }) => isHarmless(name.toLowerCase(), value));
  if (kept.length === attrs.length) return written;
  const values = kept.map(({ name, value }) => ` ${name}="${escaped(value)}"`).join('');
  return `<${tagName}${values}${selfClosing ? '/' : ''}>`;
}

function isHarmless(name: string, value: string): boolean {
  // A tag within a value is nothing good.
  if (/[<>`]/.test(value)) return false;
  // A colour may be written as a reference to elsewhere, and that with escapes.
  return name === 'href' ? leadsOut(value) : attributes.has(name) && !/url\s*\(|\\/i.test(value);
}

/** Read as a browser does, which overlooks blanks and controls; what has no scheme leads no further than the page. */
function leadsOut(value: string): boolean {
  const url = URL.parse(value, 'https://page.invalid/');
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
