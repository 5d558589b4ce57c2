import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeWorkbook } from '../../src/main/formats/tables/xlsx/writeWorkbook.ts';
import { writeZip } from '../../src/main/formats/zip/writeZip.ts';
import type { DraftRecord } from '../../src/shared/draft/draft.ts';
import { randomFrom, variedArticle } from './variedArticles.ts';

/** As many entries as a zip file may have. */
const entriesOfZip = 10_000;

/** An article as its source has it. */
interface Source {
  title: string;
  abstract: string;
  year: string;
  month: string;
  identifier: { id: string }[];
  author: { name: string; affiliation: string; orcid_id?: string }[];
  link: { url: string }[];
  keywords: string[];
  journal: { volume: string; number: string; start_page: string; end_page?: string };
}

export type BenchFormat = 'csv' | 'xlsx' | 'jats-zip' | 'jsonl';

/** Writes files of so many varied articles in a format to a folder, and returns their paths. */
export async function writeFormatFiles(
  format: BenchFormat,
  folder: string,
  count: number,
): Promise<string[]> {
  const files = format === 'jats-zip' ? Math.ceil(count / entriesOfZip) : 1;
  const random = randomFrom(20260101);
  const paths: string[] = [];
  for (let file = 0; file < files; file++) {
    const path = join(folder, `articles-${file}.${format}`);
    const first = file * entriesOfZip;
    const last = format === 'jats-zip' ? Math.min(count, first + entriesOfZip) : count;
    const articles = sources(first, last, random);
    await pipeline(bytesOf[format](articles), createWriteStream(path));
    paths.push(path);
  }
  return paths;
}

function* sources(first: number, last: number, random: () => number): Generator<Source> {
  for (let n = first; n < last; n++) yield variedArticle(n, random).bibjson as unknown as Source;
}

const bytesOf: Record<BenchFormat, (articles: Generator<Source>) => AsyncIterable<string | Buffer>> = {
  csv: async function* csv(articles) {
    yield `${headings.join(',')}\r\n`;
    for (const article of articles)
      yield `${cellsOf(article)
        .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(',')}\r\n`;
  },
  xlsx: (articles) =>
    writeWorkbook(
      (async function* sheets() {
        yield {
          name: 'Articles',
          rows: (async function* rows() {
            let number = 1;
            yield { number, cells: headings };
            for (const article of articles) yield { number: ++number, cells: cellsOf(article) };
          })(),
        };
      })(),
    ),
  'jats-zip': (articles) =>
    writeZip(
      (async function* parts() {
        let number = 0;
        for (const article of articles)
          yield { name: `articles/${++number}.xml`, content: [jatsOf(article)] };
      })(),
    ),
  jsonl: async function* jsonl(articles) {
    for (const bibjson of articles) yield `${JSON.stringify({ bibjson } as unknown as DraftRecord)}\n`;
  },
};

const headings = [
  ...['Title', 'Abstract', 'Year', 'Month', 'DOI', 'Online ISSN', 'Volume', 'Number', 'Start page'],
  ...['Authors', 'Affiliations', 'ORCID iDs', 'Keywords', 'URL'],
];

function cellsOf({ title, abstract, year, month, identifier, author, link, keywords, journal }: Source) {
  return [
    ...[title, abstract, year, month, identifier[0]!.id, identifier[1]!.id],
    ...[journal.volume, journal.number, journal.start_page],
    author.map(({ name }) => name).join(' | '),
    author.map(({ affiliation }) => affiliation).join(' | '),
    author.map(({ orcid_id = '' }) => orcid_id).join(' | '),
    keywords.join('; '),
    link[0]!.url,
  ];
}

function jatsOf({
  title,
  abstract,
  year,
  month,
  identifier,
  author,
  link,
  keywords,
  journal,
}: Source): string {
  const contributors = author.map(({ name, orcid_id }, at) => {
    const [given, family] = name.split(' ');
    const orcid = orcid_id ? `<contrib-id contrib-id-type="orcid">${orcid_id}</contrib-id>` : '';
    return `<contrib contrib-type="author">${orcid}<name><surname>${family}</surname><given-names>${given}</given-names></name><xref ref-type="aff" rid="aff${at}"><sup>${at + 1}</sup></xref></contrib>`;
  });
  const affiliations = author.map(
    ({ affiliation }, at) =>
      `<aff id="aff${at}"><label>${at + 1}</label><institution content-type="orgname">${affiliation}</institution>, <country country="NG">Nigeria</country></aff>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2 20190208//EN" "JATS-journalpublishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" xml:lang="en">
  <front>
    <journal-meta><journal-title-group><journal-title>Journal of Soil</journal-title></journal-title-group><issn pub-type="epub">${identifier[1]!.id}</issn><publisher><publisher-name>Acme Press</publisher-name></publisher></journal-meta>
    <article-meta>
      <article-id pub-id-type="doi">${identifier[0]!.id}</article-id>
      <title-group><article-title>${title}</article-title></title-group>
      <contrib-group>${contributors.join('')}${affiliations.join('')}</contrib-group>
      <pub-date date-type="pub" publication-format="electronic"><day>5</day><month>${month}</month><year>${year}</year></pub-date>
      <volume>${journal.volume}</volume><issue>${journal.number}</issue><fpage>${journal.start_page}</fpage>
      <permissions><license license-type="open-access" xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>CC BY</license-p></license></permissions>
      <self-uri xlink:href="${link[0]!.url}"/>
      <abstract><p>${abstract}</p></abstract>
      <kwd-group xml:lang="en">${keywords.map((keyword) => `<kwd>${keyword}</kwd>`).join('')}</kwd-group>
    </article-meta>
  </front>
  <body><p>${title}. See <xref ref-type="bibr" rid="r1">1</xref>.</p></body>
  <back><ref-list><ref id="r1"><mixed-citation>${title}</mixed-citation></ref></ref-list></back>
</article>
`;
}
