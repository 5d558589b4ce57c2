import { expect, test } from 'vitest';
import { withoutEmails } from '../../src/main/formats/text/emails.ts';

test.each([
  ['University of Lagos, Nigeria. ada@example.org', 'University of Lagos, Nigeria.'],
  ['University of Lagos, Nigeria. Electronic address: ada@example.org.', 'University of Lagos, Nigeria.'],
  ['University of Lagos; E-mail: ada@example.org', 'University of Lagos'],
  ['University of Lagos (ada@example.org)', 'University of Lagos'],
  ['ada@example.org University of Lagos', 'University of Lagos'],
  ['ada@example.org', ''],
  ['Soil @ Lagos', 'Soil @ Lagos'],
  ['University of Lagos', 'University of Lagos'],
])('an affiliation %s without e-mail addresses', (text, expected) => {
  expect(withoutEmails(text)).toBe(expected);
});
