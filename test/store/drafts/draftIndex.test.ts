import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAccountStore } from '../../../src/main/store/accounts/accountStore.ts';
import { type Db, openDatabase } from '../../../src/main/store/database.ts';
import { createDraftStore } from '../../../src/main/store/drafts/draftStore.ts';
import { createDraftSync } from '../../../src/main/store/drafts/draftSync.ts';
import {
  type DraftFilter,
  type DraftRow,
  type DraftSort,
  type ListReadiness,
  readinessSchema,
  syncSchema,
} from '../../../src/shared/draft/draft.ts';
import { listReadinesses } from '../../../src/shared/draft/draftStates.ts';
import type { FacetName } from '../../../src/shared/draft/facets.ts';
import { foldText } from '../../../src/shared/text/foldText.ts';
import { randomCases } from '../../helpers/randomCases.ts';
import { article, derive, journal, openStores, planOf, storesOf } from '../../helpers/storeParts.ts';

const all = { offset: 0, limit: 500 };
const byTitle: DraftSort = { by: 'title', direction: 'asc' };

describe('a list of drafts', () => {
  const at = (day: number) => `2026-02-0${day}T00:00:00.000Z`;

  test.each<[DraftSort['by'], string[]]>([
    ['title', ['apes', 'Bees', 'bees', 'moths', 'Zebras']],
    ['year', ['moths', 'Zebras', 'Bees', 'bees', 'apes']],
    ['updated', ['Zebras', 'Bees', 'bees', 'apes', 'moths']],
    ['sync', ['Bees', 'bees', 'Zebras', 'moths', 'apes']],
  ])('sorts by %s in both directions, equals by their making', (by, titles) => {
    const { draftStore, add, sync } = openStores();
    const make = (title: string, year: string, day: number) => add(article({ title, year }), { at: at(day) });
    const zebras = make('Zebras', '1990', 1);
    make('Bees', '2000', 2);
    const apes = make('apes', '2020', 3);
    make('bees', '2000', 2);
    const moths = make('moths', '1980', 4);
    sync.setQueued([zebras]);
    sync.setSent([
      { content: null, id: moths, hash: 'x', doiKey: null, urlKey: null, remoteId: null, at: at(5) },
    ]);
    sync.setFailed({ id: apes, refusal: {} as never });
    const list = (direction: DraftSort['direction']) =>
      draftStore.list('a', {}, { by, direction }, all).rows.map((row) => row.title);
    expect(list('asc')).toEqual(titles);
    expect(list('desc')).toEqual(titles.toReversed());
  });

  test('sorts by the first finding as its column shows it, in which ignored values are not', () => {
    const { draftStore, add } = openStores();
    add(article({ title: 'With an error', year: 'soon' }));
    add(article({ title: 'With an ignored value', unheard_of: 'x' }));
    add(article({ title: 'With nothing' }));
    const rows = draftStore.list('a', {}, { by: 'finding', direction: 'asc' }, all).rows;
    expect(rows.find(({ title }) => title === 'With an ignored value')).toMatchObject({ finding: null });
    const isShown = rows.map(({ finding }) => finding !== null);
    expect(isShown).toEqual([...isShown].sort());
    expect(new Set(isShown).size).toBe(2);
  });

  test('sorts titles without case, accents and quotation marks, in every script', () => {
    const titles = [
      'Ämter',
      'amts',
      '“Árbol”',
      'Ørsted',
      'Zug',
      'Érable',
      'éclat',
      'ὥρα',
      'Ωκεανός',
      'Łódź',
      'lotus',
    ];
    const { draftStore, add } = openStores();
    for (const title of titles) add(article({ title }));
    const sorted = [
      'Ämter',
      'amts',
      '“Árbol”',
      'éclat',
      'Érable',
      'Łódź',
      'lotus',
      'Ørsted',
      'Zug',
      'Ωκεανός',
      'ὥρα',
    ];
    expect(draftStore.list('a', {}, byTitle, all).rows.map((row) => row.title)).toEqual(sorted);
  });

  test('sorts by all authors in their order, without case and accents; drafts without authors come first', () => {
    const { draftStore, add } = openStores();
    const authors = [
      'Émile Roy; Zoë Ash',
      'mira Lund',
      'Emile Roy; Ada Berg',
      '',
      'Mira Lund; Ada Berg',
      'mira lund',
    ];
    for (const names of authors)
      add(article({ author: names === '' ? [] : names.split('; ').map((name) => ({ name })) }));
    const list = (direction: DraftSort['direction']) =>
      draftStore.list('a', {}, { by: 'authors', direction }, all).rows.map((row) => row.authors);
    const sorted = ['', authors[2], authors[0], 'mira Lund', 'mira lund', 'Mira Lund; Ada Berg'];
    expect(list('asc')).toEqual(sorted);
    expect(list('desc')).toEqual(sorted.toReversed());
  });

  test('sorts by authors again after one was renamed', () => {
    const { draftStore, add, writer } = openStores();
    const by = (name: string) => article({ author: [{ name }] });
    const ids = ['Ada Berg', 'Mira Lund'].map((name) => add(by(name)));
    const list = () =>
      draftStore.list('a', {}, { by: 'authors', direction: 'asc' }, all).rows.map((row) => row.id);
    expect(list()).toEqual(ids);
    writer.update({ id: ids[0]!, draft: derive(by('Zoë Ash')), at: at(3) });
    expect(list()).toEqual(ids.toReversed());
  });

  test('sorts by readiness: drafts with errors first', () => {
    const { db, draftStore, add } = openStores();
    const ids = ['ready', 'incomplete', 'warnings', 'incomplete'].map((readiness) => {
      const id = add(article({ identifier: [] }));
      db.prepare('UPDATE drafts SET readiness = ? WHERE id = ?').run(readiness, id);
      return id;
    });
    const { rows } = draftStore.list('a', {}, { by: 'readiness', direction: 'asc' }, all);
    expect(rows.map((row) => row.id)).toEqual([ids[1], ids[3], ids[2], ids[0]]);
  });

  test('has pages without repetitions or gaps', () => {
    const { draftStore, add } = openStores();
    for (let i = 0; i < 23; i++) add(article({ title: `Title ${i % 4}` }));
    const pages = [0, 5, 10, 15, 20, 25].map((offset) =>
      draftStore.list('a', {}, byTitle, { offset, limit: 5 }),
    );
    expect(new Set(pages.map((page) => page.total))).toEqual(new Set([23]));
    const ids = pages.flatMap((page) => page.rows.map((row) => row.id));
    expect(ids).toEqual(draftStore.list('a', {}, byTitle, all).rows.map((row) => row.id));
    expect(new Set(ids).size).toBe(23);
  });

  test('sees at once what another connection writes and rolls back', () => {
    const { file, db, draftStore, add } = openStores();
    add(article());
    const titles = () => draftStore.list('a', {}, byTitle, all).rows.map((row) => row.title);
    expect(titles()).toEqual(['On moths']);
    const other = openDatabase(file);
    other.exec(`UPDATE drafts SET title = 'From elsewhere'`);
    expect(titles()).toEqual(['From elsewhere']);
    other.exec(`UPDATE drafts SET staged = 1`);
    expect(draftStore.facets('a', {}).total).toBe(0);
    other.close();
    const rolledBack = db.transaction(() => {
      db.exec('UPDATE drafts SET staged = 0');
      expect(draftStore.facets('a', {}).total).toBe(1);
      throw new Error('rolled back');
    });
    expect(rolledBack).toThrow('rolled back');
    // The same number of changes as were rolled back, but different ones.
    db.exec(`UPDATE drafts SET sync = 'queued'`);
    expect(draftStore.facets('a', {}).total).toBe(0);
  });

  test.each(['updated', 'title', 'journal', 'year', 'doi', 'sent', 'readiness'] as const)(
    'begins, sorted by %s, like the whole list, also where most drafts are filtered out',
    (by) => {
      const { db, draftStore, addMany } = openStores();
      for (const year of ['2001', '2000', '2002']) addMany(500, article({ year, title: `In ${year}` }));
      db.exec(`UPDATE drafts SET updated_at = '2026-02-0' || (1 + id % 3), year = 2000 + id % 7, doi_key = nullif(id % 5, 0),
        trashed_at = CASE WHEN id % 4 = 1 THEN '2026-02-09' END, readiness = CASE WHEN id < 1200 THEN 'ready' ELSE 'warnings' END`);
      const filters: DraftFilter[] = [{}, { trashed: true }, { readiness: ['warnings'] }];
      for (const direction of ['asc', 'desc'] as const)
        for (const filter of filters)
          for (const page of [
            { offset: 0, limit: 3 },
            { offset: 200, limit: 90 },
            { offset: 350, limit: 10 },
          ]) {
            const list = (store: typeof draftStore, at: typeof page) =>
              store.list('a', filter, { by, direction }, at).rows.map(({ id }) => id);
            const whole = list(draftStore, { offset: 0, limit: 1500 });
            expect(list(createDraftStore(db), page)).toEqual(
              whole.slice(page.offset, page.offset + page.limit),
            );
          }
    },
  );

  test('is reordered as soon as a sort column has changed', () => {
    const { db, draftStore, add } = openStores();
    const ids = ['1', '2', '3'].map((title) =>
      add(article({ title, year: title, identifier: [] }), { at: `2026-02-0${title}` }),
    );
    const last = ids[2]!;
    const put = (column: string, value: string) =>
      db.prepare(`UPDATE drafts SET ${column} = ? WHERE id = ?`).run(value, last);
    const changes: [DraftSort['by'], string, string][] = [
      ['updated', 'updated_at', '2026-01-01'],
      ['title', 'title = 0, title_sort', '0'],
      ['journal', "journal = '', journal_sort", ''],
      ['year', 'year', '0'],
      ['sync', 'sync', 'never'],
      ['readiness', 'readiness', 'incomplete'],
    ];
    db.exec(`UPDATE drafts SET journal = title, journal_sort = title, sync = 'sent', readiness = 'ready'`);
    // A page that is not full is read with the whole order.
    const first = (by: DraftSort['by']) =>
      draftStore.list('a', {}, { by, direction: 'asc' }, all).rows[0]?.id;
    for (const [by, column, value] of changes) {
      expect(first(by), by).toBe(ids[0]);
      put(column, value);
      expect(first(by), by).toBe(last);
    }
  });
});

