import fc from 'fast-check';
import { isFullRun } from '../helpers/fullRuns.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The number of random cases: `usual` in `npm run test:full` and half as many in `npm test`, or COLOPHON_FUZZ_RUNS. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Number(process.env.COLOPHON_FUZZ_RUNS ?? (isFullRun ? usual : Math.ceil(usual / 2))) };
}

/** The timeout of a test in milliseconds, since many cases take time. */
export const patience = process.env.COLOPHON_FUZZ_RUNS === undefined ? 60_000 : 3_600_000;

/** Milliseconds of processor time: far above any normal cost, so that a slow machine does not fail. */
const longest = 20_000;

/**
 * Does `work`; throws if it costs so much that a user would think the program had crashed. Counts the time of all threads
 * of the process, and not the time for which it waits while other processes have the processors.
 */
export async function inTime<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1000;
  if (took > longest) throw new Error(`${what} took ${Math.round(took / 1000)} seconds of processor time.`);
  return done;
}

export const deepList = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
export const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;

/** Texts that break assumptions about titles and names. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'x\udfff',
      '\u202eabc',
      '\u2066x',
      '\u200f',
      '\ufeff',
      '\u001b[31m',
      '\u009b2J',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '..',
      '../..',
      '%2e%2e',
      '<script>alert(1)</script>',
      '{{title}}',
      '$t(app.name)',
    ],
    ...['1e999', 'NaN', '-0', '\r\nset-cookie: a=b', '10.5555/(((', '=1+1', '"', "'", '\\', '*', '[* TO *]'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Values to replace anything in a response or a call. */
export const oddity: fc.Arbitrary<Json> = fc.oneof(
  hostileText,
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e300, -1e300, 2 ** 53, [], {}, [null], [[]], {
    '': '',
  }),
  fc.constant('x'.repeat(50_000)),
  fc.constantFrom<Json>(
    JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}'),
    JSON.parse('[1e999]'),
  ),
  fc.jsonValue() as fc.Arbitrary<Json>,
);

/** The value with up to three places, at any depth, replaced or removed. */
export function mutated(value: Json): fc.Arbitrary<Json> {
  const change = fc.tuple(fc.nat(), fc.option(oddity, { nil: undefined, freq: 6 }));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((now, [place, odd]) => changedAt(now, place, odd), value));
}

function changedAt(value: Json, place: number, odd: Json | undefined): Json {
  const copy: { value: Json } = { value: structuredClone(value) };
  const places: { holder: object; name: string }[] = [];
  collect(copy, places);
  const { holder, name } = places[place % places.length]!;
  if (odd === undefined && holder !== copy) Reflect.deleteProperty(holder, name);
  else
    Object.defineProperty(holder, name, {
      value: odd ?? null,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return copy.value;
}

function collect(holder: object, places: { holder: object; name: string }[]): void {
  for (const [name, inner] of Object.entries(holder)) {
    places.push({ holder, name });
    if (typeof inner === 'object' && inner !== null) collect(inner, places);
  }
}

/** The value with one place, or all of it, replaced by another value, which need not be JSON. */
export function replaced(value: Json, place: number, other: unknown): unknown {
  const copy: { value: unknown } = { value: structuredClone(value) };
  const places: { holder: object; name: string }[] = [];
  collect(copy, places);
  const { holder, name } = places[place % places.length]!;
  Object.defineProperty(holder, name, { value: other, enumerable: true, writable: true, configurable: true });
  return copy.value;
}
