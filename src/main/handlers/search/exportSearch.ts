import { readArticle } from '../../../shared/article/article.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Hit, SearchKind } from '../../../shared/search/searching.ts';
import { csvText } from '../../../shared/text/csvText.ts';

const columns = {
  article: ['id', 'title', 'authors', 'journal', 'issns', 'doi', 'year', 'address'],
  journal: ['id', 'title', 'publisher', 'issns', 'since'],
  application: ['id', 'title', 'status', 'issns'],
} as const;
type Column = (typeof columns)[SearchKind][number];

/** Exports hits to a file: a table like the lists, or the directory's records with the search query. */
export function exportSearch(
  hits: readonly Hit[],
  about: { kind: SearchKind; query: string; sort: string; total: number; at: string },
  format: 'csv' | 'json',
): { name: string; type: string; text: string } {
  const name = `colophon-${about.kind}s-${about.at.slice(0, 10)}.${format}`;
  if (format === 'json') {
    const { kind, query, sort, total, at } = about;
    const search = { kind, query, sort, at, count: hits.length, total };
    const text = JSON.stringify({ search, records: hits.map(({ record }) => record) }, null, 2);
    return { name, type: 'application/json', text: `${text}\n` };
  }
  const wanted = columns[about.kind];
  const heads = wanted.map((column) => t(`search.file.${column}`));
  const rows = hits.map((hit) => wanted.map((column) => cells[column](hit)));
  return { name, type: 'text/csv', text: csvText(heads, rows) };
}

const cells: Record<Column, (hit: Hit) => string> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  authors: ({ detail }) => detail,
  publisher: ({ detail }) => detail,
  status: ({ status }) => describe(status),
  journal: ({ journal }) => journal,
  issns: ({ issns }) => issns.join(' '),
  doi: ({ doi }) => doi,
  year: ({ year }) => year,
  since: ({ year }) => year,
  address: ({ record }) => fullTextAddress(record),
};

function fullTextAddress(record: Hit['record']): string {
  return readArticle(record).links.find(({ type }) => type === 'fulltext')?.url ?? '';
}
