import { expect, test } from 'vitest';
import { csvLines, csvText, csvTextLines, styledLines } from '../../../src/shared/text/csvText.ts';

test('a file for people begins with a byte order mark and has no formulas', () => {
  const rows = [['=1+1', '+1', '-1', '@a', '\tb', '\rc', 'a=b', '']];
  expect(csvText(['a', 'b'], [['1', '2']])).toBe('\ufeffa,b\r\n1,2\r\n');
  expect(csvTextLines(rows)).toBe(`'=1+1,'+1,'-1,'@a,'\tb,"'\rc",a=b,\r\n`);
});

test('cells are unchanged, and quoted where that is necessary', () => {
  expect(csvLines([['a b', 'a,b', 'a"b"', 'a\rb', 'a\nb', ' a', 'a ', '=1', 'a;b', '']])).toBe(
    'a b,"a,b","a""b""","a\rb","a\nb"," a","a ",=1,a;b,\r\n',
  );
});

test('in another style, cells with any usual separator are quoted', () => {
  const rows = [
    ['a;b', 'a|b', 'a\tb', 'a,b', 'a"b'],
    ['a', 'b'],
  ];
  expect(styledLines(rows, { separator: ';', lineEnd: '\n' })).toBe('"a;b";"a|b";"a\tb";"a,b";"a""b"\na;b\n');
});
