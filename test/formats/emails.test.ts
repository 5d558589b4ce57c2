import { expect, test } from 'vitest';
import { takeEmails, takeEmailsFromProse, takeOrcids } from '../../src/main/formats/text/emails.ts';
import { inTime, patience } from '../fuzz/hostile.ts';

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
    'Data can be requested (data@example.org). We found no effect.',
    'Data can be requested. We found no effect.',
  ],
  ['Write to info@who.int (WHO) for data.', 'Write to (WHO) for data.'],
  ['Ask the corresponding author (a@example.org) or us.', 'Ask the corresponding author or us.'],
  ['We measured. E-mail: a@example.org.', 'We measured.'],
  ['We measured (e-mail a@example.org; b@example.org).', 'We measured.'],
  ['We measured (e-mail: <a@example.org>, tel. 12).', 'We measured (tel. 12).'],
  ['We measured. Email: <a@example.org>; email: b@example.org', 'We measured.'],
  ['a@example.org: We measured.', 'We measured.'],
  ['Contact: a@example.org', 'Contact'],
  ['Contact: a@example.org.', 'Contact.'],
  ['Ask a@example.org, b@example.org or c@example.org; then wait.', 'Ask; then wait.'],
  ['Is it a@example.org? No (see b@example.org).', 'Is it? No (see).'],
  ['a@example.org', ''],
  ['Soil @ Lagos', 'Soil @ Lagos'],
])('a running text %s without e-mail addresses', (text, expected) => {
  expect(takeEmailsFromProse(text).text).toBe(expected);
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

test('a long list of affiliations loses only its addresses', () => {
  const places = Array.from({ length: 200 }, (_, at) => `Univ ${at}`);
  expect(takeEmails(places.map((place) => `${place} (A.O.); E-mail: a@b.co; `).join('')).text).toBe(
    places.join('; '),
  );
});

test('takes no more than linear time', { timeout: patience }, async () => {
  const orcid = '0000-0002-1825-0097';
  for (const part of [
    ...['a@', 'a.', '@', '(at)', 'a (at) ', '0000-', 'E-mail: ', ' (A.'],
    ...['Univ A a@b.co ', `Univ A ${orcid} `],
  ])
    await inTime(part, () => takeEmails(takeOrcids(part.repeat(50_000)).text));
  for (const part of ['a@b.cc', 'a@b.cc ', 'x a@b.cc', '(a@b.cc', ' ', 'E-mail: ', '(', ': '])
    await inTime(part, () => takeEmailsFromProse(`${part.repeat(50_000)} a@b.cc`));
});
