import { expect, test } from 'vitest';
import { journalIdOf } from '../../src/main/outbox/applications/applicationRules.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { openAnsweredApplications } from '../helpers/answeredApplications.ts';
import { journalRecord, newApplication } from '../helpers/applicationRecords.ts';
import { journal } from '../helpers/storeParts.ts';

const base = { ...journalRecord(1) };

test('the rules know the journal of an Update Request, unless it was withdrawn', () => {
  const { rules, journalStore } = openAnsweredApplications();
  expect(rules.context('a', 'journal1', base)).toMatchObject({
    dialect: '4.0',
    journals: null,
    journal: base,
  });
  expect(rules.context('a', 'journal1', null)).not.toHaveProperty('journal');
  const at = '2026-01-01T00:00:00.000Z';
  const journals = [journal({ id: 'journal2', inDirectory: false }), journal({ id: 'journal1' })];
  journalStore.replaceAll('a', journals, at);
  expect(rules.context('a', 'journal1', base)).toMatchObject({ journal: base });
  expect(rules.context('a', 'journal2', base)).toMatchObject({ journal: null });
  expect(rules.context('a', 'journal2', null)).toMatchObject({ journal: null });
  expect(rules.context('a', 'unknown', base)).toMatchObject({ journal: base });
});

test('a new application has no journal, even if one is kept from before', () => {
  const { rules } = openAnsweredApplications();
  expect(rules.context('a', null, base)).toEqual({ dialect: '4.0', journals: null, now: expect.any(Date) });
});

test('an Update Request is compared only with the journal that it names', () => {
  const { rules } = openAnsweredApplications();
  const about = (id: unknown) => setAt(newApplication(), 'admin.current_journal', id as string);
  const named = rules.derive('a', about('journal1'), base).columns;
  expect(named).toMatchObject({ kind: 'update', title: 'Journal of Tests 1' });
  expect(named.changes).toBeGreaterThan(0);
  const other = rules.derive('a', about('journal2'), base).columns;
  expect(other).toMatchObject({ kind: 'update', title: 'Journal of Tests 900', changes: 0 });
});

test.each([
  ['journal1', 'journal1'],
  ['', null],
  [3, null],
  [null, null],
])('the journal id %j is read as %j', (id, read) => {
  expect(journalIdOf({ admin: { current_journal: id } })).toBe(read);
});

test('a draft without a record names no journal', () => {
  expect([journalIdOf(undefined), journalIdOf({})]).toEqual([null, null]);
});
