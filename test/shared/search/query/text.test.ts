import { describe, expect, test } from 'vitest';
import { splitOnlyKeyword } from '../../../../src/main/formats/text/keywordText.ts';
import { nameText, turnName } from '../../../../src/main/formats/text/names.ts';
import { plainText } from '../../../../src/main/formats/text/plainText.ts';
import { readDate } from '../../../../src/main/formats/text/sourceDates.ts';
import { withoutLabel } from '../../../../src/main/formats/text/withoutLabel.ts';
import { inTime, patience } from '../../../fuzz/hostile.ts';

describe('text of markup', () => {
  test.each([
    ['p<0.05 and <28 days', 'p<0.05 and <28 days'],
    ['where a<b it holds', 'where a<b it holds'],
    ['where a<b <i>it</i> holds', 'where a<b it holds'],
    ['where a<b and c>d <i>it</i> holds', 'where a<b and c>d it holds'],
    ['x<y', 'x<y'],
    ['<b class="x<y">A</b><br />B<p >C</p>', 'A\nB\nC\n'],
    ['<!-- a<b --><a href=c>D</a>', 'D'],
    ["For T<Tc the system's gap opens. It then closes.", "For T<Tc the system's gap opens. It then closes."],
    ["When x<y, Student's test fails", "When x<y, Student's test fails"],
    ["<p>x<y, Student's test.</p><p>B</p>", "\nx<y, Student's test.\n\nB\n"],
    ['We say x<y "often" and <i>z</i>', 'We say x<y "often" and z'],
    ["where a<b the system's c>d", "where a<b the system's c>d"],
    ["<a\nhref = 'x<y'>D</a>", 'D'],
    ['10<sup>–3</sup> &amp;amp; &amp;#233; of <overline>x</overline>', '10⁻³ & é of x\u0305'],
    ['Love </3 and <i>other</i> signs', 'Love </3 and other signs'],
    ['We found p </ 0.05 in all', 'We found p </ 0.05 in all'],
    ['Wow <! this is <b>not</b> lost', 'Wow <! this is not lost'],
    ['x <? y and more > z', 'x <? y and more > z'],
    ['<![CDATA[Plain abstract text]]>', 'Plain abstract text'],
    ['<![CDATA[We saw p > 5 <b>here</b>]]>', 'We saw p > 5 here'],
    ['<!-- c -->x<?xml version="1.0"?><!DOCTYPE html><?pi a?><![if !x]>y<![endif]></>', 'xy'],
    ['TNF-&amp;alpha; &alpha; &amp;foo; &foo;', 'TNF-α α &foo; &foo;'],
    [
      'a&#x110000;b&#0;c &amp;#31; &#xFFFE; &#xFDD0; &#150; <i>&#xD800;</i>',
      'a&#x110000;b&#0;c &#31; &#xFFFE; &#xFDD0; – &#xD800;',
    ],
    ['in 2019<xref ref-type="bibr">3</xref> and<jats:xref>5</jats:xref>', 'in 2019 3 and 5'],
    ['O(n<sup>k</sup>), n<SUP>th</SUP> and 2<sup>nd</sup>', 'O(n^(k)), n^(th) and 2nd'],
    [
      '10<span style="color: red; vertical-align: super">3</span> <span>CO<span style="vertical-align:sub">2</span></span>',
      '10³ CO2',
    ],
    ['PM<inf>2.5</inf> and 10<inf>3</inf>', 'PM2.5 and 10₃'],
  ])('%s is %s', (markup, text) => expect(plainText(markup)).toBe(text));

  test('takes no more than linear time', { timeout: patience }, async () => {
    for (const part of [
      '<a ',
      '<a "',
      "<a '",
      '<a ="',
      '<b x',
      '<b     ',
      '</',
      '</3',
      '<!',
      '<!a>',
      '<?',
      '<?a?',
      '<![CDATA[',
    ])
      await inTime(part, () => plainText(part.repeat(100_000)));
    const signs = `x<a${' = '.repeat(100_000)}`;
    expect(await inTime('Signs of equality', () => plainText(signs))).toBe(signs);
    const unmatched = `<math>${'<mi>'.repeat(100_000)}x${'</mo>'.repeat(100_000)}`;
    expect(await inTime('Unmatched tags', () => plainText(unmatched))).toBe('x');
    const open = `<math><mo>${'<mi>'.repeat(100_000)}x`;
    expect(await inTime('Open tags', () => plainText(open))).toBe('x');
    const marked = `${'<overline>'.repeat(20_000)}${'x'.repeat(20_000)}${'</overline>'.repeat(20_000)}`;
    const plain = await inTime('A mark above each letter', () => plainText(marked));
    expect(plain.replaceAll('\u0305', '')).toBe('x'.repeat(20_000));
  });
});

