import { expect, test } from 'vitest';
import { asStoredText, stripText } from '../../../src/shared/text/pythonText.ts';

test('white space at the ends is what Python takes for it', () => {
  const spaces = '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000';
  for (const space of spaces) {
    expect(stripText(`${space}a b${space}`)).toBe('a b');
    expect(stripText(`${space}${space}a`)).toBe('a');
    expect(stripText(`a${space}${space}`)).toBe('a');
  }
  for (const other of '\ufeff\u200b\x1b\b!~\x7f')
    expect(stripText(`${other}a${other}`)).toBe(`${other}a${other}`);
  expect(stripText(spaces)).toBe('');
  expect(stripText('')).toBe('');
  expect(stripText('ab')).toBe('ab');
  expect(stripText('é é ')).toBe('é é');
});

// As `str(json.loads(…))` of Python 3.11 writes them.
test.each([
  ['[null,true,false]', '[None, True, False]'],
  ['{"a":1,"b":[]}', "{'a': 1, 'b': []}"],
  ['["it\'s"]', '["it\'s"]'],
  ['["say \\"x\\""]', '[\'say "x"\']'],
  ['["it\'s \\"x\\""]', "['it\\'s \"x\"']"],
  ['["a\\\\b"]', "['a\\\\b']"],
  ['["a\\nb\\r\\t"]', "['a\\nb\\r\\t']"],
  ['["\\u0000\\u001f\\u007f\\u0085\\u00a0"]', "['\\x00\\x1f\\x7f\\x85\\xa0']"],
  ['["\\u200b\\u2028\\ufeff"]', "['\\u200b\\u2028\\ufeff']"],
  ['["\\ud83d\\ude00\\udb40\\udc01"]', "['\ud83d\ude00\\U000e0001']"],
  ['["a b"]', "['a b']"],
  ['["\\u00e9"]', "['\u00e9']"],
  ['[[],{}]', '[[], {}]'],
  ['[-3]', '[-3]'],
  [
    '[1.5e-7,1e+22,1.5e+300,1e-7,0.1,9999999999999998,1e+100]',
    '[1.5e-07, 1e+22, 1.5e+300, 1e-07, 0.1, 9999999999999998, 1e+100]',
  ],
  ['[0.00001,-0.0000123,0.0001,0]', '[1e-05, -1.23e-05, 0.0001, 0]'],
  ['[10000000000000000,-100000000000000000000]', '[10000000000000000, -100000000000000000000]'],
  ['{"k\'":null}', '{"k\'": None}'],
])('the directory stores %s as %s', (json, stored) => {
  expect(asStoredText(JSON.parse(json))).toBe(stored);
});

test('a text is stored as it is, and what is missing as None', () => {
  expect(asStoredText("it's\n")).toBe("it's\n");
  expect(asStoredText(undefined)).toBe('None');
});