describe('filters and facets', () => {
  const facts = fc.record({
    journal: fc.constantFrom('1111-1111', '2222-2222', ''),
    readiness: fc.constantFrom(...readinessSchema.options),
    sync: fc.constantFrom(...syncSchema.options),
    imported: fc.constantFrom(0, 1, 2),
    hasOrcid: fc.boolean(),
    doi: fc.constantFrom('', '', '10.1234/1', '10.1234/2', '10.1234/3'),
    trashed: fc.boolean(),
    text: fc.constantFrom('moths', 'bees', 'bees and moths'),
    keywords: fc.subarray(['ants', 'wasps', 'flies']),
    year: fc.constantFrom('', '1999', '2001'),
  });
  type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;
  const filters: fc.Arbitrary<DraftFilter> = fc.record(
    {
      text: fc.constantFrom('moth', 'bee moth', '', '  '),
      journal: fc.subarray(['1111-1111/', '2222-2222/', '', 'unknown']),
      readiness: fc.subarray([...listReadinesses]),
      sync: fc.subarray([...syncSchema.options]),
      import: fc.subarray(['', '1', '2', '3']),
      keyword: fc.subarray(['ants', 'flies', '', 'none of them']),
      year: fc.subarray(['', '1999', '2024']),
      not: fc.record(
        {
          keyword: fc.subarray(['ants', 'wasps', '']),
          journal: fc.subarray(['1111-1111/', '']),
          sync: fc.subarray([...syncSchema.options]),
        },
        { requiredKeys: [] },
      ),
      list: fc.constantFrom('missing-orcid' as const, 'needs-identifier' as const),
      trashed: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  function isChosen(own: readonly string[], only: readonly string[], not: readonly string[] = []): boolean {
    const values = own.length === 0 ? [''] : own;
    return (
      (only.length === 0 || values.some((value) => only.includes(value))) &&
      !values.some((value) => not.includes(value))
    );
  }
  const keyOf = (one: Facts) => (one.journal === '' ? '' : `${one.journal}/`);
  function readinessOf(one: Facts, drafts: readonly Facts[]): ListReadiness {
    if (one.sync === 'refused' || one.readiness === 'incomplete') return 'incomplete';
    const isSent = one.sync === 'sent' || one.sync === 'queued';
    const isTwin = (other: Facts) => other !== one && !other.trashed && other.doi === one.doi;
    const isUndecided = !isSent && !one.trashed && one.doi !== '' && drafts.some(isTwin);
    return isUndecided ? 'undecided' : one.readiness;
  }
  const tests: Record<string, (one: Facts, filter: DraftFilter, drafts: readonly Facts[]) => boolean> = {
    text: (one, { text = '' }) => text.split(' ').every((word) => one.text.includes(word)),
    journal: (one, { journal = [], not }) => isChosen([keyOf(one)], journal, not?.journal),
    keyword: (one, { keyword = [], not }) => isChosen(one.keywords, keyword, not?.keyword),
    year: (one, { year = [] }) => isChosen([one.year].filter(Boolean), year),
    readiness: (one, { readiness = [] }, drafts) =>
      readiness.length === 0 || readiness.includes(readinessOf(one, drafts)),
    sync: (one, { sync = [], not }) => isChosen([one.sync], sync, not?.sync),
    import: (one, { import: ids = [] }) => isChosen([String(one.imported || '')], ids),
    list: (one, { list }) =>
      list === undefined || (list === 'missing-orcid' ? !one.hasOrcid : one.doi === ''),
    trashed: (one, { trashed = false }) => one.trashed === trashed,
  };
  const passing = (drafts: Facts[], filter: DraftFilter, but?: string) =>
    drafts.filter((one) =>
      Object.keys(tests).every((name) => name === but || tests[name]!(one, filter, drafts)),
    );

  function fill(db: Db, add: ReturnType<typeof openStores>['add'], one: Facts): void {
    const identifier = [
      ...(one.journal === '' ? [] : [{ type: 'pissn', id: one.journal }]),
      ...(one.doi === '' ? [] : [{ type: 'doi', id: one.doi }]),
    ];
    const author = one.hasOrcid ? [{ name: 'A', orcid_id: 'x' }] : [];
    const { keywords, year, text: title } = one;
    const id = add(
      { bibjson: { title, identifier, author, keywords, year } },
      { importId: one.imported || null },
    );
    db.prepare('UPDATE drafts SET readiness = ?, sync = ?, trashed_at = ? WHERE id = ?').run(
      one.readiness,
      one.sync,
      one.trashed ? '2026-02-02' : null,
      id,
    );
  }

  test('match a scan of every draft', () => {
    fc.assert(
      fc.property(
        fc.array(facts, { maxLength: 25 }),
        fc.array(filters, { minLength: 1, maxLength: 8 }),
        (drafts, asked) => {
          const db = openDatabase(':memory:');
          try {
            const parts = storesOf(db);
            for (const name of ['one.xml', 'two.xml']) parts.addImport(name);
            for (const one of drafts) fill(db, parts.add, one);
            // Filters alone leave too few drafts to meet twins in every run.
            for (const filter of [{}, ...asked]) {
              const { total, rows } = parts.draftStore.list('a', filter, byTitle, all);
              expect(rows.length).toBe(total);
              expect(total).toBe(passing(drafts, filter).length);
              const facets = parts.draftStore.facets('a', filter);
              expect(facets.total).toBe(total);
              for (const state of listReadinesses) {
                const expected = passing(drafts, filter, 'readiness').filter(
                  (one) => readinessOf(one, drafts) === state,
                );
                expect(facets.readiness[state]).toBe(expected.length);
                const shown = passing(drafts, filter).filter((one) => readinessOf(one, drafts) === state);
                expect(rows.filter(({ readiness }) => readiness === state)).toHaveLength(shown.length);
              }
              for (const state of syncSchema.options) {
                const expected = passing(drafts, filter, 'sync').filter((one) => one.sync === state);
                expect(facets.sync[state]).toBe(expected.length);
              }
              const inJournals = passing(drafts, filter, 'journal');
              for (const { key, count } of facets.journals) {
                expect(count).toBe(inJournals.filter((one) => keyOf(one) === key).length);
              }
              expect(sum(facets.journals)).toBe(inJournals.length);
              const imported = passing(drafts, filter, 'import');
              for (const { id, name, count } of facets.imports) {
                expect(name).toBe(id === 1 ? 'one.xml' : 'two.xml');
                expect(count).toBe(imported.filter((one) => one.imported === id).length);
              }
              expect(sum(facets.imports)).toBe(imported.filter((one) => one.imported > 0).length);
              const listed = passing(drafts, filter, 'list');
              expect(facets.lists['missing-orcid']).toBe(listed.filter((one) => !one.hasOrcid).length);
              expect(facets.lists['needs-identifier']).toBe(listed.filter((one) => one.doi === '').length);
              const valuesOf: Partial<Record<FacetName, (one: Facts) => readonly string[]>> = {
                journal: (one) => [keyOf(one)],
                keyword: (one) => one.keywords,
                year: (one) => [one.year].filter(Boolean),
                sync: (one) => [one.sync],
                import: (one) => [String(one.imported || '')],
              };
              for (const [facet, own] of Object.entries(valuesOf)) {
                const { values } = parts.draftStore.facetValues('a', filter, facet as FacetName, {
                  search: '',
                  limit: 500,
                });
                for (const { value, count } of values) {
                  const having = passing(drafts, filter, facet).filter((one) => isChosen(own(one), [value]));
                  expect(count, `${facet} ${value}`).toBe(having.length);
                }
                const listed = new Set(values.map(({ value }) => value));
                for (const one of passing(drafts, filter, facet)) {
                  for (const value of own(one).length === 0 ? [''] : own(one))
                    expect(listed).toContain(value);
                }
              }
              expect(facets.trashed).toBe(
                passing(drafts, filter, 'trashed').filter((one) => one.trashed).length,
              );
            }
          } finally {
            db.close();
          }
        },
      ),
      randomCases(15, 40),
    );
  });

  test('name a journal as cached for the account', () => {
    const { draftStore, journalStore, add, db } = openStores();
    journalStore.replaceAll('a', [journal({ eissn: '2345-6789' })], '2026-02-01T00:00:00.000Z');
    const journals = journalStore.cards('a');
    for (const record of [
      article(),
      article({ identifier: [{ type: 'eissn', id: '2345-6789' }] }),
      article({ identifier: [], journal: { title: 'A Typed Title' } }),
      article({ identifier: [{ type: 'pissn', id: '9999-9994' }] }),
    ]) {
      add(record, { draft: derive(record, journals) });
    }
    expect(draftStore.facets('a', {}).journals).toEqual([
      { key: '9999-9994/', title: '9999-9994', count: 1 },
      { key: 'A Typed Title', title: 'A Typed Title', count: 1 },
      { key: '1234-5679/2345-6789', title: 'Annals of Lepidoptera', count: 2 },
    ]);
    const { rows } = draftStore.list('a', { text: 'annal 2345' }, byTitle, all);
    expect(rows.map((row) => row.journal)).toEqual(['Annals of Lepidoptera']);
    expect(draftStore.list('a', { text: 'annals moths' }, byTitle, all).total).toBe(2);
    expect(draftStore.list('a', { text: 'annals bees' }, byTitle, all).total).toBe(0);
    db.exec(`UPDATE drafts SET journal = 'Renamed'`);
    expect(draftStore.list('a', { text: 'renam' }, byTitle, all).total).toBe(4);
  });
});

describe('the search', () => {
  test.each([
    ['the beginning of a word', 'lepid', true],
    ['words anywhere, in any order and case', 'MOTH hungary', true],
    ['accents left out', 'kovacs', true],
    ['accents put in', 'Kovács MÖTH', true],
    ['an author', 'kovács', true],
    ['a keyword of two words', 'light trap', true],
    ['the DOI as an address', 'https://doi.org/10.1234/moths.1', true],
    ['the bare DOI', '10.1234/moths.1', true],
    ['an ISSN', '1234-5679', true],
    ['a word that is not there', 'moth zebra', false],
    ['the middle of a word', 'pidoptera', false],
  ])('for %s: %s', (_what, text, isFound) => {
    const { draftStore, add } = openStores();
    add(
      article({
        title: 'A <i>möth</i> of Hungary',
        abstract: 'All Lepidoptera.',
        author: [{ name: 'Éva Kovács' }],
        keywords: ['light traps'],
      }),
    );
    expect(draftStore.list('a', { text }, byTitle, all).total).toBe(isFound ? 1 : 0);
  });

  test('accepts any input', () => {
    const { draftStore, add } = openStores();
    add(article());
    const odd = [
      '"',
      `'`,
      '*',
      'a*',
      '"a" OR',
      'NOT',
      'NEAR(a b)',
      'title:x',
      '^a',
      '{a}',
      '-a',
      '\0',
      '\ud800',
      'a"b',
      '(((',
      'ᦲ',
      'á̂',
      '\u0301',
    ];
    for (const text of [
      ...odd,
      odd.join(' '),
      Array.from({ length: 250 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' '),
    ]) {
      expect(() => draftStore.list('a', { text }, byTitle, all)).not.toThrow();
    }
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 })),
        (text) => {
          draftStore.facets('a', { text });
        },
      ),
      randomCases(300, 1000),
    );
  });

  test('for punctuation only finds everything, like an empty search', () => {
    const { draftStore, add } = openStores();
    add(article());
    expect(draftStore.list('a', { text: ' - "' }, byTitle, all).total).toBe(1);
  });

  test('gives the same results letter by letter, with edits in between, as a fresh search', () => {
    const words = fc.constantFrom('moth', 'mo', 'm', 'annals', 'b', 'bees', 'kovács', '10', 'x');
    const text = fc.array(words, { maxLength: 4 }).map((all) => all.join(' '));
    const step = fc.record({ text, edited: fc.option(fc.nat(5)), title: text, trashed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const db = openDatabase(':memory:');
        try {
          const { draftStore, add, writer } = storesOf(db);
          const journals = [journal({ title: 'Annals of Bees', eissn: '2345-6787' })];
          const of = (title: string) => derive(article({ title }), title.includes('x') ? journals : null);
          const ids = Array.from({ length: 6 }, () => add(article()));
          for (const { text, edited, title, trashed } of steps) {
            if (edited !== null) writer.update({ id: ids[edited]!, draft: of(title), at: '2026' });
            for (const filter of [{ text }, { text, trashed }]) {
              const first = createDraftStore(db);
              expect(draftStore.list('a', filter, byTitle, all)).toEqual(
                first.list('a', filter, byTitle, all),
              );
              expect(draftStore.facets('a', filter)).toEqual(first.facets('a', filter));
              const selection = { filter, except: [ids[0]!] };
              expect(draftStore.selectIds('a', selection)).toEqual(first.selectIds('a', selection));
            }
          }
        } finally {
          db.close();
        }
      }),
      randomCases(15, 40),
    );
  });

  test('never finds former content, or content of an unaccepted import', () => {
    const { draftStore, add, writer } = openStores();
    add(article({ title: 'Staged' }), { staged: true });
    const id = add(article({ title: 'Before' }));
    const found = (text: string): DraftRow[] => draftStore.list('a', { text }, byTitle, all).rows;
    expect(found('before')).toHaveLength(1);
    writer.update({ id, draft: derive(article({ title: 'After' })), at: '2026' });
    expect(found('before')).toHaveLength(0);
    expect(found('after')).toHaveLength(1);
    expect(found('staged')).toHaveLength(0);
  });
});

