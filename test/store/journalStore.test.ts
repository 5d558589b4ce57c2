import { expect, test } from 'vitest';
import { createJournalStore } from '../../src/main/store/journalStore.ts';
import { journal, openStores } from '../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';

test('no journals were fetched yet: the list is empty and the rules are told that nothing is known', () => {
  const { journalStore } = openStores();
  expect(journalStore.list('a')).toEqual({ journals: [], fetchedAt: null });
  expect(journalStore.cards('a')).toBeNull();
});

test('an account without a journal is another thing than one whose journals are not known', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [], at);
  expect(journalStore.list('a')).toEqual({ journals: [], fetchedAt: at });
  expect(journalStore.cards('a')).toEqual([]);
});

test('new journals take the place of all older ones, and are listed by title', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [journal({ id: 'old' })], '2026-01-01T00:00:00.000Z');
  const withdrawn = journal({
    id: 'j2',
    title: 'acta',
    pissn: null,
    eissn: '2345-6789',
    inDirectory: false,
    mine: false,
  });
  journalStore.replaceAll('a', [journal(), withdrawn], at);
  const { owner: _o, record: _r, ...first } = withdrawn;
  const { owner: _p, record: _s, ...second } = journal();
  expect(journalStore.list('a')).toEqual({ journals: [first, second], fetchedAt: at });
  expect(journalStore.cards('a')?.map(({ id }) => id)).toEqual(['j2', 'j1']);
});

test('the rules get the same list until it is replaced, and after a restart what was fetched before', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const cards = journalStore.cards('a');
  expect(journalStore.cards('a')).toBe(cards);
  expect(createJournalStore(db).cards('a')).toEqual(cards);
  journalStore.replaceAll('a', [journal({ title: 'Renamed' })], at);
  expect(journalStore.cards('a')?.[0]?.title).toBe('Renamed');
});

test('journals that cannot all be stored leave the older ones', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const before = journalStore.cards('a');
  const broken = { ...journal({ id: 'j9' }), title: null as unknown as string };
  expect(() =>
    journalStore.replaceAll('a', [journal({ id: 'j8' }), broken], '2027-01-01T00:00:00.000Z'),
  ).toThrow();
  expect(journalStore.list('a')).toMatchObject({ fetchedAt: at, journals: [{ id: 'j1' }] });
  expect(journalStore.cards('a')).toEqual(before);
});
