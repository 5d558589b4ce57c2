import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doiKey, fullTextKey } from '../../../src/shared/article/articleKeys.ts';
import {
  doiAddress,
  hasEscapes,
  hasIssnCheckDigit,
  hasMoreCharacters,
  hasOrcidCheckDigit,
  isIssn,
  isOrcidAccepted,
  issnCheckDigit,
  orcidCheckDigit,
  parseDoi,
  parseIssn,
  parseOrcid,
  parseWebAddress,
  serviceDoi,
  serviceIssn,
  trailingPunctuation,
} from '../../../src/shared/text/identifiers.ts';

const given = new URL('../../fixtures/given/', import.meta.url);
const normalisation = JSON.parse(readFileSync(new URL('directory/normalisation.json', given), 'utf8'));
const coerced: { coerce: string; input: unknown; output: unknown; ok: boolean }[] = readFileSync(
  new URL('oracle/coerce.jsonl', given),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const rowsOf = (name: string) =>
  coerced.filter((row) => row.coerce === name && typeof row.input === 'string');

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe('ISSN', () => {
  it('is padded and hyphenated as by the service', () => {
    for (const { in: text, out } of normalisation.issn) expect(serviceIssn(text), text).toBe(out);
    const rows = rowsOf('issn:util.normalise_issn');
    expect(rows.length).toBeGreaterThan(10);
    for (const { input, output } of rows)
      expect(serviceIssn(input as string), JSON.stringify(input)).toBe(output);
  });

  it.each([
    ['1234-5679', '1234-5679'],
    ['12345679', '1234-5679'],
    ['ISSN 2041-109x', '2041-109X'],
    ['e-ISSN: 2041 109X', '2041-109X'],
    [' 1234–5679 ', '1234-5679'],
    ['1234-567', null],
    ['978-3-16-148410-0', null],
    ['issn-l:1234 5679', '1234-5679'],
    ['eISSN 1234.5679', '1234-5679'],
    ['pISSN 1234-5679', '1234-5679'],
    ['p-ISSN 1234\u22125679', '1234-5679'],
    ['online ISSN 1234\u20105679', '1234-5679'],
    ['Print 1234-5679', '1234-5679'],
    ['x1234-5679', null],
    ['1234-5679x', null],
    ['1234-567Y', null],
    [`${' '.repeat(3_991)}1234-5679`, '1234-5679'],
    [`${' '.repeat(3_992)}1234-5679`, null],
  ])('%j is read as %j', (text, expected) => {
    expect(parseIssn(text)).toBe(expected);
  });

  it('has a check digit that finds every wrong digit and every swap of neighbours', () => {
    fc.assert(
      fc.property(digits(7), fc.nat(6), fc.integer({ min: 1, max: 9 }), (seven, at, by) => {
        const issn = `${seven.slice(0, 4)}-${seven.slice(4)}${issnCheckDigit(seven)}`;
        expect(isIssn(issn)).toBe(true);
        expect(hasIssnCheckDigit(issn)).toBe(true);
        expect(parseIssn(issn)).toBe(issn);
        const wrong = [...seven];
        wrong[at] = String((Number(wrong[at]) + by) % 10);
        expect(issnCheckDigit(wrong.join(''))).not.toBe(issn.at(-1));
        const swapped = [...seven];
        if (at < 6 && swapped[at] !== swapped[at + 1]) {
          [swapped[at], swapped[at + 1]] = [swapped[at + 1]!, swapped[at]!];
          expect(issnCheckDigit(swapped.join(''))).not.toBe(issn.at(-1));
        }
      }),
    );
    for (const good of ['2041-109X', '0001-2343', '1234-5679'])
      expect(hasIssnCheckDigit(good), good).toBe(true);
    for (const bad of ['1234-5678', '1234-567x', '12345679']) expect(hasIssnCheckDigit(bad), bad).toBe(false);
  });
});

describe('characters', () => {
  it('are counted as people count them', () => {
    expect(hasMoreCharacters('12345678', 8)).toBe(false);
    expect(hasMoreCharacters('123456789', 8)).toBe(true);
    expect(hasMoreCharacters('😀'.repeat(8), 8)).toBe(false);
    expect(hasMoreCharacters('😀'.repeat(9), 8)).toBe(true);
  });
});

it('a percent sign is an escape only with two digits behind it', () => {
  expect(hasEscapes('10.5555/5%2f')).toBe(true);
  expect(hasEscapes('10.5555/5%ax')).toBe(false);
});

describe('ORCID', () => {
  it('is accepted where the service accepts it', () => {
    for (const { in: text, valid } of normalisation.orcid) expect(isOrcidAccepted(text), text).toBe(valid);
    for (const { input, output } of rowsOf('orcid:regex.ORCID')) {
      expect(isOrcidAccepted(input as string), JSON.stringify(input)).toBe(output);
    }
  });

  it.each([
    '0000-0002-1694-233X',
    '0000-0002-1694-233x',
    '000000021694233X',
    'orcid.org/0000-0002-1694-233X',
    'www.orcid.org/0000-0002-1694-233X',
    'http://orcid.org/0000-0002-1694-233X',
    ' https://orcid.org/0000-0002-1694-233X/ ',
    'https://orcid.org/0000-0002-1694-233X?lang=en',
    'ORCID: 0000-0002-1694-233X',
    'ORCID iD 0000‐0002‐1694‐233X',
    'ORCID=0000-0002-1694-233X',
    'orcidid: 0000-0002-1694-233X',
    'ORCID :: 0000-0002-1694-233X',
    'https://sandbox.orcid.org/0000-0002-1694-233X',
    'https:orcid.org//0000-0002-1694-233X',
    '0000 0002 1694\u2212233X',
    '0000-0002-1694-233X, Delft',
    '0000-0002-1694-233X)',
    `${' '.repeat(4_000 - 19)}0000-0002-1694-233X`,
  ])('%j is converted to its address', (text) => {
    expect(parseOrcid(text)).toBe('https://orcid.org/0000-0002-1694-233X');
  });

  it.each([
    '',
    '0000-0002-1694-233',
    'https://example.org/0000-0002-1694-233X',
    '0000-0002-1694-233XX',
    '00000-0002-1694-233X',
    'Ada',
    'x 0000-0002-1694-233X',
    `${' '.repeat(4_001 - 19)}0000-0002-1694-233X`,
  ])('%j is not one', (text) => {
    expect(parseOrcid(text)).toBeNull();
  });

  it('is stable and accepted once normalised, and its check digit finds every wrong digit', () => {
    fc.assert(
      fc.property(digits(15), fc.nat(14), fc.integer({ min: 1, max: 9 }), (fifteen, at, by) => {
        const orcid = parseOrcid(fifteen + orcidCheckDigit(fifteen))!;
        expect(parseOrcid(orcid)).toBe(orcid);
        expect(isOrcidAccepted(orcid)).toBe(true);
        expect(hasOrcidCheckDigit(orcid)).toBe(true);
        const wrong = [...fifteen];
        wrong[at] = String((Number(wrong[at]) + by) % 10);
        expect(hasOrcidCheckDigit(parseOrcid(wrong.join('') + orcid.at(-1))!)).toBe(false);
      }),
    );
    expect(hasOrcidCheckDigit('https://orcid.org/0000-0002-1825-0097')).toBe(true);
  });
});

describe('DOI', () => {
  it('is accepted and keyed as by the service', () => {
    for (const { in: text, key } of normalisation.doi) expect(doiKey(text), text).toBe(key ?? text);
    for (const { input, output } of rowsOf('doi:regex.DOI (article validation)')) {
      expect(serviceDoi(input as string) !== null, JSON.stringify(input)).toBe(output);
    }
    for (const { input, output, ok } of rowsOf('doi:normalise.normalise_doi (duplicate key)')) {
      expect(doiKey(input as string), JSON.stringify(input)).toBe(ok ? output : input);
    }
  });

  it.each(['10.a/b', '10.5555//abc', 'info:hdl/10.5555/abc', '10.5555/abc\n', 'HTTPS://DOI.ORG/10.5555/abc'])(
    '%j is accepted',
    (text) => {
      expect(serviceDoi(text)).not.toBeNull();
    },
  );

  it.each([
    'https://doi.org//10.5555/abc',
    'https://doi.org/doi:10.5555/abc',
    'urn:doi:10.5555/abc',
    'ftp://doi.org/10.5555/abc',
    '//doi.org/10.5555/abc',
    '10./abc',
    '10.5555',
    '10.5555/',
    'https://www.doi.org/10.5555/abc',
    'doi: 10.5555/abc',
    '10.5555/a\u00a0b',
    '10.5555/abc\n\n',
  ])('%j is refused', (text) => {
    expect(serviceDoi(text)).toBeNull();
  });

  it.each([
    '10.5555/Abc',
    ' doi:10.5555/Abc ',
    'DOI: 10.5555/Abc',
    'https://doi.org/10.5555/Abc',
    'http://dx.doi.org/10.5555/Abc.',
    'https://www.doi.org/10.5555/Abc',
    'https://doi.org/10.5555%2FAbc',
    'https://doi.org/doi:10.5555/Abc',
    'doi.org/10.5555/Abc/',
    '(10.5555/Abc)',
    '<https://doi.org/10.5555/Abc>',
    '"10.5555/Abc",',
    'info:doi/10.5555/Abc',
    'https://doi-org.example.org.doi.org/10.5555/Abc',
    'hdl:10.5555/Abc',
    'doi: https://doi.org/ 10.5555/Abc',
    '(“10.5555/Abc”)',
    'info:hdl/10.5555/Abc',
    'doi = 10.5555/Abc',
    'doi 10.5555/Abc',
    'https://hdl.handle.net//10.5555/Abc',
    'https://doi.org/%2F10.5555/Abc',
    '„10.5555/Abc“',
    '“10.5555/Abc”;',
    "'10.5555/Abc’!?",
    '10.5555/Abc):}]>',
    `${' '.repeat(4_000 - 11)}10.5555/Abc`,
  ])('%j is converted to its bare form', (text) => {
    expect(parseDoi(text)).toBe('10.5555/Abc');
  });

  it.each([
    ['10.1016/S0140-6736(05)66512-7', '10.1016/S0140-6736(05)66512-7'],
    [
      '10.1002/(SICI)1097-0258(19980815)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
      '10.1002/(SICI)1097-0258(19980815)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
    ],
    ['10.1000/a(b)', '10.1000/a(b)'],
    ['https://doi.org/10.1000/%28b%29', '10.1000/(b)'],
    ['10.1000/100%', '10.1000/100%'],
    ['10.5555', null],
    ['11.5555/x', null],
    ['not a doi', null],
    ['10.5555/a b', null],
    ['10.5555/', null],
    ['10.5/x', null],
    ['10.55/x', '10.55/x'],
    ['10.55.1.23/x', '10.55.1.23/x'],
    ['10.55./x', null],
    ['x10.5555/x', null],
    ['10.5555.1%2fx', '10.5555.1/x'],
    ['10.1000/%zz', '10.1000/%zz'],
    ['10.1000/%e0%41', '10.1000/%e0%41'],
    ['10.1000/a[b]', '10.1000/a[b]'],
    ['10.5555/a-doi:b', '10.5555/a-doi:b'],
    ['10.5555/a/doi.org/b', '10.5555/a/doi.org/b'],
    ['10.1000/a{b}}', '10.1000/a{b}'],
    ['10.1000/(a)(b))', '10.1000/(a)(b)'],
    ['10.1000/a>)', '10.1000/a'],
    [`${' '.repeat(4_001 - 11)}10.5555/Abc`, null],
  ])('%j is read as %j', (text, expected) => {
    expect(parseDoi(text)).toBe(expected);
  });

  it('is stable once bare, and accepted by the service', () => {
    const doi = fc.stringMatching(/^10\.\d{4,6}\/[\w.()-]{1,12}\w$/).filter((one) => parseDoi(one) === one);
    const prefix = fc.constantFrom('', 'doi:', 'https://doi.org/', 'http://dx.doi.org/', 'DOI: ');
    fc.assert(
      fc.property(doi, prefix, (bare, before) => {
        expect(parseDoi(before + bare)).toBe(bare);
        expect(serviceDoi(bare)).toBe(bare);
        expect(hasEscapes(bare) || trailingPunctuation(bare) !== '').toBe(false);
      }),
    );
  });
});

describe('web address', () => {
  it('of a full text is keyed as by the service', () => {
    for (const { in: text, key } of normalisation.url) expect(fullTextKey(text), text).toBe(key ?? text);
    const rows = rowsOf('url:normalise.normalise_url (fulltext duplicate key)');
    expect(rows.length).toBeGreaterThan(5);
    for (const { input, output, ok } of rows)
      expect(fullTextKey(input as string), JSON.stringify(input)).toBe(ok ? output : input);
  });

  it.each([
    ['www.example.org/a', 'https://www.example.org/a'],
    ['//example.org', 'https://example.org'],
    ['http://example.org/a', 'http://example.org/a'],
    ['https//example.org/a', null],
    [' https://example.org ', 'https://example.org'],
    ['ftp://example.org', null],
    ['a b', null],
    ['10', null],
    ['10.5555/abc', null],
    ['10.1000.10/abc', null],
    ['\u00a0example.org\u00a0', 'https://example.org'],
    ['https:example.org', 'https://example.org'],
    ['http:example.org', 'https://example.org'],
    ['example.org/?u=http://b.org', 'https://example.org/?u=http://b.org'],
    ['example.org/a://b', 'https://example.org/a://b'],
    ['ftp://x/http://a.b', null],
    ['https:/example.org', 'https://example.org'],
    ['///example.org', 'https://example.org'],
    ['http://[::1]/a', 'http://[::1]/a'],
    ['http://[example.org]/a', null],
    ['https://localhost', null],
    ['https://.org', null],
    ['example.', null],
    ['https://a?b.c', null],
    ['HTTPS://example.org', 'HTTPS://example.org'],
    ['svn+ssh://example.org', null],
    [`example.org/${'a'.repeat(4_000 - 12)}`, `https://example.org/${'a'.repeat(4_000 - 12)}`],
    [`example.org/${'a'.repeat(4_001 - 12)}`, null],
    ['', null],
  ])('%j is read as %j', (text, expected) => {
    expect(parseWebAddress(text)).toBe(expected);
  });
});

it('links to a DOI with any characters', () => {
  expect(doiAddress('10.5555/a/b')).toBe('https://doi.org/10.5555/a/b');
  expect(doiAddress('10.5555/100%#2?x')).toBe('https://doi.org/10.5555/100%25%232%3Fx');
  expect(doiAddress('10.5555/\ud83d')).toBe('https://doi.org/10.5555/%EF%BF%BD');
});
