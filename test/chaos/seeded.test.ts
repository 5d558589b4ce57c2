import { expect, test } from 'vitest';
import { seeded } from './seeded.ts';

test('the same seed gives the same random numbers, and another seed gives others', () => {
  const numbers = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 20 }, () => random.int(0, 1000));
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});
