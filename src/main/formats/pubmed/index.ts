import type { Format } from '../format.ts';

/** The XML of PubMed, from publishers and from MEDLINE. */
export const pubmed: Format<'pubmed'> = {
  isXml: ({ name }) => ['ArticleSet', 'PubmedArticleSet', 'PubmedArticle'].includes(name),
  read: async () => (await import('./pubmedArticle.ts')).readPubmed,
};

/** The tagged records of PubMed. */
export const nbib: Format<'nbib'> = {
  mark: /^PMID {0,2}- ?\d/m,
  read: async () => (await import('./readNbib.ts')).readNbib,
};
