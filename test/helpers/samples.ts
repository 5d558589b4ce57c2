import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = (ending: string) => {
  const path = fileURLToPath(new URL(`../../resources/samples/annals-volume-14.${ending}`, import.meta.url));
  return { path, name: basename(path) };
};

/** The sample volume as a Crossref deposit: 30 articles without errors. */
export const sampleDeposit = sample('xml');
/** The same articles as article JSON with typical mistakes, one of them twice. */
export const sampleJson = sample('json');

/** The records of `sampleJson`. */
export function sampleRecords(): { bibjson: Record<string, unknown> & { title?: string } }[] {
  return JSON.parse(readFileSync(sampleJson.path, 'utf8'));
}
