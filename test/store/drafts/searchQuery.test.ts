import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraftWriter } from '../../../src/main/store/drafts/draftWriter.ts';
import { indexedWords, searchQuery, searchWords } from '../../../src/main/store/drafts/search/searchWords.ts';
import { article, derive, openStores } from '../../helpers/storeParts.ts';

test('words are split at every punctuation mark, without duplicates, in the index’s form', () => {
  expect(searchWords(' "On" moths, moths & b\u0065\u0301e-keeping* ')).toEqual([
    'On',
    'moths',
    'bée',
    'keeping',
  ]);
  expect(searchWords('https://doi.org/10.1234/a.b')).toEqual(['10', '1234', 'a', 'b']);
  expect(searchWords(' -- "" ')).toEqual([]);
  expect(searchQuery('On')).toBe('"On"*');
  expect(searchWords('Łukasz Sørensen, GROẞ')).toEqual(['Lukasz', 'Sorensen', 'GROSS']);
});

test('scripts without spaces between words are split into pairs of letters', () => {
  expect(searchWords('环境科学 in 2024年')).toEqual(['环境', '境科', '科学', 'in', '2024', '年']);
  expect(searchWords('学')).toEqual(['学']);
  expect(searchWords('データ・モデル')).toEqual(['デー', 'ータ', 'モデ', 'デル']);
});

test.each([
  ['城市环境科学进展', ['环境', '科学', '展', '城市环境', '环境科学进展'], ['科环', '学城', '物理']],
  ['在COVID-19期间的教学', ['covid', '期间', '教学', '在'], ['间期', '习']],
  ['地球温暖化とモデル・データ', ['温暖化', 'モデル', 'データ', 'と'], ['ルデ', '寒冷']],
  ['การศึกษาวิทยาศาสตร์ไทย', ['ศาส', 'ไทย', 'วิทยา'], ['ลาว']],
])('%s is found by a word within it', (title, found, others) => {
  const { draftStore, add } = openStores();
  add(article({ title }));
  add(article({ title: 'Moths', abstract: title }));
  const count = (text: string) => draftStore.list('a', { text }, byTitle, { offset: 0, limit: 1 }).total;
  for (const text of found) expect(count(text), text).toBe(2);
  for (const text of others) expect(count(text), text).toBe(0);
});

test('whatever part of such a text is searched for is found', () => {
  const letter = fc.constantFrom(...'环境科学城市𠮷データモデルーびんไทยวิทยา。、 ・');
  const texts = fc.tuple(
    ...[0, 1, 2].map(() => fc.array(letter, { maxLength: 12 }).map((all) => all.join(''))),
  );
  fc.assert(
    fc.property(texts, ([before, part, after]) => {
      const indexed = indexedWords(`${before}${part}${after}`);
      for (const word of searchWords(part!))
        expect(
          indexed.some((one) => one.startsWith(word)),
          word,
        ).toBe(true);
    }),
  );
});

const byTitle = { by: 'title', direction: 'asc' } as const;

test.each(['ΟΔΟΣ', 'οδος', 'οδοσ'])(
  'a sigma at the end of the word %s is found within a longer one',
  (text) => {
    const { draftStore, add } = openStores();
    add(article({ title: 'Οδοστρώματα' }));
    expect(draftStore.list('a', { text }, byTitle, { offset: 0, limit: 1 }).total).toBe(1);
    add(article({ keywords: ['Οδοστρώματα'] }));
    const found = draftStore.facetValues('a', {}, 'keyword', { search: text, limit: 8 });
    expect(found.values).toMatchObject([{ value: 'Οδοστρώματα', count: 1 }]);
  },
);

test('no letter or digit of the Basic Multilingual Plane makes a query that the index cannot parse', () => {
  const { db } = openStores();
  const search = db.prepare('SELECT rowid FROM draft_search WHERE draft_search MATCH ?');
  const unreadable: string[] = [];
  for (let code = 0x21; code < 0x10000; code++) {
    const words = searchWords(`a${String.fromCharCode(code)}b`);
    try {
      for (const word of words) search.all(searchQuery(word));
    } catch {
      unreadable.push(code.toString(16));
    }
  }
  expect(unreadable).toEqual([]);
});

