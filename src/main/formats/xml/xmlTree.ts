/** An XML element with its local name; namespaces are ignored, so that any prefix is accepted. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
  line: number;
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The children with that name, in order; none if there is no element. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name);
}

/** The first child found on a path of names. */
export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = elementsOf(found).find((child) => child.name === name);
  return found;
}

/** All child elements, in order. */
export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

/** The attribute's value, or empty text. */
export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes.get(name) ?? '';
}

/** An element's text on one line: inline markup such as `<sub>` leaves no trace, blocks become words. */
export function lineOf(element: XmlElement | undefined): string {
  return element ? collapse(rawText(element)) : '';
}

/** The text of an element, with one line for each block such as a paragraph. */
export function linesOf(element: XmlElement): string[] {
  return rawText(element)
    .split(blockEnd)
    .map(collapse)
    .filter((line) => line !== '');
}

/** White space that is not allowed in XML, so that no text can be mistaken for it. */
const blockEnd = '\f';
const blocks = new Set(
  'p title sec list list-item def-list def-item disp-formula disp-quote table tr td th break br label'.split(
    ' ',
  ),
);

function rawText(element: XmlElement): string {
  const isMath = element.name === 'math';
  const hasMath = element.name === 'alternatives' && element.children.some(isMathElement);
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += isMath ? child.trim() : child;
    else if (hasMath && !isMathElement(child)) continue;
    else if (isMath) text += mathText(child);
    else text += rawText(child);
  }
  return blocks.has(element.name) ? blockEnd + text + blockEnd : text;
}

/** Spaces between the elements of a formula are only layout, and its annotations are for machines. */
function mathText(element: XmlElement): string {
  if (element.name.startsWith('annotation')) return '';
  return element.children
    .map((child) => (typeof child === 'string' ? child.trim() : mathText(child)))
    .join('');
}

function isMathElement(child: XmlElement | string): boolean {
  return typeof child !== 'string' && child.name === 'math';
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The start tag with the attributes that a parser found in it. */
export function startTag(name: string, attributes: Record<string, string>): string {
  const escaped = (value: string) => value.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')}>`;
}
