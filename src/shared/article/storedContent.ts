import { articleHash } from './article.ts';
import { identifierTexts } from './articleKeys.ts';
import { storedArticle } from './storedArticle.ts';

/** Returns a hash of the article as the directory stores it (`storedArticle`), equal for those that it stores as one. */
export function storedContentHash(record: unknown): string {
  const { identifier, link, author, ...texts } = storedArticle(record);
  return articleHash({
    ...texts,
    identifier: identifierTexts(identifier),
    link: link.map(({ type, url, content_type }) => JSON.stringify([type, url, content_type])),
    author: author.map(({ name, affiliation, orcid_id }) => JSON.stringify([name, affiliation, orcid_id])),
  });
}
