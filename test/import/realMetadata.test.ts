import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import world from '../../resources/sandboxWorld.json' with { type: 'json' };
import { needsRealMetadata, realDeposits } from '../helpers/realMetadata.ts';
import { textOf } from '../helpers/textOf.ts';
import { ask, startQuick } from '../sandbox/sandboxClient.ts';
import { readText } from './readText.ts';

/** The texts between a tag and its end, read by regular expressions only, so that the reader does not check itself. */
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
    const affiliation = between(person, 'institution_name')[0];
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
    month: String(Number(between(date, 'month')[0])),
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

test(
  'real deposits give the right DOI, title, authors, ORCIDs, ISSN, dates, pages and links',
  needsRealMetadata(),
  async () => {
    const files = realDeposits();
    expect(files).toHaveLength(53);
    for (const file of files) {
      const bytes = readFileSync(file);
      const fileName = basename(file);
      const read = await readText(bytes, { fileName });
      expect(read.problems, fileName).toEqual([]);
      expect(read.format, fileName).toBe('crossref');
      expect(read.records, fileName).toHaveLength(1);
      expect(read.records[0]?.record, fileName).toEqual({ bibjson: expected(bytes.toString('utf8')) });
      expect(read.records[0]?.notes.map(textOf).join(' '), fileName).toContain(
        'licence, relations to other works',
      );
    }
  },
);

test('the directory stores every real deposit', needsRealMetadata(), async ({ onTestFinished }) => {
  const sandbox = await startQuick(world);
  onTestFinished(() => sandbox.stop());
  const read = await Promise.all(realDeposits().map((file) => readText(readFileSync(file))));
  const records = read.flatMap((one) => one.records.map(({ record }) => record));
  const { api_key: key } = world.accounts.find(({ id }) => id === 'sandbox')!;
  const answer = await ask(`${sandbox.directory['3.0.1']}bulk/articles?api_key=${key}`, 'POST', records);
  expect([answer.status, answer.json.length]).toEqual([201, 53]);
});
