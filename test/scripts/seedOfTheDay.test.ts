import { expect, it } from 'vitest';
import { seedOfTheDay } from '../../scripts/seedOfTheDay.mjs';

const evening = new Date('2026-03-02T23:59:00Z');

it('is the date in UTC, wherever the computer is', () => {
  expect(seedOfTheDay(evening, {})).toBe(20_260_302);
  expect(seedOfTheDay(new Date('2026-03-03T01:30:00+02:00'), {})).toBe(20_260_302);
});

it('can be set in the environment, but only to a number', () => {
  expect(seedOfTheDay(evening, { COLOPHON_CHAOS_SEED: '194760' })).toBe(194_760);
  expect(() => seedOfTheDay(evening, { COLOPHON_CHAOS_SEED: 'today' })).toThrow('COLOPHON_CHAOS_SEED');
});
