import type { Format, XmlRoot } from '../format.ts';
import { isOjs } from '../ojs/index.ts';

/** JATS and NLM XML: an article, or a set of them in any element. */
export const jats: Format<'jats'> = {
  isXml(root) {
    if (root.name === 'article') return isJatsArticle(root);
    if (['articles', 'issue', 'issues'].includes(root.name)) return root.contains('front') && !isOjs(root);
    return root.contains('article') && root.contains('front');
  },
  read: async () => (await import('./readJats.ts')).readJats,
};

/** Zip files with JATS in them. */
export const jatsZip: Format<'jats-zip'> = {
  read: async () => (await import('./readJatsZip.ts')).readJatsZip,
};

/** Journals use `article` for JATS, and OJS uses it for its own format, in version 2 without a namespace. */
function isJatsArticle(root: XmlRoot): boolean {
  if (isOjs(root)) return false;
  return (
    /JATS|NLM\/\/DTD/.test(root.prolog) ||
    /jats|article-type|dtd-version/.test(root.attributes) ||
    root.contains('front', 'article-meta') ||
    !root.contains('title', 'indexing', 'galley')
  );
}