describe('a name in one text', () => {
  test.each([
    ['Okoro, Ada', 'Ada Okoro'],
    ['Okoro, Jr., Ada', 'Ada Okoro Jr.'],
    ['Okoro, V., Jr.', 'V. Okoro Jr.'],
    ['Okoro, V, III', 'V Okoro III'],
    ['Okoro, V, Ada', 'Ada Okoro V'],
    ['Okoro, Jr., V.', 'V. Okoro Jr.'],
    ['Okoro, Jr., M.A.', 'M.A. Okoro Jr.'],
    ['Okoro, M.A., Jr.', 'M.A. Okoro Jr.'],
    ['Okoro, Jr., MD', 'MD Okoro Jr.'],
    ['Okoro, MD, III', 'MD Okoro III'],
    ['Okoro, M.A., Jr., PhD', 'M.A. Okoro Jr.'],
    ['Okoro, Jr., PhD', 'Okoro Jr.'],
    ['Ada Okoro, Jr., M.D.', 'Ada Okoro Jr.'],
    ['Ada Okoro, Jr., MD', 'Ada Okoro Jr.'],
    ['Okoro, Ada, Jr., M.D.', 'Ada Okoro Jr.'],
    ['Dr. Okoro, Ada', 'Ada Okoro'],
    ['Okoro, Dr Ada', 'Ada Okoro'],
    ['Okoro, Ada, Dr.', 'Ada Okoro'],
    ['Prof. Dr. Ada Okoro', 'Ada Okoro'],
    ['Ms Ada Okoro', 'Ada Okoro'],
    ['MS Okoro', 'MS Okoro'],
    ['Drake, Msiska', 'Msiska Drake'],
    ['Dr.', 'Dr.'],
    ['Herr, Michael', 'Michael Herr'],
    ['Dra, Michael', 'Michael Dra'],
    ['Frau, Dr. Ada', 'Ada Frau'],
    ['Dr., Okoro, Ada', 'Ada Okoro'],
    ['Dr, Okoro, Ada', 'Ada Okoro'],
    ['Ada Okoro, PhD', 'Ada Okoro'],
    ['Okoro, Ada, Ph.D.', 'Ada Okoro'],
    ['Okoro, Ph.D., Ada', 'Ada Okoro'],
    ['Okoro, MD', 'MD Okoro'],
    ['Okoro, M. D.', 'M. D. Okoro'],
    ['Okoro, M.D.', 'M.D. Okoro'],
    ['Okoro, R. N.', 'R. N. Okoro'],
    ['García López, M.D.', 'M.D. García López'],
    ['Okoro, Ada, MD, PhD', 'Ada Okoro'],
    ['Ada Okoro, MD', 'Ada Okoro'],
    ['Smith, Edd', 'Edd Smith'],
    ['Rahman, Md.', 'Md. Rahman'],
    ['王, 阳', '王阳'],
    ['山田, タロウ', '山田 タロウ'],
    ['김, 민수', '김민수'],
    ['Okoro,', 'Okoro'],
    ['Ministry of Health, Kenya', 'Ministry of Health, Kenya'],
    ['Centro de Salud, Lima', 'Centro de Salud, Lima'],
    ['De la Red, Ana', 'Ana De la Red'],
    ['García de la Red, Ana', 'Ana García de la Red'],
    [', Ada', 'Ada'],
  ])('%s is %s', (text, name) => {
    expect(nameText(turnName(text))).toBe(name);
  });
});

describe('a name in parts', () => {
  test.each([
    [{ given: 'Dr. Ada', family: 'Okoro' }, 'Ada Okoro'],
    [{ given: 'Prof. Dr. Ada', particle: 'van', family: 'Okoro', suffix: 'Jr.' }, 'Ada van Okoro Jr.'],
    [{ given: 'Dr.', family: 'Okoro' }, 'Dr. Okoro'],
    [{ given: 'Dr. Okoro Foundation', family: '' }, 'Dr. Okoro Foundation'],
    [{ family: 'Okoro' }, 'Okoro'],
  ])('%j is %s', (parts, name) => expect(nameText(parts)).toBe(name));
});

describe('an affiliation without its label', () => {
  test.each([
    ['1 Univ X', 'Univ X'],
    ['12) Univ X', 'Univ X'],
    ['19 Mayis University, Samsun', '19 Mayis University, Samsun'],
    ['8 May 1945 University, Guelma', '8 May 1945 University, Guelma'],
    ['20 Août 1955 University, Skikda', '20 Août 1955 University, Skikda'],
    ['1 Mayo Clinic, Rochester', 'Mayo Clinic, Rochester'],
    ['25 de Mayo University', '25 de Mayo University'],
    ['1 Jan Kochanowski University, Kielce', 'Jan Kochanowski University, Kielce'],
    ['2 August Krogh Institute', 'August Krogh Institute'],
    ['1 Mayer Institute', 'Mayer Institute'],
  ])('%s is %s', (text, name) => expect(withoutLabel(text)).toBe(name));
});

describe('keywords of an element each', () => {
  test.each([
    [['a; b, c | d'], ['a', 'b, c', 'd']],
    [['a, b'], ['a, b']],
    [
      ['a; b', 'c'],
      ['a; b', 'c'],
    ],
    [[], []],
  ])('%j are %j', (list, keywords) => expect(splitOnlyKeyword(list)).toEqual(keywords));
});

describe('a date in one text', () => {
  test.each([
    ['20240517', { year: '2024', month: '5', day: '17' }],
    ['5. 6. 2024', { year: '2024', month: '6', day: '5' }],
    ['2024. 5. 6.', { year: '2024', month: '5', day: '6' }],
    ['2024年5月6日', { year: '2024', month: '5', day: '6' }],
    ['15 aout 2024', { year: '2024', month: '8', day: '15' }],
    ['Decembre 2024', { year: '2024', month: '12', day: '' }],
    ['2024/05//', { year: '2024', month: '5', day: '' }],
    ['2024/5/17/', { year: '2024', month: '5', day: '17' }],
    ['20241317', null],
    [`${'~'.repeat(200_000)}x 2024`, null],
    [`2024${' '.repeat(200_000)}May`, { year: '2024', month: '5', day: '' }],
    ['12345678', null],
  ])('%.40s', (text, date) => {
    expect(readDate(text)).toEqual(date);
  });
});
