import type { SourceFile } from '../reader.ts';
import { detectEncoding, headText } from '../text/decodeText.ts';

/** The beginning of an XML file. */
export interface XmlStart {
  /** Bytes that are not part of the XML. */
  skip: number;
  /** The text in them. */
  before: string;
  /** The XML, as far as it is in the head. */
  text: string;
}

/**
 * Passes over blank lines, and messages of the program that wrote the file, before the XML declaration, which has to be
 * at the beginning. A declaration inside the XML of a format that we read is left alone.
 */
export function xmlStart(head: Buffer, detectXml: SourceFile['detectXml']): XmlStart {
  const whole = headText(head);
  const at = Math.max(0, whole.search(/<\?xml\s/));
  const before = whole.slice(0, at);
  const isWithin = before.trimStart().startsWith('<') && typeof detectXml(before.trimStart()) === 'string';
  if (before === '' || isWithin) return { skip: 0, before: '', text: whole };
  const { name, skip } = detectEncoding(head);
  return {
    skip: skip + at * (name === 'utf-8' ? 1 : name.startsWith('utf-32') ? 4 : 2),
    before,
    text: whole.slice(at),
  };
}
