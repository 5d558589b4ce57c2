import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = (ending: string) => {
  const path = fileURLToPath(new URL(`../../resources/samples/annals-volume-14.${ending}`, import.meta.url));
  return { path, name: basename(path) };
};

/** The sample volume as a Crossref deposit: 30 articles without errors. */
export const sampleDeposit = sample('xml');
/** The same articles as article JSON with typical mistakes, one of them twice, and one that only the directory finds. */
export const sampleJson = sample('json');

/**
 * The article of `sampleJson` with the DOI of another one, which only the directory can see because its journal was
 * withdrawn: it refuses the article until the DOI is right.
 */
export const sampleRefused = {
  title: 'On the width of rivers at the edge of the sheet',
  doi: '10.5555/cart.2024.004',
};

/** The records of `sampleJson`. */
export function sampleRecords(): { bibjson: Record<string, unknown> & { title?: string } }[] {
  return JSON.parse(readFileSync(sampleJson.path, 'utf8'));
}
