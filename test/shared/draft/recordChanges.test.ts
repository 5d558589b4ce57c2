import { expect, test } from 'vitest';
import type { DraftRecord } from '../../../src/shared/draft/draft.ts';
import { recordChanges } from '../../../src/shared/draft/recordChanges.ts';

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
