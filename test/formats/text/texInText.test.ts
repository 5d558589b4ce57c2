import { describe, expect, test } from 'vitest';
import { readJats } from '../../../src/main/formats/jats/readJats.ts';
import type { ReadRecord } from '../../../src/main/formats/readRecord.ts';
import { readRis } from '../../../src/main/formats/ris/readRis.ts';
import { withTex } from '../../../src/main/formats/text/texInText.ts';
import { inTime, patience } from '../../fuzz/hostile.ts';
import { notesOf, readOne } from '../readAll.ts';
import { readTableText } from '../tables/readTableText.ts';

describe('TeX in a text becomes one line', () => {
  test.each([
    ['\\emph{Zea mays} and \\textit{a \\textbf{b}}, {\\it Zea} {\\ss}', 'Zea mays and a b, Zea ß'],
    ['\\alpha-decay, \\beta decay, \\alpha{} and \\alpha_1', 'α-decay, β decay, α and α1'],
    ['10\\textsuperscript{3}, 1\\textsuperscript{st}, 10^{-3} of H_{2}O', '10³, 1st, 10⁻³ of H2O'],
    ['\\frac{1}{2x}, \\sqrt{2x}, \\sqrt[3]{8}, \\mathbb{R}^n', '1/(2x), √(2x), ³√8, Rⁿ'],
    ['$n$, $k$-means, $p < 0.05$, $O(n)$, $ x^2 $, $10$', 'n, k-means, p < 0.05, O(n), x², 10'],
    ['M{\\"u}ller, \\\'{e}, \\c{c}, 5\\% of R\\&D', 'Müller, é, ç, 5% of R&D'],
  ])('%s', (tex, text) => expect(withTex(tex)).toBe(text));

  test.each([
    'costs $5 and $10, US$5 or A$10, $A and B$',
    'between $10$20 or $5 or 6$',
    'C:\\temp and C:\\alpha',
    'it\\\'s \\"open\\"',
    '\\foo{bar} \\cite{x} \\footnote{y} \\begin{z} \\it w',
    '\\frac12, \\frac{a}2, \\sqrt2, a^{b, {c}',
    'snake_case, x^2 and \\\\alpha',
  ])('unless it is none, or has no plain form: %s', (text) => expect(withTex(text)).toBe(text));

  test('in linear time', { timeout: patience }, async () => {
    for (const part of [
      '\\emph{',
      '$',
      '$a',
      '\\alpha',
      '{\\it ',
      '{\\"',
      'a^{',
      '$ x',
      '$n = ',
      '\\frac{a}',
      '\\',
    ])
      await inTime(part, () => withTex(part.repeat(40_000)));
  });
});

test('titles of every kind of file are read so, and a remark names what stays', async () => {
  const title = "\\emph{Zea mays} at $10^{-3}$ m, \\foo{x} \\'e";
  const files = {
    jats: () =>
      readOne(
        readJats,
        `<article><front><article-meta><title-group><article-title>${title}</article-title></title-group></article-meta></front></article>`,
      ),
    ris: () => readOne(readRis, `TY  - JOUR\nTI  - ${title}\nER  - \n`),
    csv: async () => (await readTableText(`Title\n"${title}"\n`))[0] as ReadRecord,
  };
  for (const read of Object.values(files)) {
    const item = await read();
    expect(item.record.bibjson).toMatchObject({ title: "Zea mays at 10⁻³ m, \\foo{x} \\'e" });
    expect(notesOf(item).join('\n')).toMatch(/kept as they are: \\foo, \\'\. Check/);
  }
});
