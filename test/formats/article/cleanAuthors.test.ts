import { expect, test } from 'vitest';
import { cleanAuthors } from '../../../src/main/formats/article/cleanAuthors.ts';
import type { Message } from '../../../src/shared/message.ts';

const count = 60_000;

/** Authors whose affiliations have their ORCIDs. */
function clean(affiliationOf: (at: number) => string) {
  const notes: Message[] = [];
  const authors = Array.from({ length: count }, (_, at) => ({
    name: 'Ada Okoro',
    affiliations: [{ name: affiliationOf(at) }],
    orcid: '',
  }));
  return { cleaned: cleanAuthors(authors, { language: null }, { nameOrder: null }, notes), notes };
}

test('each of many authors gets the ORCID in the own affiliation', () => {
  const { cleaned, notes } = clean((at) => `Office ${at}, 0000-0002-1825-0097`);
  expect(cleaned.filter(({ orcid }) => orcid === '0000-0002-1825-0097')).toHaveLength(count);
  expect(cleaned[7]!.affiliations).toEqual([{ name: 'Office 7' }]);
  expect(notes).toEqual([]);
});

test('many ORCIDs in one affiliation belong to nobody', () => {
  const number = (at: number) =>
    String(at)
      .padStart(8, '0')
      .replace(/(?=.{4}$)/, '-');
  const { cleaned, notes } = clean((at) => `Office, 0000-${number(at)}-0097`);
  expect(cleaned.every(({ orcid }) => orcid === '')).toBe(true);
  expect(notes).toMatchObject([{ key: 'import.note.affiliationOrcids' }]);
});
