import { describe, expect, it } from 'vitest';
import { splitAuthors } from '../../../src/shared/article/authors.ts';
import { withoutEmails } from '../../../src/shared/article/emails.ts';
import { stripMarkup } from '../../../src/shared/text/plainText.ts';

describe('withoutEmails', () => {
  it.each([
    ['Ada Lindqvist (ada@example.org)', 'Ada Lindqvist'],
    ['Delft, ada@example.org', 'Delft'],
    ['Ada <ada@example.org>, Bo <bo@example.org>', 'Ada, Bo'],
    ['Ada, e-mail: ada@example.org; Delft', 'Ada; Delft'],
    ['Email ada@example.org', ''],
    ['ada@example.org', ''],
    ['Ada@home', 'Ada@home'],
    [' no address ', ' no address '],
  ])('%s', (text, rest) => {
    expect(withoutEmails(text)).toBe(rest);
  });
});

describe('a text that invites backtracking', () => {
  it.each([
    ['blanks before a word that is not an address', `${' '.repeat(200_000)}x, a@b`, withoutEmails],
    ['a long word before an address', `${'a'.repeat(200_000)} a@b.cc`, withoutEmails],
    ['blanks between names', `Ada${' '.repeat(200_000)}Bo`, (text: string) => splitAuthors(text).join()],
    ['commas between names', `Ada${','.repeat(200_000)}Bo`, (text: string) => splitAuthors(text).join()],
    ['blanks in markup', `<i>a</i>${' '.repeat(19_000)}b`, stripMarkup],
  ])(
    'is read at once: %s',
    (_what, text, read) => {
      expect(read(text).length).toBeGreaterThan(0);
    },
    20_000,
  );
});
