import { posix } from 'node:path';
import type { Source } from './sources.ts';

/** The sources that are loaded with these files: themselves and what they import, directly or indirectly. */
export function reachedFrom(sources: readonly Source[], entries: readonly string[]): Source[] {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const reached = new Map<string, Source>();
  const add = (file: string) => {
    const source = byFile.get(file);
    if (!source || reached.has(file)) return;
    reached.set(file, source);
    for (const { kind, specifier } of source.imports) {
      if (kind === 'value' && specifier.startsWith('.')) add(posix.join(posix.dirname(file), specifier));
    }
  };
  for (const entry of entries) add(entry);
  return [...reached.values()];
}
