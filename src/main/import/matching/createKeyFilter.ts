import type { ImportWriter } from '../../store/imports/importWriter.ts';

/**
 * Returns true if a key may be in the database and must be looked up; most keys of a large file are new. Checked keys
 * count as present from then on; `refresh` adds those that other connections have written.
 */
export function createKeyFilter(imports: ImportWriter, accountId: string, at: string) {
  const known = new Set<number>();
  const learn = (keys: Iterable<string>) => {
    for (const key of keys) known.add(hashOf(key));
  };
  let version = imports.dataVersion();
  learn(imports.allKeys(accountId));
  return {
    refresh: () => {
      const now = imports.dataVersion();
      if (now !== version) learn(imports.keysSince(accountId, at));
      version = now;
    },
    isKnown: (key: string): boolean => {
      const hash = hashOf(key);
      const isKnown = known.has(hash);
      if (!isKnown) known.add(hash);
      return isKnown;
    },
  };
}

/** 32 bits are enough: a collision of two keys costs only one database lookup. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
