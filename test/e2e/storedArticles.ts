import { article, cartography } from './articles.ts';

/** An article of the Annals as the directory stores it: pages beside the journal block, which has the journal's own data. */
export function storedArticle(number: number, changes: Record<string, unknown> = {}) {
  const { bibjson } = article(number, changes) as { bibjson: Record<string, unknown> };
  const { start_page, end_page, ...journal } = bibjson.journal as Record<string, string>;
  return {
    id: storedId(number),
    created_date: '2026-04-01T10:00:00Z',
    last_updated: '2026-04-01T10:00:00Z',
    admin: { in_doaj: true },
    bibjson: {
      ...bibjson,
      start_page,
      end_page,
      journal: { ...journal, title: cartography.title, issns: [cartography.pissn, cartography.eissn] },
    },
  };
}

/** The directory's id of the article with that number. */
export function storedId(number: number): string {
  return `a${String(number).padStart(31, '0')}`;
}

/** The whole numbers from `first` to `last`. */
export function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
