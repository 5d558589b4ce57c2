import { describe, expect, test } from 'vitest';
import {
  listPaths,
  moveEntry,
  removeEntry,
  setDoi,
  setIssn,
  setText,
  splitEntry,
} from '../../../../src/renderer/parts/article/articleEdits.ts';
import { readArticle } from '../../../../src/shared/article/article.ts';
import { setJournal } from '../../../../src/shared/article/edits/setJournal.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';
import { getAt } from '../../../../src/shared/draft/fieldPath.ts';

const authors = listPaths.authors;

describe('an edit in the article form', () => {
  test('keeps every member that the form does not know', () => {
    const record: DraftRecord = {
      house: { note: 1 },
      bibjson: {
        title: 'Old',
        mystery: [1],
        author: [
          { name: 'Ada', x: 1 },
          { name: 'Bo', x: 2 },
        ],
        identifier: [{ type: 'isbn', id: '9', y: 1 }],
      },
    };
    const edited = moveEntry(setDoi(setText(record, 'bibjson.title', 'New'), '10.5555/a'), authors, 1, 0);
    expect(edited).toEqual({
      house: { note: 1 },
      bibjson: {
        title: 'New',
        mystery: [1],
        author: [
          { name: 'Bo', x: 2 },
          { name: 'Ada', x: 1 },
        ],
        identifier: [
          { type: 'isbn', id: '9', y: 1 },
          { type: 'doi', id: '10.5555/a' },
        ],
      },
    });
  });

  test('that clears a field removes the member, unless the directory requires it', () => {
    const record: DraftRecord = {
      bibjson: { title: 'T', year: '2026', author: [{ name: 'A', orcid_id: 'x' }] },
    };
    const emptied = ['bibjson.title', 'bibjson.year', `${authors}[0].name`, `${authors}[0].orcid_id`].reduce(
      (one, path) => setText(one, path, ''),
      record,
    );
    expect(emptied).toEqual({ bibjson: { title: '', author: [{ name: '' }] } });
  });

  test('of the DOI changes the first filled one, and clearing it removes the entry', () => {
    const record: DraftRecord = {
      bibjson: {
        identifier: [
          { type: 'doi', id: '' },
          { type: 'DOI', id: '10.5555/a' },
          { type: 'doi', id: '10.5555/b' },
        ],
      },
    };
    expect(readArticle(setDoi(record, '10.5555/c')).doi).toBe('10.5555/c');
    expect(getAt(setDoi(record, ''), 'bibjson.identifier')).toEqual([
      { type: 'doi', id: '' },
      { type: 'doi', id: '10.5555/b' },
    ]);
  });

  test('of the journal puts both ISSNs first and every other identifier after them', () => {
    const record: DraftRecord = {
      bibjson: {
        identifier: [
          { type: 'doi', id: '10.5555/a' },
          { type: 'PISSN', id: '1' },
          { type: 'pissn', id: '2' },
        ],
      },
    };
    expect(
      getAt(setJournal(record, { pissn: '1734-6215', eissn: '2734-6226' }), 'bibjson.identifier'),
    ).toEqual([
      { type: 'pissn', id: '1734-6215' },
      { type: 'eissn', id: '2734-6226' },
      { type: 'doi', id: '10.5555/a' },
    ]);
  });

  test('of a typed ISSN changes the entry that the directory compares', () => {
    const record: DraftRecord = {
      bibjson: {
        identifier: [
          { type: 'pissn', id: '1' },
          { type: 'pissn', id: '2' },
        ],
      },
    };
    expect(readArticle(setIssn(record, 'pissn', '1734-6215')).pissn).toBe('1734-6215');
    expect(readArticle(setIssn({ bibjson: {} }, 'eissn', '2734-6226')).eissn).toBe('2734-6226');
  });

  test('that removes an author can be undone at its old position despite later typing', () => {
    const record: DraftRecord = { bibjson: { author: [{ name: 'A' }, { name: 'B', x: 1 }, { name: 'C' }] } };
    const { change, undo } = removeEntry(authors, 1, 'removed');
    const later = setText(change(record), `${authors}[0].name`, 'A2');
    expect(getAt(undo.revert(later)!, authors)).toEqual([{ name: 'A2' }, { name: 'B', x: 1 }, { name: 'C' }]);
  });

  test('that splits a pasted list can be undone only while the rows are untouched', () => {
    const record: DraftRecord = { bibjson: { author: [{ name: '' }, { name: 'C' }] } };
    const { change, undo } = splitEntry(
      authors,
      0,
      [{ name: 'A' }, { name: 'B' }],
      { name: 'A; B' },
      'split',
    );
    const split = change(record);
    expect(getAt(split, authors)).toEqual([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    expect(getAt(undo.revert(split)!, authors)).toEqual([{ name: 'A; B' }, { name: 'C' }]);
    expect(undo.revert(setText(split, `${authors}[1].name`, 'B2'))).toBeNull();
  });

  test('that moves an author beyond either end changes nothing', () => {
    const record: DraftRecord = { bibjson: { author: [{ name: 'A' }, { name: 'B' }] } };
    expect(moveEntry(record, authors, 0, -1)).toBe(record);
    expect(moveEntry(record, authors, 1, 2)).toBe(record);
  });
});
