import { expect, test } from 'vitest';
import { takeEmails, takeOrcids } from '../../src/main/formats/text/emails.ts';

test.each([
  ['University of Lagos, Nigeria. ada@example.org', 'University of Lagos, Nigeria.'],
  ['University of Lagos, Nigeria. Electronic address: ada@example.org.', 'University of Lagos, Nigeria.'],
  ['University of Lagos; E-mail: ada@example.org', 'University of Lagos'],
  ['University of Lagos (ada@example.org)', 'University of Lagos'],
  ['ada@example.org University of Lagos', 'University of Lagos'],
  ['Univ X, Lagos; ada@example.org (A.O.); ben@example.org (B.L.)', 'Univ X, Lagos'],
  ['Univ X (e-mail: ada@example.org), Lagos', 'Univ X, Lagos'],
  ['Univ X; ada@example.org; Univ Y', 'Univ X; Univ Y'],
  ['Correspondence to: ada[at]example.org', ''],
  ['Lagos;ada@example.org', 'Lagos'],
  ['ada@example.org', ''],
  ['Univ X, Lagos (A.O.), E-mail: ada@example.org', 'Univ X, Lagos'],
  ['Univ X (A.O., B.-C. L.); ada@example.org', 'Univ X'],
  ['Soil @ Lagos', 'Soil @ Lagos'],
  ['University of Lagos', 'University of Lagos'],
])('an affiliation %s without e-mail addresses', (text, expected) => {
  expect(takeEmails(text).text).toBe(expected);
});

test.each([
  [
    'Univ X, Nigeria. ORCID: https://orcid.org/0000-0002-1825-0097',
    'Univ X, Nigeria.',
    'https://orcid.org/0000-0002-1825-0097',
  ],
  ['Univ X (ORCID iD 0000-0002-1825-0097), Chile', 'Univ X, Chile', '0000-0002-1825-0097'],
])('an affiliation %s without ORCIDs', (text, expected, orcid) => {
  const taken = takeOrcids(text);
  expect(taken.text).toBe(expected);
  expect(taken.found.join()).toContain(orcid);
});

test('takes no more than linear time', () => {
  for (const part of ['a@', 'a.', '@', '(at)', 'a (at) ', '0000-', 'E-mail: ', ' (A.'])
    expect(takeEmails(takeOrcids(part.repeat(50_000)).text).text.length).toBeGreaterThanOrEqual(0);
});
