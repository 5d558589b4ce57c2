import type { Format } from '../format.ts';

/** Crossref's deposits and the answers to its queries. */
export const crossref: Format<'crossref'> = {
  isXml: ({ name }) => ['doi_batch', 'doi_records', 'crossref_result'].includes(name),
  read: async () => (await import('./readCrossref.ts')).readCrossref,
};

/** Works of Crossref's REST API. */
export const crossrefJson: Format<'crossref-json'> = {
  isJson({ has, first }) {
    if (has('message-type') || first('title') === '[') return 'yes';
    // A record whose beginning is all we have, or that has no title.
    const isLike = has('container-title', 'indexed', 'is-referenced-by-count');
    return isLike && first('container-title') !== '"' ? 'maybe' : 'no';
  },
  read: async () => (await import('../csl/workArticle.ts')).readCrossrefJson,
};
