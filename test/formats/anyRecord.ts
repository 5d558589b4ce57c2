import fc from 'fast-check';
import { issnCheckDigit, orcidCheckDigit } from '../../src/shared/text/identifiers.ts';

/** Words in several scripts with the signs that are special in TeX, RIS, XML and JSON. */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z]{1,9}$/) },
  fc.constantFrom(
    'naïve',
    'Müller',
    'Żółć',
    'почва',
    '土壤',
    '𝒳',
    'CO₂',
    'l’été',
    'AT&T',
    '50%',
    '#1',
    'a_b',
    '$5',
  ),
  fc.constantFrom(
    '{x}',
    '}',
    '{',
    '\\',
    '\\frac',
    '~',
    '^',
    '"quoted"',
    '“quoted”',
    'a--b',
    '—',
    '< 0.05',
    '>',
  ),
  fc.constantFrom(
    "''",
    '``',
    "don't",
    '(1)',
    '[a]',
    '@article{a,',
    'TY',
    '-',
    'and',
    '=',
    '*',
    '?',
    '!',
    ';',
    '|',
    '/',
  ),
);

const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
/** No salutation, which readers leave out. */
const name = fc.stringMatching(/^[A-Z][a-zéüñ]{1,8}$/).filter((text) => !/^(?:Prof|Dr|Mr|Ms)/.test(text));
const keyword = fc.array(fc.oneof(name, fc.constantFrom('CO₂', 'R&D', '50%', 'a_b')), {
  minLength: 1,
  maxLength: 2,
});
const issn = fc.stringMatching(/^[1-9]{3}\d-[1-9]{3}$/).map((digits) => digits + issnCheckDigit(digits));
const orcid = fc.stringMatching(/^\d{15}$/).map((digits) => {
  const all = digits + orcidCheckDigit(digits);
  return `https://orcid.org/${all.replace(/(.{4})(?=.)/g, '$1-')}`;
});
const path = fc.stringMatching(/^[a-z0-9][a-z0-9._()-]{0,8}[a-z0-9]$/);

/** A complete record whose texts have no blanks or line ends too many, and no markup. */
export const anyRecord = fc
  .record({
    title: sentence,
    abstract: fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    year: fc.integer({ min: 1950, max: 2026 }).map(String),
    month: fc.integer({ min: 1, max: 12 }).map(String),
    keywords: fc.uniqueArray(
      keyword.map((words) => words.join(' ')),
      { minLength: 1, maxLength: 5, selector: (one) => one.toLowerCase() },
    ),
    doi: path.map((one) => `10.1234/${one}`),
    issns: fc.uniqueArray(issn, { minLength: 2, maxLength: 2 }),
    journal: fc.record({
      title: fc.array(name, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      volume: fc.constantFrom('7', '007', 'Suppl. 1', '3-4'),
      number: fc.constantFrom('1', '12', '1/2', 'S3'),
      start_page: fc.constantFrom('1', '12', 'e101', 'iii', 'S5'),
      end_page: fc.constantFrom('19', 'e112', 'ix', 'S9'),
    }),
    authors: fc.array(
      fc.record({
        name: fc
          .array(
            fc.oneof({ weight: 5, arbitrary: name }, fc.constantFrom('van', 'de', 'B.', 'Jr', 'III', 'and')),
            { maxLength: 2 },
          )
          .chain((rest) => name.map((first) => [first, ...rest].join(' '))),
        affiliation: sentence,
        orcid_id: orcid,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    url: path.map((one) => `https://example.org/${one}`),
    type: fc.constantFrom('HTML', 'PDF', 'ePUB', 'XML'),
  })
  .map(({ doi, issns: [pissn, eissn], authors, url, type, ...rest }) => ({
    bibjson: {
      ...rest,
      identifier: [
        { type: 'doi', id: doi },
        { type: 'pissn', id: pissn! },
        { type: 'eissn', id: eissn! },
      ],
      author: authors,
      link: [{ type: 'fulltext', content_type: type, url }],
    },
  }));

export type AnyRecord = typeof anyRecord extends fc.Arbitrary<infer T> ? T : never;
