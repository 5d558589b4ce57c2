import { expect, test } from 'vitest';
import { createJournalStore } from '../../../src/main/store/journals/journalStore.ts';
import type { JournalSort } from '../../../src/shared/contract/journals.ts';
import { insertFirstDraft, journal, openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';

test('before the first fetch the list is empty and the rules know of no journals', () => {
  const { journalStore } = openStores();
  expect(journalStore.list('a')).toEqual({ journals: [], fetchedAt: null });
  expect(journalStore.cards('a')).toBeNull();
});

test('an account without journals differs from one whose journals are unknown', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [], at);
  expect(journalStore.list('a')).toEqual({ journals: [], fetchedAt: at });
  expect(journalStore.cards('a')).toEqual([]);
});

test('new journals replace all older ones and are listed by title', () => {
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

test('the rules get the same list until it is replaced, also after a restart', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const cards = journalStore.cards('a');
  expect(journalStore.cards('a')).toBe(cards);
  expect(createJournalStore(db).cards('a')).toEqual(cards);
  journalStore.replaceAll('a', [journal({ title: 'Renamed' })], at);
  expect(journalStore.cards('a')?.[0]?.title).toBe('Renamed');
});

test('journals that cannot all be stored keep the older ones', () => {
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

test('a journal without a record keeps the previous one with its age', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], '2026-01-01T00:00:00.000Z');
  journalStore.replaceAll('a', [journal({ inDirectory: false, record: null })], at);
  expect(journalStore.get('a', 'j1')).toEqual({
    journal: expect.objectContaining({ id: 'j1', inDirectory: false, mine: true }),
    record: { bibjson: { title: 'Annals of Lepidoptera' } },
    fetchedAt: '2026-01-01T00:00:00.000Z',
    isViewed: false,
  });
  expect(journalStore.list('a').fetchedAt).toBe(at);
});

test('possibly incomplete journals are listed, but no rule relies on them', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at, { isPartial: true });
  expect(journalStore.list('a')).toMatchObject({ isPartial: true, fetchedAt: at, journals: [{ id: 'j1' }] });
  expect(createJournalStore(db).cards('a')).toBeNull();
  journalStore.replaceAll('a', [journal()], at);
  expect(journalStore.list('a')).not.toHaveProperty('isPartial');
  expect(journalStore.cards('a')).toHaveLength(1);
});

test('a journal that was only viewed is in no list, survives a refresh, and may become the account’s own', () => {
  const { journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const cards = journalStore.cards('a');
  expect(journalStore.put('a', journal({ id: 'j2', mine: true }), at)).toBe(false);
  expect(journalStore.cards('a')).toBe(cards);
  expect(journalStore.list('a').journals).toHaveLength(1);
  journalStore.replaceAll('a', [journal()], at);
  expect(journalStore.get('a', 'j2')).toMatchObject({ isViewed: true, journal: { mine: false } });
  journalStore.replaceAll('a', [journal(), journal({ id: 'j2' })], at);
  expect(journalStore.get('a', 'j2')).toMatchObject({ isViewed: false, journal: { mine: true } });
});

test('the newest 500 viewed journals are kept', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
  db.transaction(() => {
    for (let number = 0; number < 510; number++)
      journalStore.put('a', journal({ id: `v${number}` }), day(number));
  })();
  expect(journalStore.get('a', 'v9')).toBeNull();
  expect(journalStore.get('a', 'v10')).not.toBeNull();
  expect(journalStore.get('a', 'j1')).not.toBeNull();
});

test('fetching an own journal alone rechecks drafts only if it matters to the rules', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll('a', [journal()], at);
  const recheck = db.prepare('SELECT recheck_after FROM accounts').pluck();
  db.exec('UPDATE accounts SET recheck_after = NULL');
  expect(journalStore.put('a', journal({ record: { bibjson: { keywords: ['new'] } } }), at)).toBe(false);
  expect(recheck.get()).toBeNull();
  expect(journalStore.put('a', journal({ eissn: '2345-6787' }), at)).toBe(true);
  expect(recheck.get()).toBe(0);
  expect(journalStore.cards('a')).toMatchObject([{ eissn: '2345-6787' }]);
  expect(journalStore.setWithdrawn('a', 'j1')).toBe(true);
  expect(journalStore.cards('a')).toMatchObject([{ inDirectory: false }]);
});

test('journals are sorted by column, without case and accents, in either direction', () => {
  const { db, journalStore } = openStores();
  journalStore.replaceAll(
    'a',
    [
      journal({ id: 'j1', title: 'Zeta', publisher: 'Éditions B', pissn: null, eissn: '2345-6789' }),
      journal({ id: 'j2', title: 'Élan', publisher: 'acme', pissn: '1234-5679', eissn: null }),
      journal({ id: 'j3', title: 'alpha', publisher: 'Zoo', pissn: '3333-4444', eissn: null }),
    ],
    at,
  );
  insertFirstDraft(db);
  db.prepare("UPDATE drafts SET journal_key = '1234-5679/'").run();
  const add = db.prepare(
    `INSERT INTO applications (account_id, kind, journal_id, title, pissn, eissn, search_text, readiness, errors, warnings,
       ignored, changes, record, hash, sync, status, updated_at, created_at)
     VALUES ('a', 'update', ?, '', '', '', '', 'ready', 0, 0, 0, 1, '{}', '', ?, ?, ?, '2026')`,
  );
  // Decided ones are history; of two open ones the last edited counts.
  add.run('j3', 'sent', 'accepted', '2026-05');
  add.run('j1', 'never', null, '2026-01');
  add.run('j1', 'sent', 'review', '2026-02');
  add.run('j2', 'refused', null, '2026-03');
  const ids = (by: JournalSort['by'], direction: 'asc' | 'desc' = 'asc') =>
    journalStore
      .list('a', { by, direction })
      .journals.map(({ id }) => id)
      .join(' ');
  expect(ids('title')).toBe('j3 j2 j1');
  expect(ids('title', 'desc')).toBe('j1 j2 j3');
  expect(ids('publisher')).toBe('j2 j1 j3');
  expect(ids('issns')).toBe('j2 j1 j3');
  expect(ids('drafts', 'desc')).toBe('j2 j3 j1');
  expect(ids('request')).toBe('j2 j1 j3');
});
