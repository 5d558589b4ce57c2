import { lineOf, linesOf, type XmlElement } from '../xml/xmlTree.ts';
import { abstractText } from './abstractText.ts';
import { plainText } from './plainText.ts';

/** The text of an element on one line; its text may have HTML tags as characters, whose references are resolved then. */
export function markupLine(element: XmlElement | undefined): string {
  return withoutTags(lineOf(element));
}

/** The text of an element with one line for each block; its text may have HTML tags as characters. */
export function markupLines(element: XmlElement): string {
  return linesIn(element).map(withoutTags).join('\n');
}

/** In an element without others, an empty line separates paragraphs. */
function linesIn(element: XmlElement): string[] {
  if (element.children.some((child) => typeof child !== 'string')) return linesOf(element);
  const paragraphs = element.children.join('').split(/\n[ \t\r]*\n/);
  return paragraphs.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

/** The text of an element that always holds HTML as characters, on one line. */
export function htmlLine(element: XmlElement | undefined): string {
  return plainText(lineOf(element)).replace(/\s+/g, ' ').trim();
}

/** The abstract in an element that always holds HTML as characters, with one line for each block. */
export function htmlAbstract(element: XmlElement): string {
  return abstractText(linesOf(element).join('\n'));
}

const tag = /<\/?[a-z][a-z\d:-]{0,30}(?:\s[^<>]{0,2000})?\/?>/i;

/** Numbers of characters that were escaped once more: `&#58;` in the text of an element. A name may be meant as it is. */
const reference = /&#(?:\d{1,6}|x[\da-f]{1,6});/i;

/** Text that may have HTML tags and references as characters, without them. */
export function withoutTags(text: string): string {
  return tag.test(text) || reference.test(text) ? plainText(text) : text;
}
