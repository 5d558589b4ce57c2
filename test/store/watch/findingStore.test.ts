import { expect, test } from 'vitest';
import { createFindingStore } from '../../../src/main/store/watch/findingStore.ts';
import type { Decision, FindingKind } from '../../../src/shared/watch/findingKinds.ts';
import { openStores } from '../../helpers/storeParts.ts';

test('until a day, deletions are counted that are not over, and those of them that people put right', () => {
  const findings = createFindingStore(openStores().db);
  const note = (kind: FindingKind, remoteId: string, decision: Decision | null = null) => {
    const about = { kind, remoteId, title: 'Moths', about: 'J', happenedAt: null, reason: null };
    findings.note('a', { ...about, noticedAt: '2026-11-06T10:00:00.000Z', differences: [], articles: 0 });
    if (decision !== null) findings.settle('a', { kind, remoteId, decision, at: '2026-11-08T10:00:00.000Z' });
  };
  note('deleted', 'open');
  note('deleted', 'left', 'left');
  note('deleted', 'again', 'sentAgain');
  note('deleted', 'back', 'over');
  note('changed', 'known', 'taken');
  note('changed', 'resent', 'resent');
  expect(findings.until('a', '2026-11-05')).toEqual({ deleted: 0, putRight: 0 });
  expect(findings.until('a', '2026-11-07')).toEqual({ deleted: 3, putRight: 0 });
  expect(findings.until('a', '2026-11-08')).toEqual({ deleted: 3, putRight: 1 });
});

test('an open finding that is noted again has the title and ISSNs of then', () => {
  const findings = createFindingStore(openStores().db);
  const note = (title: string, about: string) =>
    findings.note('a', {
      kind: 'journal',
      remoteId: 'j1',
      title,
      about,
      noticedAt: '2026-11-06T10:00:00.000Z',
      happenedAt: null,
      reason: null,
      differences: [],
      articles: 0,
    });
  expect(note('Moths', '1234-5679')).toBe(true);
  expect(note('Moths and Butterflies', '2345-6787')).toBe(false);
  expect(findings.openOne('a', 'journal', 'j1')).toMatchObject({
    title: 'Moths and Butterflies',
    about: '2345-6787',
  });
});
