import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../out/renderer', import.meta.url));

/** Vite's manifest: each module with a file of its own, by its path below src/renderer. */
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[] }>;

/** Sizes of the built renderer, in bytes after gzip: everything, and the scripts that the list of drafts needs first. */
export function measureBundle(): { total: number; firstScreen: number; files: Record<string, number> } {
  const manifest = readManifest();
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
  if (!entry) throw new Error('The built window has no beginning.');
  const first = new Set(needed(manifest, entry));
  const all = new Set(Object.values(manifest).map(({ file }) => file));
  const sizes = new Map([...all].map((file) => [file, gzipSync(readFileSync(join(folder, file))).length]));
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizes.get(file)!, 0);
  return {
    total: sum([...all].filter(isScript)),
    firstScreen: sum([...first].filter(isScript)),
    files: Object.fromEntries([...first].map((file) => [file, sizes.get(file)!])),
  };
}

/** The built scripts that import themselves indirectly, so that a constant could be read before it is initialised. */
export function circularScripts(): string[] {
  const manifest = readManifest();
  return Object.entries(manifest)
    .filter(([, { file, imports = [] }]) => imports.some((one) => needed(manifest, one).includes(file)))
    .map(([name]) => name);
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}

/** The files of a module and of its static imports. */
function needed(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The built window has no file for ${name}.`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((one) => needed(manifest, one, seen))];
}

function isScript(file: string): boolean {
  return file.endsWith('.js');
}
