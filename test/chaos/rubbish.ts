import type { Random } from './seeded.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const dates = ['garbage', '2026-13-45T99:00:00Z', '+999999-01-01T00:00:00Z', '', 1e300, -1, null, [], {}];
const numbers = ['7', 'many', 1e300, -5, 0.5, null, [], {}];
const ids = [7, 1e300, null, '', [], {}, true, 'x'.repeat(200_000)];
/** Nothing that could be meant: a wrong text of the right form would be a lie, which nobody can see through. */
const others = [7, null, true, [], {}, [[]]];

/** JSON with some values of wrong types, times that are none, and ids of any size. */
export function spoilJson(text: string, random: Random): string {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return text;
  }
  for (let left = random.int(1, 4); left > 0; left--) value = spoilOne(value, '', random);
  return JSON.stringify(value);
}

/** Members of a record by which articles and applications are known here: spoiled, they would be those of another record. */
const marks = /^(title|identifier|link|ref)$/;

/** Replaces one value somewhere in `value`, which has this name. */
function spoilOne(value: Json, name: string, random: Random): Json {
  if (marks.test(name)) return value;
  const isDeep = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (isDeep && random.percent(85)) {
    const at = random.pick(Object.keys(value));
    const inner = (value as Record<string, Json>)[at]!;
    const spoiled = spoilOne(inner, at, random);
    return Array.isArray(value) ? value.with(Number(at), spoiled) : { ...value, [at]: spoiled };
  }
  if (/date|updated|started|time|_at$/i.test(name)) return random.pick(dates);
  if (/^id$|_id$|location/i.test(name)) return random.pick(ids);
  if (typeof value === 'number') return random.pick(numbers);
  // Text in place of text would be another text, and an empty list in place of a list an answer.
  return random.pick(others.filter((one) => typeof one !== typeof value));
}

/** The same for an OAI response: times, identifiers and tokens that are none. */
export function spoilXml(text: string, random: Random): string {
  const [pattern, replacement] = random.pick<[RegExp, string]>([
    [/<responseDate>[^<]*/, '<responseDate>2026-13-45'],
    [/<datestamp>[^<]*/g, '<datestamp>soon'],
    [/<datestamp>[^<]*/, `<datestamp>${'9'.repeat(100_000)}`],
    [/<identifier>[^<]*/, '<identifier>'],
    [/<identifier>[^<]*/, `<identifier>${'x'.repeat(200_000)}`],
    [/<resumptionToken[^>]*>[^<]*/, `<resumptionToken completeListSize="-1e300">${'t'.repeat(50_000)}`],
    [/<record>/g, '<rekord>'],
    [/<\/header>/g, '</header><header/>'],
  ]);
  return text.replace(pattern, replacement);
}
