import type { Format } from '../format.ts';

/** The directory's article JSON. */
export const json: Format<'json'> = {
  read: async () => (await import('./readJson.ts')).jsonReader({ byLine: false }),
  write: async () => (await import('./writeJson.ts')).writeJson,
};

/** One record per line. */
export const jsonl: Format<'jsonl'> = {
  read: async () => (await import('./readJson.ts')).jsonReader({ byLine: true }),
  write: async () => (await import('./writeJson.ts')).writeJsonLines,
};
