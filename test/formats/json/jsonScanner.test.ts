import { describe, expect, test } from 'vitest';
import { articleLayout, JsonScanner, type ScanResult } from '../../../src/main/formats/json/jsonScanner.ts';
import { FileWindow } from '../../../src/main/formats/text/fileWindow.ts';

/** Scans the value at the beginning of `text`, fed in pieces of `size` bytes. */
function scan(text: string, { size = text.length, byLine = false } = {}) {
  const bytes = Buffer.from(text);
  const file = new FileWindow();
  const scanner = new JsonScanner(byLine, articleLayout);
  let result: ScanResult = 'more';
  for (let at = 0; at < bytes.length && result === 'more'; at += size) {
    file.feed(bytes.subarray(at, at + size), at === 0 ? 0 : scanner.neededFrom(file));
    if (at === 0 && !scanner.begin(file, bytes[0]!)) return { result: null, at: 0 };
    result = scanner.scan(file);
  }
  if (result === 'more') {
    file.isLast = true;
    result = scanner.scan(file);
  }
  const { isObject, isMarked, firstKey } = scanner;
  return { result, at: file.at, line: file.line, isObject, isMarked, firstKey };
}

describe('the scanner of one JSON value', () => {
  const object = '{"id":"1","bibjson":{"title":"a \\"}\\" b","year":[1,{}]}}';

  test('follows an object to its closing brace, however it is split', () => {
    for (const size of [1, 2, 7, 100]) {
      expect(scan(`${object} {`, { size })).toMatchObject({
        result: 'end',
        at: object.length,
        isObject: true,
        isMarked: true,
        firstKey: '"id"',
      });
    }
  });

  test('follows a string or another scalar to its end and reports that it is not an object', () => {
    expect(scan('"a, b",')).toMatchObject({ result: 'end', at: 6, isObject: false });
    expect(scan('null]')).toMatchObject({ result: 'end', at: 4, isObject: false });
    expect(scan('12')).toMatchObject({ result: 'end', at: 2, isObject: false });
  });

  test('does not start at a byte that begins no value', () => {
    expect(scan(':1').result).toBeNull();
  });

  test('stops at the first invalid byte', () => {
    for (const [text, at] of [
      ['{"a" 1}', 5],
      ['{"a":1 "b":2}', 7],
      ['{"a":1]', 6],
      ['{a:1}', 1],
      ['{"a":"b\n"}', 7],
      ['{"a":,}', 5],
    ] as const) {
      expect(scan(text), text).toMatchObject({ result: 'broken', at });
    }
  });

  test('counts lines, and breaks at the line end where each line is a value', () => {
    expect(scan('{\n"a":\n1}')).toMatchObject({ result: 'end', line: 3 });
    expect(scan('{\n"a":1}', { byLine: true })).toMatchObject({ result: 'broken', at: 1, line: 1 });
  });

  test('stops at 100 levels of nesting', () => {
    expect(scan(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`).result).toBe('end');
    expect(scan(`{"a":${'['.repeat(100)}`)).toMatchObject({ result: 'tooDeep', at: 104 });
  });

  test('stops in the results of a search response, but not in those of an article', () => {
    expect(scan('{"total":1,"results":[{}]}')).toMatchObject({ result: 'results', at: 22 });
    expect(scan('{"bibjson":{},"results":[{}]}').result).toBe('end');
  });

  test('continues with the object of a search response after its results', () => {
    const text = '{"results":[],"last":"x"} ';
    const file = new FileWindow();
    const scanner = new JsonScanner(false, articleLayout);
    file.feed(Buffer.from(text), 0);
    scanner.begin(file, 123);
    expect(scanner.scan(file)).toBe('results');
    file.at++;
    scanner.resume(1);
    expect(scanner.scan(file)).toBe('end');
    expect(file.at).toBe(text.length - 1);
    expect(scanner.firstKey).toBeNull();
  });

  test('needs more of the file until the value ends, and keeps only its member name', () => {
    const file = new FileWindow();
    const scanner = new JsonScanner(false, articleLayout);
    file.feed(Buffer.from('{"a":1,"bib'), 0);
    scanner.begin(file, 123);
    expect(scanner.scan(file)).toBe('more');
    expect(scanner.neededFrom(file)).toBe(7);
    file.feed(Buffer.from(`${'x'.repeat(100)}`), 7);
    expect(scanner.scan(file)).toBe('more');
    expect(scanner.neededFrom(file)).toBe(111);
  });
});
