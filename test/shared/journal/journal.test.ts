import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { journalsFromList, readJournal } from '../../../src/shared/journal/journal.ts';

const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/given/${name}`, import.meta.url), 'utf8'));

describe('readJournal', () => {
  it('reads the deployed format', () => {
    expect(readJournal(readJson('directory/response-journal.json'))).toMatchObject({
      id: '11111111111111111111111111111111',
      title: 'Annals of Invented Hydrology',
      publisher: 'Alpha Press',
      pissn: '1234-5679',
      eissn: '9876-5434',
      inDirectory: true,
      mine: true,
      owner: null,
    });
  });

  it('reads the documented format', () => {
    const bibjson = {
      title: 'A',
      publisher: 'P',
      identifier: [
        { type: 'eissn', id: '9876-5434' },
        { type: 'PISSN', id: '1234-5679' },
      ],
    };
    expect(readJournal({ id: 'j', bibjson })).toMatchObject({
      publisher: 'P',
      pissn: '1234-5679',
      eissn: '9876-5434',
    });
  });

  it('recognises a withdrawn journal, and takes search results to be in the directory', () => {
    expect(readJournal({ bibjson: {}, admin: { in_doaj: false } })?.inDirectory).toBe(false);
    expect(readJournal({ bibjson: {}, admin: { ticked: true } })?.inDirectory).toBe(true);
  });

  it.each([null, 1, 'x', [], {}, { bibjson: null }, { bibjson: [] }])(
    'does not accept %j as a journal',
    (record) => {
      expect(readJournal(record)).toBeNull();
    },
  );

  it('survives members of the wrong type', () => {
    const bibjson = { title: 5, publisher: ['x'], pissn: {}, eissn: null, identifier: [null, { type: 1 }] };
    expect(readJournal({ id: 7, bibjson, admin: 'x' })).toMatchObject({
      id: '',
      title: '',
      pissn: null,
      eissn: null,
    });
  });
});

describe('journalsFromList', () => {
  it('takes all as own if no owner is named', () => {
    const hits = readJson('directory/response-search-journals.json');
    const journals = journalsFromList(hits);
    expect(journals.length).toBe(hits.results.length);
    expect(journals.every((journal) => journal.mine)).toBe(true);
  });

  it('takes the owner of most journals for the account if several are named', () => {
    const mine = (journals: ReturnType<typeof journalsFromList>) =>
      journals.filter((journal) => journal.mine).map((journal) => journal.id);
    const world = readJson('oracle/world_articles.json');
    expect(mine(journalsFromList(world))).toEqual(
      world.journals
        .filter((journal: { admin: { owner?: string } }) => journal.admin.owner === 'pub1')
        .map((journal: { id: string }) => journal.id),
    );
    expect(mine(journalsFromList(world.journals, { accountId: 'pub2' }))).toEqual(['j5', 'j6b']);
    const two = world.journals.filter(
      (journal: { id: string }) => journal.id === 'j1' || journal.id === 'j5',
    );
    expect(mine(journalsFromList(two))).toEqual(['j1', 'j5']);
  });

  it('leaves out what is not a journal', () => {
    expect(journalsFromList([null, {}, { bibjson: { title: 'A' } }]).map((journal) => journal.title)).toEqual(
      ['A'],
    );
    expect(journalsFromList('x')).toEqual([]);
  });
});
