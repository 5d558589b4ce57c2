import { describe, expect, it } from 'vitest';
import { splitAuthors } from '../../../src/shared/article/authors.ts';

describe('splitAuthors', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['Ada Lindqvist', ['Ada Lindqvist']],
    ['Lindqvist, Ada', ['Ada Lindqvist']],
    ['García Márquez, Gabriel', ['Gabriel García Márquez']],
    ['van der Berg, Jan', ['Jan van der Berg']],
    ['Santiago Ramón y Cajal', ['Santiago Ramón y Cajal']],
    ['Ada Lindqvist\nBo Achterberg\r\n', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Ada Lindqvist; Bo Achterberg', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Lindqvist, Ada; Achterberg, Bo', ['Ada Lindqvist', 'Bo Achterberg']],
    ['García Márquez, Gabriel José; Lindqvist, Ada', ['Gabriel José García Márquez', 'Ada Lindqvist']],
    ['Lindqvist, Ada and Achterberg, Bo', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Lindqvist, Ada, Achterberg, Bo', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Ada Lindqvist, Bo Achterberg and Cy Test', ['Ada Lindqvist', 'Bo Achterberg', 'Cy Test']],
    ['Ada Lindqvist, Bo Achterberg, and Cy Test', ['Ada Lindqvist', 'Bo Achterberg', 'Cy Test']],
    ['Ada Lindqvist & Bo Achterberg', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Lindqvist, A., Achterberg, B. J. & Test, C.', ['A. Lindqvist', 'B. J. Achterberg', 'C. Test']],
    ['Lindqvist A, Achterberg BJ', ['Lindqvist A', 'Achterberg BJ']],
    ['Ada Lindqvist1, Bo Achterberg1,2, Cy Test3*', ['Ada Lindqvist', 'Bo Achterberg', 'Cy Test']],
    ['Ada Lindqvist¹, Bo Achterberg²†', ['Ada Lindqvist', 'Bo Achterberg']],
    ['1. Ada Lindqvist\n2. Bo Achterberg', ['Ada Lindqvist', 'Bo Achterberg']],
    ['Ada Lindqvist, PhD, Bo Achterberg, MD', ['Ada Lindqvist', 'Bo Achterberg']],
    ['John Smith, Jr., Ada Lindqvist', ['John Smith Jr.', 'Ada Lindqvist']],
    ['Ada Lindqvist, Bo Achterberg et al.', ['Ada Lindqvist', 'Bo Achterberg']],
    ['田中太郎、山田花子', ['田中太郎', '山田花子']],
    ['田中太郎、山田花子、鈴木一郎', ['田中太郎', '山田花子', '鈴木一郎']],
    ['John O&#39;Brien', ["John O'Brien"]],
    [
      'Jo&atilde;o O&#x2019;Brien; Ada Lindqvist &amp; Bo Achterberg',
      ['João O’Brien', 'Ada Lindqvist', 'Bo Achterberg'],
    ],
    ['Ada Lindqvist, University of Delft', ['Ada Lindqvist, University of Delft']],
  ])('%j', (text, expected) => {
    expect(splitAuthors(text)).toEqual(expected);
  });
});
