import type { Format } from '../format.ts';

/** The XML of PubMed, from publishers and from MEDLINE. */
export const pubmed: Format<'pubmed'> = {
  isXml: ({ name }) => ['ArticleSet', 'PubmedArticleSet', 'PubmedArticle'].includes(name),
  read: async () => (await import('./pubmedArticle.ts')).readPubmed,
};
