import { expect, test } from 'vitest';
import {
  draftHref,
  hrefOf,
  parseRoute,
  type Route,
} from '../../../../src/renderer/state/navigation/route.ts';

test.each([
  '#/drafts',
  '#/drafts/12',
  '#/drafts/12?field=bibjson.author%5B0%5D.orcid_id',
  '#/uploads',
  '#/uploads/7',
  '#/imports/3',
  '#/journals',
  '#/journals/de1da1d8',
  '#/journals/1234-5679%2F9876-5434',
  '#/update-requests',
  '#/update-requests/4',
  '#/update-requests/4?field=bibjson.apc.url',
  '#/search',
  '#/comparisons',
  '#/comparisons/2',
  '#/comparisons?issn=2734-6226',
  '#/compliance/check',
  '#/compliance/check/3',
  '#/compliance/matrix',
  '#/compliance/matrix/4',
  '#/compliance/look-ups',
  '#/watch',
  '#/watch/former',
  '#/watch?account=sandbox',
  '#/watch/deleted?account=a+b%26c',
  '#/watch/journals',
  '#/settings',
  '#/settings/backups',
])('%s leads to a screen and can be written back', (hash) => {
  expect(hrefOf(parseRoute(hash))).toBe(hash);
});

/** One for each screen: see "a screen" in CONTRIBUTING.md. */
const screens: { [S in Route['screen']]: Extract<Route, { screen: S }> } = {
  drafts: { screen: 'drafts', draftId: null, field: null },
  fixing: { screen: 'fixing', fixingId: 1 },
  uploads: { screen: 'uploads', uploadId: null },
  imports: { screen: 'imports', importId: 1 },
  journals: { screen: 'journals', journalId: null },
  'update-requests': { screen: 'update-requests', applicationId: null, field: null },
  watch: { screen: 'watch', view: null },
  overview: { screen: 'overview' },
  search: { screen: 'search' },
  comparisons: { screen: 'comparisons', comparisonId: null },
  compliance: { screen: 'compliance', view: 'check', id: null },
  settings: { screen: 'settings', section: null },
};

test.each(Object.values(screens))('the screen $screen has an address', (route) => {
  expect(parseRoute(hrefOf(route)), 'parseRoute does not read it').toEqual(route);
});

test.each([
  '',
  '#',
  '#/',
  '#/nowhere',
  '#/imports',
  '#/imports/x',
  '#/drafts/0',
  '#/drafts/-1',
  '#/drafts/1e3',
])('an unknown address, %j, leads to the drafts', (hash) => {
  expect(parseRoute(hash)).toEqual({ screen: 'drafts', draftId: null, field: null });
});

test('a link to a field contains its path', () => {
  const route = parseRoute(draftHref(5, 'bibjson["a.b"]'));
  expect(route).toEqual({ screen: 'drafts', draftId: 5, field: 'bibjson["a.b"]' });
  expect(draftHref(5)).toBe('#/drafts/5');
});

test('an unreadable address of a journal leads to the list of journals', () => {
  expect(parseRoute('#/journals/%E0%A4%A')).toEqual({ screen: 'journals', journalId: null });
});

test('an unknown section of the settings leads to the settings', () => {
  expect(parseRoute('#/settings/nowhere')).toEqual({ screen: 'settings', section: null });
});
