import { expect, test } from 'vitest';
import { articleForm } from '../../../../src/renderer/parts/article/articleDefinition.ts';
import { addChange, partsOfChange } from '../../../../src/renderer/parts/office/colleagueChange.ts';
import type { DraftRecord } from '../../../../src/shared/draft/draft.ts';

const { diffOrder } = articleForm;

function change(person: string, before: object, after: object) {
  const [from, to] = [{ bibjson: before }, { bibjson: after }] as DraftRecord[];
  return { kind: 'article', id: 1, person, at: '2026-11-21T12:00:00Z', before: from!, after: to! } as const;
}

test('consecutive changes are one, starting from each field’s original value', () => {
  const first = addChange(
    null,
    change('anna', { title: 'R', year: '1' }, { title: 'Ri', year: '1' }),
    diffOrder,
  );
  const second = addChange(
    first,
    change('anna', { title: 'Ri', year: '1' }, { title: 'Riv', year: '1' }),
    diffOrder,
  );
  // The user has changed the year meanwhile.
  const mine = { title: 'Riv', year: '2' };
  const third = addChange(second, change('ben', mine, { ...mine, abstract: 'By Ben' }), diffOrder);
  expect(third).toMatchObject({ people: ['anna', 'ben'], before: { bibjson: { title: 'R' } } });
  expect(partsOfChange(third, diffOrder)).toEqual(['bibjson.title', 'bibjson.abstract']);
});

test('a change that was reverted is not a change', () => {
  const first = addChange(null, change('anna', { title: 'R' }, { title: 'Ri' }), diffOrder);
  const back = addChange(first, change('anna', { title: 'Ri' }, { title: 'R' }), diffOrder);
  expect(partsOfChange(back, diffOrder)).toEqual([]);
});
