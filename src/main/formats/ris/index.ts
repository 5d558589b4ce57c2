import type { Format } from '../format.ts';

export const ris: Format<'ris'> = {
  mark: /^[ \t]*TY[ \t]{1,2}-/m,
  read: async () => (await import('./readRis.ts')).readRis,
  write: async () => (await import('./writeRis.ts')).writeRis,
};
