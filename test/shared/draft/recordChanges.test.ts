import { expect, test } from 'vitest';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { recordChanges } from '../../../src/shared/draft/recordChanges.ts';

test('an ISSN that moves to the other field is shown as the change of both fields', () => {
  const record = (...issns: [string, string][]): DraftRecord => ({
    bibjson: { identifier: issns.map(([type, id]) => ({ type, id })) },
  });
  const field = (key: string) => ({ key: `field.${key}` });
  expect(recordChanges(record(['eissn', '1734-6215']), record(['pissn', '1734-6215']))).toEqual([
    { path: 'bibjson.identifier[0].id', before: '', after: '1734-6215', label: field('pissn') },
    { path: 'bibjson.identifier[0].id', before: '1734-6215', after: '', label: field('eissn') },
  ]);
  const swapped = recordChanges(
    record(['eissn', '1734-6215'], ['pissn', '2734-6226']),
    record(['pissn', '1734-6215'], ['eissn', '2734-6226']),
  );
  expect(swapped).toMatchObject([
    { before: '2734-6226', after: '1734-6215', label: field('pissn') },
    { before: '1734-6215', after: '2734-6226', label: field('eissn') },
  ]);
  expect(recordChanges({}, record(['doi', '10.5555/a']))).toMatchObject([{ before: '', after: '10.5555/a' }]);
});

test('a list of texts comes with its entries, so that keywords that are split differ from the joined ones', () => {
  const record = (...keywords: string[]): DraftRecord => ({ bibjson: { keywords } });
  expect(recordChanges(record('maps; tides'), record('maps', 'tides'))).toEqual([
    {
      path: 'bibjson.keywords',
      before: 'maps; tides',
      after: 'maps; tides',
      entries: { before: ['maps; tides'], after: ['maps', 'tides'] },
    },
  ]);
});

test('a changed identifier is named by its type, other fields by their path', () => {
  const record = (doi: string, other: string, title: string): DraftRecord => ({
    bibjson: {
      title,
      identifier: [
        { type: 'DOI', id: doi },
        { type: 'lccn', id: other },
      ],
    },
  });
  expect(recordChanges(record('10.5555/a', '1', 'Tides'), record('10.5555/b', '2', 'Ebbs'))).toEqual([
    { path: 'bibjson.title', before: 'Tides', after: 'Ebbs' },
    {
      path: 'bibjson.identifier[0].id',
      before: '10.5555/a',
      after: '10.5555/b',
      label: { key: 'field.doi' },
    },
    {
      path: 'bibjson.identifier[1].id',
      before: '1',
      after: '2',
      label: expect.objectContaining({ key: 'fieldPlace.numbered' }),
    },
  ]);
});
