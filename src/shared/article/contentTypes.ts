import { stripText } from '../text/pythonText.ts';

/** The content types of a full-text link that the directory knows (reference/directory-api.md 4.1). */
export const contentTypes = ['PDF', 'HTML', 'ePUB', 'XML'] as const;
export type ContentType = (typeof contentTypes)[number];

/** The stored form of a known content type in any case; null for other text, which the directory stores unchanged. */
export function canonicalContentType(text: string): ContentType | null {
  const folded = stripText(text).toLowerCase();
  return contentTypes.find((type) => type.toLowerCase() === folded) ?? null;
}

/** The content type meant by a media type, a file extension or a near miss (`application/pdf`, `.htm`, `E-Pub`), or null. */
export function contentTypeMeantBy(text: string): ContentType | null {
  const folded = text.toLowerCase().trim();
  const found = contentTypes.filter((type) => meanings[type].test(folded));
  return found.length === 1 ? found[0]! : null;
}

const meanings: Record<ContentType, RegExp> = {
  PDF: /\bpdf\b/,
  HTML: /\bx?html?\b|\bweb ?page\b/,
  ePUB: /\be-?pub\b/,
  XML: /(?<!\bhtml\+|\bxhtml\+)\b(?:xml|jats)\b/,
};
