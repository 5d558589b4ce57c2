import { expect, test } from 'vitest';
import { visibleJson, visibleLine, visibleText } from '../../../src/shared/text/visibleText.ts';

test('controls that change direction become their names, and others their number', () => {
  expect(visibleText('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')).toBe(
    '[ALM][LRM][RLM][LRE][RLE][PDF][LRO][RLO][LRI][RLI][FSI][PDI]',
  );
  expect(visibleText('a\0b\x1bc\x7fd\x85e\u2028f\u2029')).toBe(
    'a[U+0000]b[U+001B]c[U+007F]d[U+0085]e[U+2028]f[U+2029]',
  );
});

test('everything else stays, with tabs and line ends', () => {
  const text = 'Ada\tLindqvist\r\nDelft, ١٢٣, שלום, 👩‍🔬';
  expect(visibleText(text)).toBe(text);
  expect(visibleJson(text)).toBe(text);
});

test('within one line, tabs and line ends are visible, too', () => {
  expect(visibleLine('a\tb\r\nc\u202e')).toBe('a[U+0009]b[U+000D][U+000A]c[RLO]');
});

test('JSON has escapes instead, and stays equal', () => {
  const json = '{"a":"\u202eb\x7f\u2028c"}';
  expect(visibleJson(json)).toBe('{"a":"\\u202eb\\u007f\\u2028c"}');
  expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
});
