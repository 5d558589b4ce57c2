import { type Message, msg } from '../../../shared/message.ts';
import { headedLine, isHeadingOfWhole } from '../text/headedLine.ts';
import { withoutTags } from '../text/markupText.ts';
import { attributeOf, elementsOf, lineOf, linesOf, textIn, type XmlElement } from '../xml/xmlTree.ts';

/** The text of an element of JATS on one line, without marks of footnotes; it may have HTML tags as characters. */
export function jatsLine(element: XmlElement | undefined): string {
  return element ? withoutTags(lineOf(readable(element))) : '';
}

/** The text of a title; signs such as an asterisk at its end refer to a footnote. */
export function jatsTitle(element: XmlElement | undefined): string {
  return element ? jatsLine(withoutParts(element, isFootnoteSign)) : '';
}

/** A name or a part of one; signs, numbers and letters above the line behind it refer to footnotes and affiliations. */
export function jatsName(element: XmlElement | undefined): string {
  return element ? jatsLine(withoutParts(element, isMark)).replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '') : '';
}

/** The text of an abstract with one line for each paragraph. */
export function jatsAbstract(element: XmlElement): string {
  return abstractLines(readable(element)).map(withoutTags).join('\n');
}

/** One line per paragraph; a section's title comes before its first paragraph. The heading "Abstract" is left out. */
function abstractLines(element: XmlElement): string[] {
  const lines: string[] = [];
  let heading = '';
  const add = ([first = '', ...rest]: string[]) => {
    if (first === '') return;
    lines.push(headedLine(heading, first), ...rest);
    heading = '';
  };
  const loose: XmlElement = { ...element, name: '', children: [] };
  const endLoose = () => add(linesOf({ ...loose, children: loose.children.splice(0) }));
  for (const child of element.children) {
    if (typeof child !== 'string' && child.name === 'title') {
      endLoose();
      lines.push(heading);
      heading = lineOf(child);
      if (isHeadingOfWhole(heading)) heading = '';
    } else if (typeof child !== 'string' && (child.name === 'p' || child.name === 'sec')) {
      endLoose();
      add(child.name === 'sec' ? abstractLines(child) : linesOf(child));
    } else loose.children.push(child);
  }
  endLoose();
  lines.push(heading);
  return lines.filter((line) => line !== '');
}

const silent = new Set(
  'fn label graphic inline-graphic media object-id alt-text long-desc index-term email pub-id issn isbn'.split(
    ' ',
  ),
);
const marks = new Set('fn table-fn author-notes corresp aff'.split(' '));

/** The element without parts that readers do not see as text. */
function readable(element: XmlElement): XmlElement {
  return withoutParts(element, (child, at, siblings) => {
    if (silent.has(child.name) || isCitationMark(child) || isBareMark(child, siblings[at - 1])) return true;
    return child.name === 'xref' && marks.has(attributeOf(child, 'ref-type'));
  });
}

/** The note on the numbers of references in these texts, which are left out; none if there are none. */
export function citationNotes(texts: readonly (XmlElement | undefined)[]): Message[] {
  const marks = texts.flatMap((text) => (text ? citationMarks(text) : []));
  return marks.length === 0 ? [] : [msg('import.note.citationMarks', { marks: marks.slice(0, maxNamed) })];
}

/** A record may have any number of them. */
const maxNamed = 50;

/** The numbers above the line that refer to the list of references, which are left out. */
function citationMarks(element: XmlElement): string[] {
  return element.children.flatMap((child, at) => {
    if (typeof child === 'string') return [];
    const isCitation = isCitationMark(child) || isBareMark(child, element.children[at - 1]);
    return isCitation ? [textIn(child).trim()] : citationMarks(child);
  });
}

/** `<sup><xref ref-type="bibr">1</xref>,<xref ref-type="bibr">2</xref></sup>`, or with `sup` inside. */
function isCitationMark(child: XmlElement): boolean {
  const [outer, inner] = child.name === 'sup' ? ['sup', 'xref'] : ['xref', 'sup'];
  if (child.name !== outer) return false;
  const parts = elementsOf(child);
  const around = child.children.filter((one) => typeof one === 'string').join('');
  const isRaised =
    parts.length > 0 && parts.every(({ name }) => name === inner) && !/[\p{L}\d]/u.test(around);
  return (
    isRaised &&
    [child, ...parts].every((one) => one.name === 'sup' || attributeOf(one, 'ref-type') === 'bibr')
  );
}

/** `soil<xref ref-type="bibr">1</xref>`: a number that the journal's style raises. */
function isBareMark(child: XmlElement, before: XmlElement | string | undefined): boolean {
  return (
    child.name === 'xref' &&
    attributeOf(child, 'ref-type') === 'bibr' &&
    typeof before === 'string' &&
    /[\p{L}.,;)]$/u.test(before) &&
    /^[\d,\s\u2010-\u2013-]+$/.test(textIn(child))
  );
}

function isFootnoteSign(child: XmlElement): boolean {
  return child.name === 'sup' && /^[*†‡§¶#]{1,3}$/.test(textIn(child).trim());
}

/** `Okoro<sup>a,b</sup>`; the letters in `M<sup>c</sup>Ray` and `M<sup>a</sup>` belong to the name. */
function isMark(child: XmlElement, at: number, siblings: readonly (XmlElement | string)[]): boolean {
  if (child.name !== 'sup') return false;
  const text = textIn(child);
  if (!/\p{L}/u.test(text)) return true;
  if (/\p{L}{2}/u.test(text)) return false;
  const before = besideMarks(siblings.slice(Math.max(0, at - maxMarks), at));
  const behind = besideMarks(siblings.slice(at + 1, at + 1 + maxMarks));
  return /\p{L}{2}[\s,;]*$/u.test(before) && /^\s*(?:[,;]|$)/.test(behind);
}

/** How many parts beside a mark are looked at. */
const maxMarks = 6;

/** The text of some parts without what stands above the line. */
function besideMarks(parts: readonly (XmlElement | string)[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.name === 'sup' ? '' : textIn(part)))
    .join('');
}

/** A copy without the parts that `isLeftOut` names, at any depth. */
function withoutParts(
  element: XmlElement,
  isLeftOut: (child: XmlElement, at: number, siblings: readonly (XmlElement | string)[]) => boolean,
): XmlElement {
  const { children } = element;
  return {
    ...element,
    children: children
      .filter((child, at) => typeof child === 'string' || !isLeftOut(child, at, children))
      .map((child) => (typeof child === 'string' ? child : withoutParts(child, isLeftOut))),
  };
}
