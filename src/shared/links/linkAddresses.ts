import { readArticle } from '../article/article.ts';

/** The web addresses among the full-text links of a record. */
export function linkAddresses(record: unknown): string[] {
  return readArticle(record)
    .links.map(({ url }) => url.trim())
    .filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url));
}
