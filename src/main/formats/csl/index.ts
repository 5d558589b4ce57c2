import type { Format } from '../format.ts';

export const csl: Format<'csl'> = {
  isJson({ has, first }) {
    if (has('issued') || (has('type') && first('title') === '"')) return 'yes';
    const isLike = has('type') && has('DOI', 'citation-key', 'page', 'volume');
    return first('container-title') === '"' || isLike ? 'maybe' : 'no';
  },
  read: async () => (await import('./workArticle.ts')).readCsl,
  write: async () => (await import('./writeCsl.ts')).writeCsl,
};
