import { describe, expect, test } from 'vitest';
import { addDecision, type Decision } from '../../../../src/renderer/state/data/decisions.ts';
import { openRequestOf } from '../../../../src/renderer/state/records/openRequestOf.ts';
import {
  changedAt,
  countLists,
  matchRequests,
  rowsOf,
  setRequestText,
  showAllRequests,
  useRequestsView,
} from '../../../../src/renderer/state/records/requestsView.ts';
import {
  type ApplicationRow,
  applicationStatusSchema,
  applicationSyncSchema,
} from '../../../../src/shared/application/applicationDraft.ts';
import {
  groupOf,
  standingGroups,
  standingNote,
  standingOf,
} from '../../../../src/shared/application/standing.ts';
import { t } from '../../../../src/shared/i18n/i18n.ts';
import { literal } from '../../../../src/shared/message.ts';

let next = 1;
function row(changes: Partial<ApplicationRow> = {}): ApplicationRow {
  const id = next++;
  return {
    id,
    accountId: 'sandbox',
    version: 1,
    kind: 'update',
    journalId: 'j1',
    title: 'Annals of Imaginary Cartography',
    pissn: '1734-6215',
    eissn: '',
    readiness: 'ready',
    errors: 0,
    warnings: 0,
    ignored: 0,
    changes: 1,
    sync: 'never',
    retry: false,
    status: null,
    statusAt: null,
    checkedAt: null,
    remoteId: null,
    sentAt: null,
    updatedAt: `2026-11-0${(id % 9) + 1}T10:00:00Z`,
    trashedAt: null,
    ...changes,
  };
}

const everyRow = applicationSyncSchema.options.flatMap((sync) =>
  [null, ...applicationStatusSchema.options].map((status) => row({ sync, status })),
);

describe('the state of an application', () => {
  test('is a draft, a running request, or the directory’s last state', () => {
    expect(standingOf(row())).toBe('draft');
    expect(standingOf(row({ sync: 'queued', status: 'revisions' }))).toBe('queued');
    expect(standingOf(row({ sync: 'unsure' }))).toBe('unsure');
    expect(standingOf(row({ sync: 'sent' }))).toBe('sent');
    expect(standingOf(row({ sync: 'sent', status: 'review' }))).toBe('review');
    expect(standingOf(row({ sync: 'changed', status: 'revisions' }))).toBe('revisions');
    expect(standingOf(row({ sync: 'never', status: 'gone' }))).toBe('gone');
  });

  test('also shows the directory’s state where it differs', () => {
    expect(standingNote(row({ sync: 'changed', status: 'waiting' }))).toBe('changed');
    expect(standingNote(row({ retry: true }))).toBe('retry');
    expect(standingNote(row({ sync: 'refused', status: 'review' }))).toBe('review');
    expect(standingNote(row({ sync: 'sent', status: 'review' }))).toBeNull();
    expect(standingNote(row())).toBeNull();
  });

  test('has a text for every combination, and belongs to exactly one list', () => {
    for (const one of everyRow) {
      const standing = standingOf(one);
      for (const key of [`requests.standing.${standing}`, `requests.meaning.${standing}`]) {
        expect(t(key)).not.toBe(key);
      }
      expect(standingGroups.filter((group) => group === groupOf(one))).toHaveLength(1);
    }
  });
});

describe('the lists of the status screen', () => {
  test('have counts that add up', () => {
    const counts = countLists(everyRow, [row({ trashedAt: '2026-11-01T00:00:00Z' })]);
    expect(standingGroups.reduce((sum, group) => sum + counts[group], 0)).toBe(counts.all);
    expect(counts.all).toBe(everyRow.length);
    expect(counts.trash).toBe(1);
    for (const group of standingGroups) expect(rowsOf(group, everyRow, [])).toHaveLength(counts[group]);
  });

  test('show the last event, local or in the directory', () => {
    const decided = row({
      updatedAt: '2026-10-01T00:00:00Z',
      statusAt: '2026-11-20T00:00:00Z',
      sync: 'sent',
    });
    expect(changedAt(decided)).toBe('2026-11-20T00:00:00Z');
  });

  test('are filtered by every word of title or ISSN, ignoring accents and hyphens', () => {
    const a = row({ title: 'Études de cartographie', pissn: '1734-6215' });
    const b = row({ title: 'Harbour Studies', pissn: '1845-7339' });
    const c = row({ title: 'Łódź Journal of Øre' });
    expect(matchRequests([a, b], 'etudes')).toEqual([a]);
    for (const typed of ['lodz ore', 'łódź øre']) expect(matchRequests([a, b, c], typed)).toEqual([c]);
    expect(matchRequests([a, b], '18457339')).toEqual([b]);
    expect(matchRequests([a, b], 'harbour 1734')).toEqual([]);
    expect(matchRequests([a, b], '  ')).toEqual([a, b]);
  });
});

test('the open Update Request of a journal is the last undecided one', () => {
  const accepted = row({ sync: 'sent', status: 'accepted', updatedAt: '2026-11-20T00:00:00Z' });
  const older = row({ updatedAt: '2026-11-01T00:00:00Z' });
  const newer = row({ sync: 'sent', status: 'waiting', updatedAt: '2026-11-02T00:00:00Z' });
  const trashed = row({ updatedAt: '2026-11-19T00:00:00Z', trashedAt: '2026-11-19T00:00:00Z' });
  const other = row({ journalId: 'j2', updatedAt: '2026-11-20T00:00:00Z' });
  expect(openRequestOf([accepted, older, newer, trashed, other], 'j1')).toBe(newer);
  expect(openRequestOf([accepted, trashed, other], 'j1')).toBeNull();
});

test('a decision replaces an older one about the same application', () => {
  const decision = (id: number, status: Decision['status']): Decision => ({
    id,
    accountId: 'sandbox',
    title: 'Annals',
    status,
    message: literal(status),
  });
  const first = addDecision([], decision(1, 'review'));
  const second = addDecision(first, decision(2, 'waiting'));
  expect(addDecision(second, decision(1, 'revisions')).map(({ id, status }) => [id, status])).toEqual([
    [1, 'revisions'],
    [2, 'waiting'],
  ]);
});

test('all requests of a list are shown, whatever was searched for before', () => {
  setRequestText('moths');
  showAllRequests('waiting');
  expect(useRequestsView.getState()).toMatchObject({ list: 'waiting', text: '' });
});
