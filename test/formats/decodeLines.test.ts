import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecodedLine, decodeLines } from '../../src/main/formats/text/decodeLines.ts';

async function linesOf(bytes: Buffer, pieceLength = bytes.length) {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  })();
  const lines: DecodedLine[] = [];
  for await (const some of decodeLines(pieces, bytes.subarray(0, 1 << 16))) lines.push(...some);
  return lines;
}

test('lines end in a line feed, a carriage return or both, wherever the file is cut', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const bytes = Buffer.from(`${encoding === 'utf8' ? '' : '\ufeff'}a\r\nb\rc\n\r\rdé`, encoding);
    for (let length = 1; length <= bytes.length; length++) {
      const lines = await linesOf(bytes, length);
      expect(lines.map(({ text }) => text)).toEqual(['a', 'b', 'c', '', '', 'dé']);
      expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  }
});

test('a line that is not UTF-8 is read as Windows-1252', async () => {
  expect(await linesOf(Buffer.from('caf\xe9 \x96\nb', 'latin1'))).toEqual([
    { text: 'café –', line: 1, isGuessed: true, isTooLong: false },
    { text: 'b', line: 2, isGuessed: false, isTooLong: false },
  ]);
});

test('a line that is too long is passed over without being kept in memory', async () => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const long = Buffer.from(`\ufeff${'x'.repeat(9_000_000)}\nb`, encoding);
    expect(await linesOf(long, 60_000)).toEqual([
      { text: '', line: 1, isGuessed: false, isTooLong: true },
      { text: 'b', line: 2, isGuessed: false, isTooLong: false },
    ]);
  }
});

test('any text has the same lines, however it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('\r', '\n', 'a', 'é') }),
      fc.integer({ min: 1, max: 5 }),
      async (text, length) => {
        const expected = text.split(/\r\n?|\n/);
        if (expected.at(-1) === '') expected.pop();
        expect((await linesOf(Buffer.from(text), length)).map((line) => line.text)).toEqual(expected);
      },
    ),
  );
});

test('lines come at once for each piece, so that empty ones cost next to nothing', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const piece = Buffer.from(end.repeat(50_000));
    const pieces = (async function* () {
      for (let at = 0; at < 3; at++) yield piece;
    })();
    const counts: number[] = [];
    for await (const lines of decodeLines(pieces, piece.subarray(0, 1 << 16))) counts.push(lines.length);
    expect(counts).toEqual([50_000, 50_000, 50_000]);
  }
});