describe('values of a facet', () => {
  const valuesWith = (parts: ReturnType<typeof openStores>, search: string, filter: DraftFilter = {}) => {
    const options = { search, limit: 1_000 };
    const { values, total } = parts.draftStore.facetValues('a', filter, 'keyword', options);
    expect(total).toBe(values.length);
    return values.map(({ value }) => value).sort();
  };

  test('are found by any part of their text, without case and accents, in every script', () => {
    const parts = openStores();
    const keywords = [
      ...Array.from({ length: 120 }, (_, n) => `Épée ${n}`),
      'Ωμέγα',
      'İstanbul',
      'naïve “quotes”',
      'Straße',
      'a',
      'aa',
    ];
    const add = (some: string[]) => parts.add(article({ keywords: some }));
    add(keywords.slice(0, 60));
    expect(valuesWith(parts, 'EPEE 5')).toEqual(keywords.filter((word) => /^Épée 5\d?$/.test(word)).sort());
    add(keywords.slice(60));
    const searches = [
      '',
      'epee',
      'pee 11',
      '119',
      'ωΜΕΓ',
      'ist',
      '“',
      'strasse',
      'a',
      'aa',
      ' aa ',
      'none',
      'e 1 é',
      'a\na',
    ];
    for (const search of searches) {
      const wanted = foldText(search.trim());
      expect(valuesWith(parts, search)).toEqual(
        keywords.filter((word) => foldText(word).includes(wanted)).sort(),
      );
    }
  });

  test('are counted after changes between reads of one facet and of several together', () => {
    const parts = openStores();
    const id = parts.add(article({ keywords: ['one', 'two'], year: '2001' }));
    parts.add(article({ keywords: ['two'], year: '2002' }));
    expect(valuesWith(parts, 't')).toEqual(['two']);
    const { version } = parts.draftStore.get(id);
    const draft = derive(article({ keywords: ['three'], year: '2003' }));
    parts.draftStore.save({ id, version, draft, at: '2026-02-02T00:00:00.000Z' });
    const total = (filter: DraftFilter) => parts.draftStore.list('a', filter, byTitle, all).total;
    expect(total({ keyword: ['three'], year: ['2003'], not: { author: ['Nobody'] } })).toBe(1);
    expect(total({ keyword: ['one'], year: ['2001'] })).toBe(0);
    expect(valuesWith(parts, 't', { year: ['2003'] })).toEqual(['three']);
  });

  test('are read of drafts whose rows were written long after the others', () => {
    const parts = openStores();
    for (const keyword of ['one', 'two', 'three']) {
      parts.add(article({ keywords: [keyword] }));
      parts.db.exec(`UPDATE sqlite_sequence SET seq = seq + 5000 WHERE name = 'draft_facets'`);
    }
    expect(valuesWith(parts, '')).toEqual(['one', 'three', 'two']);
  });
});

