import type { ImportFormat } from '../../../shared/draft/fileFormats.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { inOrder } from '../formats.ts';
import { xmlRoot } from '../xml/xmlRoot.ts';

/** The format of an XML file by its root element, or what to do with another XML or HTML file. */
export function detectXml(text: string): ImportFormat | Message {
  const root = xmlRoot(text);
  // A file without a root element is broken; the reader says where.
  if (!root) return 'crossref';
  if (/^html$/i.test(root.name) || /<!doctype\s+html/i.test(root.prolog)) return msg('import.read.html');
  const format = inOrder.find(([, { isXml }]) => isXml?.(root))?.[0];
  return format ?? msg('import.read.otherXml', { name: root.name });
}
