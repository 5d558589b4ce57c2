/** The seed of the chaos run in `npm test`: the date in UTC as a number, or `COLOPHON_CHAOS_SEED` from the environment. */
export function seedOfTheDay(now, { COLOPHON_CHAOS_SEED: given = '' }) {
  if (given === '') return Number(now.toISOString().slice(0, 10).replaceAll('-', ''));
  if (!/^\d{1,9}$/.test(given)) {
    throw new Error(`COLOPHON_CHAOS_SEED must be a number of at most nine digits, and it is "${given}".`);
  }
  return Number(given);
}