describe('statements', () => {
  test('never scan or sort the table of drafts', () => {
    const { db } = openStores();
    const statements: string[] = [];
    const spy = new Proxy(db, {
      get: (target, name) => {
        if (name === 'prepare') {
          return (sql: string) => {
            statements.push(sql);
            return target.prepare(sql);
          };
        }
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const drafts = createDraftStore(spy);
    createDraftSync(spy);
    createAccountStore(spy);
    drafts.facetValues('a', { year: ['2024'] }, 'missing', { search: '', limit: 8 });
    expect(statements.length).toBeGreaterThan(20);
    for (const sql of statements.filter((one) => /\bdrafts\b/.test(one))) {
      const plan = planOf(db, sql);
      // That index has only drafts that colleagues in an office assigned or review.
      expect(plan, sql).not.toMatch(/SCAN drafts(?! USING COVERING INDEX drafts_in_review)|TEMP B-TREE/);
    }
    const orders = statements.filter((sql) =>
      /^SELECT json_group_array\(id\) .* ORDER BY .*, id\)$/.test(sql),
    );
    expect(orders).toHaveLength(6);
    for (const sql of orders) expect(planOf(db, sql)).toContain('USING COVERING INDEX');
    const groups = statements.find((sql) => sql.includes('GROUP BY'))!;
    expect(planOf(db, groups)).toContain('USING INDEX drafts_by_facts');
    const facets = statements.filter((sql) => /json_group_array\((?:year|missing)\)/.test(sql));
    expect(facets).toHaveLength(2);
    for (const sql of facets) expect(planOf(db, sql)).toContain('USING COVERING INDEX draft_facets_short');
  });
});

function sum(counts: { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