test('the texts of hundreds of new drafts are indexed when the last is written', () => {
  const { db } = openStores();
  const writer = createDraftWriter(db, { textsAtOnce: 3 });
  const found = db
    .prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH 'moths'`)
    .pluck();
  const draft = derive(article());
  const ids = [1, 2, 3, 4].map(() =>
    writer.insert({ accountId: 'a', draft, at: '2026-02-01T00:00:00.000Z' }),
  );
  expect(found.all()).toEqual(ids.slice(0, 3));
  writer.writeTexts();
  writer.writeTexts();
  expect(found.all()).toEqual(ids);
  const fifth = writer.insert({ accountId: 'a', draft, at: '2026-02-01T00:00:00.000Z' });
  writer.update({ id: fifth, draft, at: '2026-02-02T00:00:00.000Z' });
  writer.writeTexts();
  expect(found.all()).toEqual([...ids, fifth]);
});

test('texts that were left by an interruption are indexed by the next call', () => {
  const { db } = openStores();
  const writer = createDraftWriter(db, { textsAtOnce: Number.POSITIVE_INFINITY });
  const found = db
    .prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH 'moths'`)
    .pluck();
  const draft = derive(article());
  const ids = [1, 2, 3].map(() => writer.insert({ accountId: 'a', draft, at: '2026-02-01T00:00:00.000Z' }));
  let asked = 0;
  expect(writer.writeTexts(() => ++asked > 2)).toBe(false);
  expect(found.all()).toEqual(ids.slice(0, 2));
  expect(writer.writeTexts()).toBe(true);
  expect(found.all()).toEqual(ids);
});

test('changed texts are indexed with what else is written, and not if that fails', () => {
  const { db } = openStores();
  const writer = createDraftWriter(db, { textsAtOnce: 100 });
  const find = (word: string) =>
    db.prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH ?`).pluck().all(word);
  const at = '2026-02-01T00:00:00.000Z';
  const { searchTexts, ...draft } = derive(article());
  const together = (work: () => void) => db.transaction(() => writer.indexTogether(work))();
  const ids: number[] = [];
  together(() => {
    for (const _ of 'abc') ids.push(writer.insert({ accountId: 'a', draft: { ...draft, searchTexts }, at }));
    writer.update({ id: ids[0]!, draft: { ...draft, searchTexts: { summary: 'beetles' } }, at });
  });
  expect(find('moths')).toEqual(ids.slice(1));
  expect(find('beetles')).toEqual(ids.slice(0, 1));
  const fails = () =>
    together(() => {
      writer.update({ id: ids[1]!, draft: { ...draft, searchTexts: { summary: 'wasps' } }, at });
      throw new Error('The disk is full.');
    });
  expect(fails).toThrow('The disk is full.');
  together(() => writer.update({ id: ids[2]!, draft: { ...draft, searchTexts: { summary: 'Øgler' } }, at }));
  expect(find('wasps')).toEqual([]);
  expect(find('ogler')).toEqual(ids.slice(2));
  expect(find('moths')).toEqual([ids[1]]);
});

test('a text that could not be indexed is not indexed later, when its draft is as it was', () => {
  const { db } = openStores();
  const writer = createDraftWriter(db);
  const at = '2026-02-01T00:00:00.000Z';
  const draft = derive(article());
  const ids = [1, 2].map(() => writer.insert({ accountId: 'a', draft, at }));
  const change = db.transaction((id: number, summary: string) =>
    writer.update({ id, draft: { ...draft, searchTexts: { summary } }, at }),
  );
  db.exec('ALTER TABLE draft_summary_search RENAME TO away');
  expect(() => change(ids[0]!, 'wasps')).toThrow('no such table');
  db.exec('ALTER TABLE away RENAME TO draft_summary_search');
  change(ids[1]!, 'beetles');
  const find = (word: string) =>
    db.prepare(`SELECT rowid FROM draft_summary_search WHERE draft_summary_search MATCH ?`).pluck().all(word);
  expect(find('wasps')).toEqual([]);
  expect(find('beetles')).toEqual([ids[1]]);
  expect(find('moths')).toEqual([ids[0]]);
});
