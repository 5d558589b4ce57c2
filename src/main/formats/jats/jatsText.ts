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
  return element ? jatsLine(withoutSignsAtEnd(withoutSilent(element))) : '';
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
  return withoutCitations(withoutSilent(element), []);
}

function withoutSilent(element: XmlElement): XmlElement {
  return withoutParts(
    element,
    (child) => silent.has(child.name) || (child.name === 'xref' && marks.has(attributeOf(child, 'ref-type'))),
  );
}

/** The note on the numbers of references in these texts, which are left out; none if there are none. */
export function citationNotes(texts: readonly (XmlElement | undefined)[]): Message[] {
  const found: string[] = [];
  for (const text of texts) if (text && hasReferences(text)) withoutCitations(withoutSilent(text), found);
  return found.length === 0 ? [] : [msg('import.note.citationMarks', { marks: found.slice(0, maxNamed) })];
}

/** A record may have any number of them. */
const maxNamed = 50;

function hasReferences(element: XmlElement): boolean {
  return elementsOf(element).some((child) => child.name === 'xref' || hasReferences(child));
}

function withoutCitations(element: XmlElement, found: string[]): XmlElement {
  return hasReferences(element) ? new CitationMarks(found).leftOutOf(element) : element;
}

/** Elements that begin and end a line. */
const lines =
  /^(?:abstract|trans-abstract|sec|p|title|list|list-item|def-list|def-item|disp-quote|disp-formula|break|table|tr|td|th)$/;
/** What stands between the numbers of a list of references, also in brackets that are above the line. */
const separator = /^[\s,;\u2010-\u2015-]+$/;
const raisedSeparator = /^[\s,;)\]\u2010-\u2015-]+$/;

/** Leaves out the numbers of references that the style of a journal puts behind words, and keeps the words apart. */
class CitationMarks {
  readonly #found: string[];
  /** The end of the text so far, and whether a mark was left out behind it. */
  #before = '';
  #isAfterMark = false;

  /** The marks are added to `found`. */
  constructor(found: string[]) {
    this.#found = found;
  }

  leftOutOf(element: XmlElement): XmlElement {
    const isLine = lines.test(element.name);
    if (isLine) this.#endLine();
    const children: (XmlElement | string)[] = [];
    for (const [at, child] of element.children.entries()) {
      const next = element.children[at + 1];
      if (this.#isMark(child)) {
        this.#found.push(textIn(child).trim());
        this.#isAfterMark = true;
      } else if (!this.#isSeparator(child, next)) children.push(this.#kept(child));
    }
    if (isLine) this.#endLine();
    return { ...element, children };
  }

  #kept(child: XmlElement | string): XmlElement | string {
    if (typeof child === 'string') return this.#apart(child, this.#isAfterMark);
    if (child.name !== 'xref' || !refersToReference(child)) return this.leftOutOf(child);
    const text = textIn(child);
    return { ...child, children: [this.#apart(text, this.#isAfterMark || /^\d/.test(text))] };
  }

  #endLine(): void {
    this.#before = '';
    this.#isAfterMark = false;
  }

  /** The text with a blank before it if it is another word or number than what it would otherwise join. */
  #apart(text: string, isOther: boolean): string {
    const wouldJoin = /[\p{L}\p{N}.,;:)\]]$/u.test(this.#before) && /^[\p{L}\p{N}(]/u.test(text);
    const blank = wouldJoin && isOther ? ' ' : '';
    if (text !== '') this.#isAfterMark = false;
    this.#before = (this.#before + blank + text.slice(-maxBefore)).slice(-maxBefore);
    return blank + text;
  }

  #isMark(child: XmlElement | string | undefined): boolean {
    if (typeof child !== 'object') return false;
    if (isCitationMark(child)) return true;
    return (
      isNumberOfReference(child) &&
      /[\p{L}\p{N}.,;:)\]”’"'»%!?]$/u.test(this.#before) &&
      !listInBrackets.test(this.#before) &&
      !/\b(?:refs?|references?|nos?)\.?$/i.test(this.#before)
    );
  }

  #isSeparator(child: XmlElement | string, next: XmlElement | string | undefined): boolean {
    if (typeof child === 'string') return this.#isAfterMark && separator.test(child) && this.#isMark(next);
    if (child.name !== 'sup') return false;
    return this.#isAfterMark
      ? raisedSeparator.test(textIn(child))
      : this.#isMark(next) && /^[\s([]+$/.test(textIn(child));
  }
}

const maxBefore = 60;
/** `[1, `, `(see 2`: such numbers are text. */
const listInBrackets = /[[({]\s*(?:\p{L}+\.?\s+)?[\d\s,;\u2010-\u2015-]*$/u;

/** `<sup><xref ref-type="bibr">1</xref>,<xref ref-type="bibr">2</xref>, 5</sup>`, or with `sup` inside. */
function isCitationMark(child: XmlElement): boolean {
  const [outer, inner] = child.name === 'sup' ? ['sup', 'xref'] : ['xref', 'sup'];
  if (child.name !== outer) return false;
  const parts = elementsOf(child);
  const first = child.children.findIndex((one) => typeof one !== 'string');
  const isRaised =
    parts.length > 0 &&
    parts.every(({ name }) => name === inner) &&
    child.children.every(
      (one, at) => typeof one !== 'string' || !(at < first ? /[\p{L}\d]/u : /\p{L}|^\s*\d/u).test(one),
    );
  return isRaised && [child, ...parts].every((one) => one.name === 'sup' || refersToReference(one));
}

/** `<xref ref-type="bibr">1</xref>`, a number that the journal's style raises; years have four digits. */
function isNumberOfReference(child: XmlElement): boolean {
  return (
    child.name === 'xref' &&
    refersToReference(child) &&
    /^\s*\d{1,3}(?:[,\s\u2010-\u2013-]+\d{1,3})*\s*$/.test(textIn(child))
  );
}

/** Without a type, ids such as `B12` and `ref-3` tell. */
function refersToReference(xref: XmlElement): boolean {
  const type = attributeOf(xref, 'ref-type');
  return type === ''
    ? /^(?:b|bib|bibr|r|ref|cr|cit)[-_.]?\d+$/i.test(attributeOf(xref, 'rid'))
    : type === 'bibr';
}

function isFootnoteSign(child: XmlElement): boolean {
  return child.name === 'sup' && /^[*†‡§¶#]{1,3}$/.test(textIn(child).trim());
}

/** A copy without footnote signs at the end of its text or of a line; others are part of it: `C<sup>*</sup>-algebras`. */
function withoutSignsAtEnd(element: XmlElement): XmlElement {
  let isEnd = true;
  const without = (part: XmlElement): XmlElement => {
    const kept: (XmlElement | string)[] = [];
    for (const child of part.children.toReversed()) {
      if (typeof child === 'string') {
        isEnd &&= !/[\p{L}\p{N}]/u.test(child);
        kept.push(child);
      } else if (!isEnd || !isFootnoteSign(child)) {
        const wasEnd = isEnd;
        kept.push(without(child));
        // References are no text of the title.
        if (child.name === 'xref') isEnd = wasEnd;
        if (child.name === 'break') isEnd = true;
      }
    }
    return { ...part, children: kept.reverse() };
  };
  return without(element);
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
