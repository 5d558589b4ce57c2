import { parseOrcid } from '../../../shared/text/identifiers.ts';
import { settleScripts } from '../../../shared/text/scripts.ts';
import type { SourceAffiliation } from '../sourceArticle.ts';
import { withoutLabel } from '../text/withoutLabel.ts';
import { attributeOf, elementsOf, lineOf, rawText, textIn, type XmlElement } from '../xml/xmlTree.ts';

/** The affiliation in an `aff` of JATS. */
export function affiliationOf(aff: XmlElement): SourceAffiliation {
  const parts = flatParts(aff);
  const institutions = parts.filter(({ name }) => name === 'institution');
  const kindOf = (element: XmlElement) => attributeOf(element, 'content-type').toLowerCase();
  const ofKind = (kind: string) => institutions.filter((element) => kindOf(element) === kind);
  const ror = parts.find(
    ({ name, attributes }) =>
      name === 'institution-id' && /^ror$/i.test(attributes.get('institution-id-type') ?? ''),
  );
  const original = lineOf(ofKind('original')[0]);
  const name = original !== '' ? original : ofKind('orgname').length > 0 ? taggedText(parts) : pieces(aff);
  return {
    name: withoutLabel(name.replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, ''), labelBefore(aff)),
    ...(ror && { ror: lineOf(ror) }),
  };
}

/** The parts inside an affiliation, without the elements that only group them. */
function flatParts(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((part) =>
    /^(?:institution-wrap|addr-line)$/.test(part.name) ? [part, ...flatParts(part)] : [part],
  );
}

/** Parts tagged as by SciELO, which repeats them in other forms: organisation, divisions, other departments, city, country. */
function taggedText(parts: readonly XmlElement[]): string {
  const byKind = Map.groupBy(parts, ({ name, attributes }) => {
    if (name !== 'institution' && name !== 'named-content') return name;
    const kind = attributes.get('content-type')?.toLowerCase() ?? '';
    const isOther =
      name === 'institution' && !taggedKinds.has(kind) && !/^(?:normalized|original)$/.test(kind);
    return isOther ? otherKind : kind;
  });
  const texts = [...taggedKinds].flatMap((kind) => byKind.get(kind)?.map(lineOf) ?? []);
  return [...new Set(texts)].filter((text) => text !== '').join(', ');
}

/** No attribute of XML has this value. */
const otherKind = '\f';
/** In the order of the text. */
const taggedKinds = new Set([
  'orgname',
  'orgdiv1',
  'orgdiv2',
  'orgdiv3',
  otherKind,
  'city',
  'state',
  'country',
]);

const leftOut = new Set('institution-id phone fax fn xref ext-link uri object-id'.split(' '));
/** Elements that are part of a running text, and not a piece of an address. */
const inline = new Set('italic bold sc sub sup underline styled-content roman monospace'.split(' '));

/** All text; pieces that follow each other without punctuation are separated by a comma. */
function pieces(aff: XmlElement): string {
  let text = '';
  let isAfterPiece = false;
  const separate = (): void => {
    const end = text.trimEnd();
    if (end !== '' && !/[,;:(/\u2013\u2014-]$/.test(end)) text = `${end}, `;
  };
  const add = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') {
        text += child;
        if (child.trim() !== '') isAfterPiece = false;
      } else if (child.name === 'label' || isMark(child, text)) {
        // A mark inside the text begins another affiliation.
        separate();
        text += ' ';
      } else if (leftOut.has(child.name)) text += orcidAddress(child);
      // Punctuation between the pieces.
      else if (child.name === 'x') text += child.children.filter((part) => typeof part === 'string').join('');
      else if (inline.has(child.name)) text += rawText(child);
      else {
        if (isAfterPiece || child.name === 'break' || /\S$/.test(text)) separate();
        add(child);
        isAfterPiece = true;
      }
    }
  };
  add(aff);
  return settleScripts(text)
    .replace(/\s+/g, ' ')
    .replace(/ ([,;])/g, '$1')
    .trim();
}

/** An ORCID in an affiliation is not its text, but may be needed for its author. */
function orcidAddress(child: XmlElement): string {
  if (child.name !== 'ext-link' && child.name !== 'uri') return '';
  const texts = [lineOf(child), attributeOf(child, 'href')];
  return texts.find((one) => parseOrcid(one) !== null) ?? '';
}

/** The label or mark in front of the text of an affiliation; null if it has none. */
function labelBefore(element: XmlElement): string | null {
  for (const child of element.children) {
    const text = textIn(child).trim();
    if (typeof child !== 'string') {
      const label = child.name === 'label' || isMark(child, '') ? text : labelBefore(child);
      if (label) return label;
    }
    if (text !== '') return null;
  }
  return null;
}

/** A mark by which authors refer to the text after it: `<sup>1</sup>`. */
function isMark(child: XmlElement, before: string): boolean {
  if (child.name !== 'sup') return false;
  const mark = textIn(child).trim();
  return before.trim() === '' ? mark.length <= 3 : /[\s,;.]$/.test(before) && /^[\d*†‡§¶#]{1,3}$/.test(mark);
}
