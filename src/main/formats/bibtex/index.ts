import type { Format } from '../format.ts';

export const bibtex: Format<'bibtex'> = {
  mark: /^[ \t]*@[ \t]*[a-z]+[ \t]*[{(]/im,
  read: async () => (await import('./readBibtex.ts')).readBibtex,
  write: async () => (await import('./writeBibtex.ts')).writeBibtex,
};
