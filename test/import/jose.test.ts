import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText } from './readText.ts';

const folder = join(import.meta.dirname, '../fixtures/given/real/jose');
const files = readdirSync(folder).filter((name) => name.endsWith('.crossref.xml'));

/** The texts between a tag and its end, read with nothing but regular expressions, so that the reader is not its own judge. */
function between(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner]) =>
      inner!
        .replace(/<[^>]*>/g, '')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&apos;/g, "'")
        .replace(/&amp;/g, '&')
        .replace(/\s+/g, ' ')
        .trim(),
  );
}

function inside(text: string, name: string): string {
  return new RegExp(`<${name}(?:\\s[^>]*)?>[\\s\\S]*?</${name}>`).exec(text)?.[0] ?? '';
}

function expected(xml: string) {
  const issue = inside(xml, 'journal_issue');
  const article = inside(xml, 'journal_article')
    .replace(inside(xml, 'citation_list'), '')
    .replace(/<rel:program>[\s\S]*?<\/rel:program>/g, '');
  const date = inside(article, 'publication_date');
  const data = inside(article, 'doi_data');
  const [page] = between(article, 'first_page');
  const people = [...article.matchAll(/<person_name[\s\S]*?<\/person_name>/g)].map(([person]) => {
    const affiliation = between(person, 'institution_name').join('; ');
    const orcid = between(person, 'ORCID')[0]?.replace('http:', 'https:');
    return {
      name: [...between(person, 'given_name'), ...between(person, 'surname')].join(' '),
      ...(affiliation ? { affiliation } : {}),
      ...(orcid ? { orcid_id: orcid } : {}),
    };
  });
  return {
    title: between(article, 'title')[0],
    year: between(date, 'year')[0],
    month: between(date, 'month')[0],
    identifier: [
      { type: 'doi', id: between(data, 'doi')[0] },
      { type: 'eissn', id: between(inside(xml, 'journal_metadata'), 'issn')[0] },
    ],
    journal: {
      title: 'Journal of Open Source Education',
      volume: between(issue, 'volume')[0],
      number: between(issue, 'issue')[0],
      start_page: page,
    },
    author: people,
    link: between(data, 'resource').map((url, at) => ({
      type: 'fulltext',
      content_type: at === 0 ? 'HTML' : 'PDF',
      url,
    })),
  };
}

test('there are files to read', () => {
  expect(files.length).toBe(53);
});

for (const file of files) {
  test(`${file} gives DOI, title, authors, ORCIDs, ISSN, dates, pages and links as it has them`, async () => {
    const bytes = readFileSync(join(folder, file));
    const read = await readText(bytes, { fileName: file });
    expect(read.problems).toEqual([]);
    expect(read.format).toBe('crossref');
    expect(read.records).toHaveLength(1);
    expect(read.records[0]?.record).toEqual({ bibjson: expected(bytes.toString('utf8')) });
    expect(read.records[0]?.notes.join(' ')).toContain('licence, relations to other works');
  });
}
