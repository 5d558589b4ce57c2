/** `\t`, `\n`, `\r` and space. */
export const isBlank = byteTable(
  (byte) => byte === 32 || (byte >= 9 && byte <= 13 && byte !== 11 && byte !== 12),
);

export const NEWLINE = 10;

/** The part of a file still needed, and the position in it; the byte at offset `o` is `bytes[o - base]`. */
export class FileWindow {
  bytes = Buffer.alloc(0);
  base = 0;
  /** The offset after the last byte that was fed. */
  end = 0;
  /** The next byte to read; it may lie beyond `end`. */
  at = 0;
  line = 1;
  /** Blanks between the beginning of the line and `at`; -1 if anything else is there. */
  indent = -1;
  /** No more data will be fed. */
  isLast = false;

  /** Appends the next piece of the file; bytes before the offset `keepFrom` are no longer needed. */
  feed(piece: Uint8Array, keepFrom: number): void {
    const used = this.end - this.base;
    if (used + piece.length > this.bytes.length) this.#makeRoom(Math.min(keepFrom, this.end), piece.length);
    this.bytes.set(piece, this.end - this.base);
    this.end += piece.length;
  }

  #makeRoom(keepFrom: number, length: number): void {
    const needed = this.end - keepFrom + length;
    const target =
      needed > this.bytes.length ? Buffer.allocUnsafe(Math.max(1 << 16, needed * 2)) : this.bytes;
    this.bytes.copy(target, 0, keepFrom - this.base, this.end - this.base);
    this.bytes = target;
    this.base = keepFrom;
  }

  /** The byte at an offset; undefined if it is not in the window. */
  byteAt(offset: number): number | undefined {
    return offset < this.end ? this.bytes[offset - this.base] : undefined;
  }

  /** The bytes from one offset to another, valid until the next `feed`. */
  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from - this.base, Math.min(to, this.end) - this.base);
  }

  /** Moves past `byte`, which is at `at`, if it is a blank; returns true if it was one. */
  skipBlank(byte: number): boolean {
    if (!isBlank[byte]) return false;
    if (byte === NEWLINE) {
      this.line++;
      this.indent = 0;
    } else if (this.indent >= 0) this.indent++;
    this.at++;
    return true;
  }

  /** Moves past a byte that is not a blank. */
  skip(): void {
    this.indent = -1;
    this.at++;
  }
}

/** A table with 1 for each byte that passes the test, otherwise 0. */
export function byteTable(test: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (test(byte) ? 1 : 0));
}
