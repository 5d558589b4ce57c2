import { SaxesParser } from 'saxes';
import { msg } from '../../../../shared/message.ts';
import { detectEncoding } from '../../text/decodeText.ts';
import { type Decoder, ownDecoder } from '../../text/encodings.ts';
import { ownReferences, PlainXml } from '../../xml/plainXml.ts';
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
  const part = new Part(handler);
  let decoder: Decoder | null = null;
  for await (const piece of pieces) {
    decoder ??= ownDecoder(detectEncoding(piece).name)!;
    for (const _ of part.read(decoder.decode(piece, { stream: true }))) yield;
  }
  for (const _ of part.end()) yield;
}

class Part {
  readonly #handler: PartHandler;
  /** Reads nearly all parts to their ends; null once something else than plain XML stands in one. */
  #plain: PlainXml | null;
  readonly #parser = new SaxesParser({ xmlns: false });
  #depth = 0;
  #attributes = 0;
  #unread = 0;
  #isEmpty = true;

  constructor(handler: PartHandler) {
    this.#handler = handler;
    this.#plain = new PlainXml(
      { open: this.#open, close: this.#close, text: handler.text },
      ownReferences,
      false,
    );
  }

  *read(text: string): Generator<void> {
    this.#isEmpty = false;
    if (this.#plain === null) {
      yield* this.#parse(text);
      return;
    }
    this.#plain.add(text);
    let state: ReturnType<PlainXml['read']>;
    do {
      state = this.#plain.read(pieceLength);
      yield;
    } while (state === 'next');
    if (state === 'other') yield* this.#goOn(this.#plain);
  }

  *end(): Generator<void> {
    if (this.#plain) yield* this.#goOn(this.#plain);
    if (this.#depth > 0 || this.#isEmpty) fail();
  }

  *#goOn(plain: PlainXml): Generator<void> {
    this.#plain = null;
    const parser = this.#parser;
    parser.write(plain.known);
    parser.on('error', fail);
    parser.on('doctype', fail);
    parser.on('attribute', () => {
      if (++this.#attributes > maxAttributes) fail();
    });
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('closetag', ({ name }) => this.#close(name));
    parser.on('text', this.#handler.text);
    parser.on('cdata', this.#handler.text);
    yield* this.#parse(plain.rest);
  }

  *#parse(text: string): Generator<void> {
    for (let at = 0; at < text.length; at += pieceLength) {
      this.#unread += pieceLength;
      if (this.#unread > maxUnread) fail();
      this.#parser.write(text.slice(at, at + pieceLength));
      yield;
    }
  }

  #open = (name: string, attributes: Record<string, string>): void => {
    this.#unread = 0;
    this.#attributes = 0;
    if (++this.#depth > maxDepth) fail();
    this.#handler.open(localName(name), attributes);
  };

  #close = (name: string): void => {
    this.#unread = 0;
    this.#depth--;
    this.#handler.close(localName(name));
  };
}

function fail(): never {
  throw new WrongEntry(msg('import.read.sheetBroken'));
}
