import { expect, test } from 'vitest';
import {
  aimsOf,
  type FixingFacts,
  narrowToAims,
  remainingProblem,
} from '../../../src/shared/fixing/fixingAims.ts';

const good: FixingFacts = {
  errors: 0,
  warnings: 0,
  isRefused: false,
  isSentBack: false,
  hasOrcid: true,
  hasIdentifier: true,
  finding: [],
  missing: [],
};

test.each([
  ['a list without filters', {}, ['errors', 'warnings']],
  ['incomplete records', { readiness: ['incomplete'] }, ['errors']],
  ['records with warnings', { readiness: ['warnings'] }, ['errors', 'warnings']],
  ['refused records', { sync: ['refused', 'failed'] }, ['refusal', 'errors']],
  ['refused and sent records', { sync: ['refused', 'sent'] }, ['errors', 'warnings']],
  ['records with a kind of finding', { finding: ['title-caps'] }, ['finding title-caps']],
  ['records without a field', { missing: ['abstract', ''] }, ['missing abstract']],
  ['records without an ORCID', { list: 'missing-orcid' }, ['missing-orcid']],
] as const)('%s are about certain problems', (_name, filter, aims) => {
  expect(aimsOf(filter as Parameters<typeof aimsOf>[0])).toEqual(aims);
});

test('records without errors and warnings are left out, unless the list is about something else', () => {
  expect(narrowToAims({ text: 'moth' }, ['errors', 'warnings'])).toEqual({
    text: 'moth',
    readiness: ['incomplete', 'warnings'],
  });
  expect(narrowToAims({ readiness: ['ready'] }, ['errors', 'warnings'])).toBeNull();
  expect(narrowToAims({ list: 'missing-orcid' }, ['missing-orcid'])).toEqual({ list: 'missing-orcid' });
});

test.each([
  [['errors', 'warnings'], { errors: 2 }, 'fixing.remains.errors'],
  [['errors', 'warnings'], { warnings: 1 }, 'fixing.remains.warnings'],
  [['errors'], { warnings: 1 }, null],
  [['refusal', 'errors'], { isRefused: true }, 'fixing.remains.refusal'],
  [['refusal', 'errors'], { errors: 1 }, 'fixing.remains.errors'],
  [['refusal', 'errors'], {}, null],
  [['revisions', 'errors'], { isSentBack: true }, 'fixing.remains.revisions'],
  [['missing-orcid'], { hasOrcid: false, errors: 1 }, 'fixing.remains.missing-orcid'],
  [['finding title-caps'], { finding: ['title-caps'] }, 'fixing.remains.finding'],
  [['finding title-caps'], { finding: ['doi-form'], errors: 1 }, null],
  [['missing abstract'], { missing: ['abstract'] }, 'fixing.remains.missing'],
  [['needs-identifier'], { hasIdentifier: false }, 'fixing.remains.needs-identifier'],
] as const)('brought here by %j, a record with %j has: %s', (aims, facts, key) => {
  expect(remainingProblem({ ...good, ...facts }, aims)?.key ?? null).toBe(key);
});
