import { expect, test } from 'vitest';
import * as shapes from '../../../src/main/formats/unused/shapes.ts';
import { inTime } from '../../fuzz/hostile.ts';

const { xmlShapes, steers, ...ofValues } = shapes;

test.each([
  ['153-83', true],
  ['e12, 14; S1 – S10', true],
  ['12a', true],
  ['12-', false],
  ['see 12', false],
])('pages: %s is %s', (text, expected) => expect(ofValues.isPages(text)).toBe(expected));

test('a value of any kind is looked at in linear time', async () => {
  const every = [...Object.values(ofValues), steers, ...xmlShapes.map(([, shape]) => shape)];
  for (const part of ['1-', '12, ', 'a', '1', '.a', '- ', ' ', 'a1', '1*', 'issn ', '-//', 'http://', 'mai '])
    for (const shape of every) await inTime(part, () => shape(`${part.repeat(50_000)}!`));
});
