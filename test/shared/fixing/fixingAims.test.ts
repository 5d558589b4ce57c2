import { expect, test } from 'vitest';
import {
  aimsOf,
  type FixingFacts,
  isAimedAt,
  narrowToAims,
  remainingProblem,
} from '../../../src/shared/fixing/fixingAims.ts';

const good: FixingFacts = {
  errors: 0,
  warnings: 0,
  isHardToFind: false,
  isRefused: false,
  isSentBack: false,
  hasOrcid: true,
  hasIdentifier: true,
  finding: [],
  missing: [],
};

test.each([
  ['a list without filters', {}, ['refusal', 'errors', 'warnings']],
  ['incomplete records', { readiness: ['incomplete'] }, ['refusal', 'errors']],
  ['records with warnings', { readiness: ['warnings'] }, ['refusal', 'errors', 'warnings']],
  ['refused records', { sync: ['refused', 'failed'] }, ['refusal', 'errors']],
  ['refused and sent records', { sync: ['refused', 'sent'] }, ['refusal', 'errors', 'warnings']],
  ['records with a kind of finding', { finding: ['title-caps'] }, ['finding title-caps']],
  ['records without a field', { missing: ['abstract', ''] }, ['missing abstract']],
  ['records without an ORCID', { list: 'missing-orcid' }, ['missing-orcid']],
] as const)('%s are about certain problems', (_name, filter, aims) => {
  expect(aimsOf(filter as Parameters<typeof aimsOf>[0])).toEqual(aims);
});

test('records with errors come first, those without problems not at all, unless the list is about something else', () => {
  expect(narrowToAims({ text: 'moth' }, ['errors', 'warnings'])).toEqual([
    { text: 'moth', readiness: ['incomplete'] },
    { text: 'moth', readiness: ['warnings'] },
    { text: 'moth', readiness: ['undecided'] },
  ]);
  expect(narrowToAims({ readiness: ['undecided'] }, ['errors', 'warnings'])).toEqual([
    { readiness: ['undecided'] },
  ]);
  expect(narrowToAims({ text: 'moth' }, ['errors'])).toEqual([{ text: 'moth', readiness: ['incomplete'] }]);
  expect(narrowToAims({ readiness: ['ready'] }, ['errors', 'warnings'])).toEqual([]);
  expect(narrowToAims({ readiness: ['ready', 'warnings'] }, ['errors'])).toEqual([]);
  expect(narrowToAims({ list: 'missing-orcid' }, ['missing-orcid'])).toEqual([{ list: 'missing-orcid' }]);
});

test.each([
  [['errors'], { code: 'doi-form', severity: 'error' }, true],
  [['errors'], { code: 'doi-form', severity: 'warning' }, false],
  [['errors'], { code: 'year-missing', severity: 'warning' }, true],
  [['errors', 'warnings'], { code: 'doi-form', severity: 'warning' }, true],
  [['errors', 'warnings'], { code: 'doi-form', severity: 'ignored' }, false],
  [['finding title-caps'], { code: 'title-caps', severity: 'warning' }, true],
  [['finding title-caps'], { code: 'doi-form', severity: 'error' }, false],
  [['refusal'], { code: 'refusal', severity: 'error' }, true],
] as const)('with the problems %j, the finding %j leads to its field: %s', (aims, finding, isAimed) => {
  expect(isAimedAt(finding, aims)).toBe(isAimed);
});

test.each([
  [['errors', 'warnings'], { errors: 2 }, 'fixing.remains.errors'],
  [['errors', 'warnings'], { warnings: 1 }, 'fixing.remains.warnings'],
  [['errors'], { warnings: 1 }, null],
  [['errors'], { warnings: 1, isHardToFind: true }, 'fixing.remains.hardToFind'],
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
