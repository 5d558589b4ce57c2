import { maxTraced, type RecordTrace } from '../reader.ts';
import { withoutMarks } from './xmlEntities.ts';

/** Keeps the source of the record that somebody wants to see, from the pieces that a parser reads. */
export class RecordSource {
  readonly #trace: RecordTrace;
  /** The source of the record that is read, if it may be the wanted one. */
  #text: string | null = null;
  /** The piece that the parser reads, and the one before it. */
  #piece = '';
  #before = '';
  /** Where the source in the piece begins. */
  #from = 0;
  /** Records that began in the wanted line. */
  #inLine = 0;

  constructor(trace: RecordTrace) {
    this.#trace = trace;
  }

  /** Returns true for the line of a record before the wanted one. */
  isBefore(line: number): boolean {
    return line < this.#trace.line;
  }

  beginPiece(piece: string): void {
    this.#piece = piece;
  }

  endPiece(): void {
    this.#keep(this.#piece.length);
    this.#before = this.#piece;
  }

  /** Begins with the record whose start tag ends there in the piece, if it is in the wanted line. */
  begin(line: number, end: number): void {
    this.#text = null;
    if (this.#trace.text !== null || line !== this.#trace.line) return;
    const start = this.#piece.lastIndexOf('<', end - 1);
    // The start tag may have begun in the piece before.
    this.#text = start < 0 ? this.#before.slice(Math.max(0, this.#before.lastIndexOf('<'))) : '';
    this.#from = Math.max(0, start);
  }

  /** Gives the source of the record that ends there in the piece to whoever wants it. */
  end(end: number): void {
    if (this.#text === null) return;
    this.#keep(end);
    if (this.#inLine++ === this.#trace.rank) this.#trace.text = withoutMarks(this.#text);
    this.#text = null;
  }

  #keep(end: number): void {
    if (this.#text === null) return;
    if (this.#text.length < maxTraced) this.#text += this.#piece.slice(this.#from, end);
    this.#from = 0;
  }
}
