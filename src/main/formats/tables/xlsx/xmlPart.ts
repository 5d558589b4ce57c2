import { SaxesParser } from 'saxes';
import { msg } from '../../../../shared/message.ts';
import { detectEncoding } from '../../text/decodeText.ts';
import { type Decoder, ownDecoder } from '../../text/encodings.ts';
import { localName } from '../../xml/xmlTree.ts';
import { WrongEntry } from '../../zip/readZipEntry.ts';

/** Takes the elements of a part of a workbook by their local names. */
export interface PartHandler {
  open: (name: string, attributes: Record<string, string>) => void;
  close: (name: string) => void;
  text: (text: string) => void;
}

/** Limits for hostile parts: nesting depth, attributes of one element, and characters that the parser buffers. */
const maxDepth = 50;
const maxAttributes = 500;
const maxUnread = 20_000_000;
/** So short that the cells in it, even if each refers to a long text, fit into memory. */
const pieceLength = 1 << 12;

/**
 * Passes the elements of an XML part to the handler and yields after each piece, so that its results can be collected.
 * Throws `WrongEntry` if the part is broken.
 */
export async function* readPart(pieces: AsyncIterable<Buffer>, handler: PartHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false });
  const fail = (): never => {
    throw new WrongEntry(msg('import.read.sheetBroken'));
  };
  let depth = 0;
  let attributes = 0;
  let unread = 0;
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) fail();
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    unread = 0;
    attributes = 0;
    if (++depth > maxDepth) fail();
    handler.open(localName(name), given);
  });
  parser.on('closetag', ({ name }) => {
    unread = 0;
    depth--;
    handler.close(localName(name));
  });
  parser.on('text', handler.text);
  parser.on('cdata', handler.text);
  let decoder: Decoder | null = null;
  for await (const piece of pieces) {
    decoder ??= ownDecoder(detectEncoding(piece).name)!;
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += pieceLength) {
      unread += pieceLength;
      if (unread > maxUnread) fail();
      parser.write(text.slice(at, at + pieceLength));
      yield;
    }
  }
  if (depth > 0 || decoder === null) fail();
}
