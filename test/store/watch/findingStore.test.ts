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
