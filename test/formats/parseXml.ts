import { SaxesParser } from 'saxes';
import { elementsOf, localName, type XmlElement } from '../../src/main/formats/xml/xmlTree.ts';

/** The root element of a well-formed text. */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), children: [], line: 1 };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'));
    const entries = values.map(([key, value]) => [localName(key), value] as const);
    const element = { name: localName(name), attributes: new Map(entries), children: [], line: parser.line };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (piece) => open.at(-1)!.children.push(piece));
  parser.on('cdata', (piece) => open.at(-1)!.children.push(piece));
  parser.write(text.trim()).close();
  return elementsOf(root)[0]!;
}
