import { expect, test } from 'vitest';
import {
  currentJournals,
  dateOf,
  journalChange,
  requestChange,
} from '../../src/main/outbox/applications/preflight.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { fieldLabel } from '../../src/shared/draft/fieldLabel.ts';
import { setAt } from '../../src/shared/draft/fieldPath.ts';
import { journalRecord } from '../helpers/applicationRecords.ts';
import { openScriptedApplications, storedThere, updateRequest } from '../helpers/scriptedApplications.ts';
import { textOf } from '../helpers/textOf.ts';

test('reads the journals of Update Requests, eighty in one request', async () => {
  const world = await openScriptedApplications();
  const base = journalRecord(1);
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ journalId: `journal${index + 1}`, base }));
  const others = [
    { journalId: null, base },
    { journalId: 'foreign', base: null },
  ];
  expect(await currentJournals(world.client, others)).toEqual(new Map());
  expect(world.requests).toEqual([]);

  const { admin, bibjson } = base;
  const { pissn: _, eissn: __, ...rest } = bibjson as Record<string, string>;
  const listed = { ...rest, identifier: [{ type: 'pissn', id: bibjson.pissn }] };
  world.answer = () => ({ status: 200, body: { results: [{ id: 'journal1', bibjson: listed }] } });
  const found = await currentJournals(world.client, [...rowsOf(1), ...rowsOf(2), ...others]);
  expect(world.requests).toEqual(['GET search/journals/id.exact:("journal1" OR "journal2")']);
  expect([...found]).toEqual([['journal1', { id: 'journal1', bibjson: { ...rest, pissn: bibjson.pissn } }]]);

  for (const odd of [{ bibjson: listed }, { id: 'journal2', admin }, 'journal2']) {
    world.answer = () => ({ status: 200, body: { results: [{ id: 'journal1', bibjson: listed }, odd] } });
    await expect(currentJournals(world.client, rowsOf(2))).rejects.toThrow('directory.problem.hit.message');
  }

  world.requests.length = 0;
  world.answer = () => ({ status: 200, body: { results: [] } });
  await currentJournals(world.client, rowsOf(101));
  expect(world.requests.map((name) => name.split(' OR ').length)).toEqual([80, 21]);
});

test('names changes of the journal that sending would undo', () => {
  const base = journalRecord(1);
  const now = setAt(setAt(base, 'bibjson.publication_time_weeks', 33), 'bibjson.oa_start', 2020);
  const row = { kind: 'update', base, record: updateRequest(1, { 'bibjson.oa_start': 2020 }) } as const;
  const text = textOf(journalChange(row, now, { dialect: '4.0' }));
  expect(text).toContain('undo that change to: Weeks from submission');
  expect(text).not.toContain('year');
  expect(journalChange(row, undefined, { dialect: '4.0' })).toBeNull();
  expect(journalChange({ ...row, base: null }, now, { dialect: '4.0' })).toBeNull();
  expect(journalChange({ ...row, kind: 'new' }, now, { dialect: '4.0' })).toBeNull();
  expect(
    journalChange({ ...row, record: updateRequest(1, { 'bibjson.boai': false }) }, base, { dialect: '4.0' }),
  ).toBeNull();
});

test('names changes that others made to an application since it was read', () => {
  const stored = storedThere('x', updateRequest());
  const row = { kind: 'update', stored } as const;
  const later = { ...stored, last_updated: '2026-01-02T00:00:00Z' };
  const changed = setAt(later, 'bibjson.oa_start', 2020);
  expect(textOf(requestChange(row, changed))).toMatch(
    /^Someone changed the Update Request at the directory on 2 Jan 2026, .*: Since when [^,;]+\. Sending/,
  );
  expect(requestChange(row, later)).toBeNull();
  expect(requestChange(row, { ...changed, last_updated: stored.last_updated! })).toBeNull();
  expect(requestChange({ ...row, stored: null }, changed)).toBeNull();
  expect(dateOf({ last_updated: 5 })).toBe('');
});

test('names five fields at most, each once, and counts the others', () => {
  const stored = storedThere('x', updateRequest());
  const paths = [
    'bibjson.boai',
    'bibjson.ref.oa_statement',
    'bibjson.oa_start',
    'bibjson.keywords',
    'bibjson.language',
    'bibjson.ref.license_terms',
    'bibjson.copyright.url',
  ];
  const changeOf = (count: number) => {
    const later: DraftRecord = { ...stored, last_updated: '2026-01-02T00:00:00Z' };
    const now = paths.slice(0, count).reduce((record, path) => setAt(record, path, ['else']), later);
    return textOf(requestChange({ kind: 'update', stored }, now));
  };
  expect(changeOf(5)).not.toContain('more');
  expect(changeOf(7)).toContain(' and 2 more');
  expect(changeOf(7)).not.toContain(textOf(fieldLabel('bibjson.copyright.url')));
});
