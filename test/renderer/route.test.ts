import { expect, test } from 'vitest';
import { draftHref, hrefOf, parseRoute } from '../../src/renderer/state/route.ts';

test.each([
  '#/drafts',
  '#/drafts/12',
  '#/drafts/12?field=bibjson.author%5B0%5D.orcid_id',
  '#/uploads',
  '#/uploads/7',
  '#/imports/3',
  '#/settings',
])('%s leads somewhere and back to itself', (hash) => {
  expect(hrefOf(parseRoute(hash))).toBe(hash);
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
])('an address that means nothing, %j, leads to the drafts', (hash) => {
  expect(parseRoute(hash)).toEqual({ screen: 'drafts', draftId: null, field: null });
});

test('a link to a field carries its path', () => {
  const route = parseRoute(draftHref(5, 'bibjson["a.b"]'));
  expect(route).toEqual({ screen: 'drafts', draftId: 5, field: 'bibjson["a.b"]' });
  expect(draftHref(5)).toBe('#/drafts/5');
});
