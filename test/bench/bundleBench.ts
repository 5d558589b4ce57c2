import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { measureBundle } from '../helpers/bundle.ts';
import type { BenchRow } from './importBench.ts';

/** Sizes of the built renderer after gzip, in kB. */
export async function bundleBench(): Promise<BenchRow[]> {
  const { firstScreen, total, files } = measureBundle();
  const library = fileURLToPath(
    new URL('../../node_modules/react-dom/cjs/react-dom-client.production.js', import.meta.url),
  );
  const yardstick = `React's own file for drawing in a browser has ${Math.round(gzipSync(readFileSync(library)).length / 1000)} kB as it is published`;
  return [
    {
      name: 'Scripts before the list of drafts can be used, gzip',
      value: firstScreen / 1000,
      unit: 'kB',
      goal: 350,
      better: 'lower',
      yardstick: `${Object.keys(files).length} files; ${yardstick}`,
      baseline: 'independent',
    },
    {
      name: 'All scripts of the window, gzip',
      value: total / 1000,
      unit: 'kB',
      goal: 900,
      better: 'lower',
      yardstick,
      baseline: 'independent',
    },
  ];
}
