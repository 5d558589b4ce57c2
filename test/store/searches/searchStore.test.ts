import { beforeEach, expect, test } from 'vitest';
import { createSearchStore, type SearchStore } from '../../../src/main/store/searches/searchStore.ts';
import { openStores } from '../../helpers/storeParts.ts';

const at = '2026-02-02T00:00:00.000Z';
const asked = (query: string, more = {}) => ({
  accountId: 'a',
  kind: 'article' as const,
  query,
  sort: '',
  ...more,
});
let store: SearchStore;
beforeEach(() => {
  store = createSearchStore(openStores().db);
});
const recent = () => store.list('a').recent.map(({ query }) => query);

test('the last twenty searches are kept and listed newest first', () => {
  for (let number = 1; number <= 23; number += 1) store.note(asked(`q${number}`), number, at);
  expect(recent()).toHaveLength(20);
  expect([recent()[0], recent()[19]]).toEqual(['q23', 'q4']);
  expect(store.list('a').recent[0]).toMatchObject({ name: '', total: 23, ranAt: at });
  expect(store.list('b')).toEqual({ saved: [], recent: [] });
});

test('a repeated search moves up without a second entry', () => {
  for (const query of ['one', 'two', 'one']) store.note(asked(query), 1, at);
  store.note(asked('one', { sort: 'title' }), 1, at);
  expect(recent()).toEqual(['one', 'one', 'two']);
  expect(store.list('a').recent.map(({ sort }) => sort)).toEqual(['title', '', '']);
});

test('a saved search has the count of its last run, by name or not', () => {
  store.note(asked('soil'), 7, at);
  const saved = store.save({ ...asked('soil'), name: 'Soil' });
  expect(saved).toMatchObject({ name: 'Soil', total: 7, ranAt: at });
  store.note(asked('soil'), 9, '2026-03-03T00:00:00.000Z');
  expect(store.get(saved.id)).toMatchObject({ total: 9, ranAt: '2026-03-03T00:00:00.000Z' });
  expect(store.setTotal(saved.id, 11, at)).toMatchObject({ total: 11, ranAt: at });
  expect(recent()).toEqual(['soil']);
});

test('saved searches are listed by name, ignoring case', () => {
  for (const name of ['b', 'A', 'c']) store.save({ ...asked(name), name });
  expect(store.list('a').saved.map(({ name }) => name)).toEqual(['A', 'b', 'c']);
});

test('saving the same search again renames it', () => {
  const first = store.save({ ...asked('soil'), name: 'Soil' });
  const second = store.save({ ...asked('soil'), name: 'Ground' });
  expect(second).toEqual({ ...first, name: 'Ground' });
  expect(store.list('a').saved).toEqual([second]);
});

test('a search can be renamed and removed, and a missing one is reported', () => {
  const { id } = store.save({ ...asked('soil'), name: 'Soil' });
  expect(store.rename(id, 'Earth').name).toBe('Earth');
  store.remove(id);
  expect(() => store.rename(id, 'Soil')).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => store.setTotal(id, 1, at)).toThrow(expect.objectContaining({ code: 'not_found' }));
});
