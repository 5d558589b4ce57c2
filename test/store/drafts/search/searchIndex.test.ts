import { expect, test } from 'vitest';
import type { SearchTexts } from '../../../../src/shared/article/article.ts';
import { article, derive, openStores } from '../../../helpers/storeParts.ts';

function openSearch() {
  const { draftStore, writer, add } = openStores();
  const find = (text: string) =>
    draftStore
      .list('a', { text }, { by: 'title', direction: 'asc' }, { offset: 0, limit: 10 })
      .rows.map(({ id }) => id);
  const change = (id: number, part: keyof SearchTexts, bibjson: object) => {
    const { record } = draftStore.get(id);
    const draft = derive({ ...record, bibjson: { ...(record.bibjson as object), ...bibjson } });
    const searchTexts = { [part]: draft.searchTexts[part] };
    writer.update({ id, draft: { ...draft, searchTexts }, at: '2026-02-01T00:00:00.000Z' });
  };
  return { add, find, change };
}

test('words are found in the title, in the abstract, and in both at once, also after either has changed', () => {
  const { add, find, change } = openSearch();
  const id = add(article({ title: 'Weevils of Malta', abstract: 'They were counted twice.' }));
  for (const text of ['weevils', 'counted', 'wee twice malta']) expect(find(text)).toEqual([id]);
  change(id, 'summary', { title: 'Beetles of Malta' });
  expect(find('weevils')).toEqual([]);
  expect(find('beetles counted')).toEqual([id]);
  change(id, 'abstract', { abstract: 'They were weighed.' });
  expect(find('counted')).toEqual([]);
  expect(find('beetles weighed')).toEqual([id]);
});
