import { readArticle } from '../../../shared/article/article.ts';
import { storedYear } from '../../../shared/article/storedArticle.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { fieldLabel } from '../../../shared/draft/fieldLabel.ts';
import { asList, asObject, asText, isGiven } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi, parseIssn, parseOrcid } from '../../../shared/text/identifiers.ts';
import { lostParts } from '../lostParts.ts';
import { bibliographicCode } from '../text/languages.ts';
import { oneLine, tidyLines } from '../text/plainText.ts';
import { monthNumber } from '../text/sourceDates.ts';
import type { Writer } from '../writer.ts';
import { escapeXml } from '../xml/escapeXml.ts';

/** Writes the directory's article XML; records that cannot be valid are left out. */
export const writeDoajXml: Writer = async function* writeDoajXml(records, { losses, journalTitles }) {
  let index = 0;
  let isBegun = false;
  for await (const record of records) {
    index++;
    const written = doajXmlRecord(record, journalTitles);
    if ('reason' in written) {
      losses.addRecord(index, written.reason);
      continue;
    }
    losses.addParts(written.lost);
    // The schema does not allow a file without records.
    yield isBegun ? written.xml : `<?xml version="1.0" encoding="UTF-8"?>\n<records>\n${written.xml}`;
    isBegun = true;
  }
  if (isBegun) yield '</records>\n';
};

type DoajXmlRecord = { xml: string; lost: Message[] } | { reason: Message };

/** Members that the directory's XML has a place for besides the usual ones. */
const moreHeld = [
  'admin.publisher_record_id',
  'bibjson.author[].affiliation',
  'bibjson.author[].orcid_id',
  'bibjson.journal.publisher',
  'bibjson.journal.language[]',
];

/**
 * The `record` of an article, valid against the directory's schema (reference/import-formats.md 4.1), or the reason why
 * it cannot be. What the schema would refuse in a part that is not required is left out and reported.
 */
function doajXmlRecord(record: DraftRecord, journalTitles: ReadonlyMap<string, string>): DoajXmlRecord {
  const article = readArticle(record);
  const bibjson = asObject(record.bibjson);
  const journal = asObject(bibjson.journal);
  const lost = lostParts(record, moreHeld);
  const keep = <T>(path: string, written: string, valid: T | null): T | null => {
    if (valid === null && written.trim() !== '') lost.push(fieldLabel(path));
    return valid;
  };
  const year = storedYear(oneLine(article.year));
  if (!/^\d{4}$/.test(year)) return { reason: msg('export.leftOut.noYear') };
  const pissn = keep('bibjson.pissn', article.pissn, parseIssn(article.pissn));
  const eissn = keep('bibjson.eissn', article.eissn, parseIssn(article.eissn));
  // The directory refuses the whole file.
  if (pissn !== null && pissn === eissn) return { reason: msg('export.leftOut.equalIssns', { issn: pissn }) };
  const links = article.links.filter(({ url }) => url.trim() !== '');
  const link = chooseLink(links, article.doi);
  if (link === null) return { reason: msg('export.leftOut.noLink') };
  if (links.length > 1) lost.push(msg('export.part.moreLinks'));
  const month = keep('bibjson.month', article.month, monthNumber(article.month));
  const languages = asList(journal.language);
  const languageText = languages.length === 1 ? asText(languages[0]) : '';
  const language = bibliographicCode(languageText);
  if (language === null && languages.length > 0) lost.push(fieldLabel('bibjson.journal.language'));
  const title =
    textOf(journal.title) || [pissn, eissn].flatMap((issn) => journalTitles.get(issn ?? '') ?? [])[0] || '';
  const affiliations = new Map<string, number>();
  const authors = article.authors
    .filter(({ name }) => oneLine(name) !== '')
    .map((author) => {
      const orcid = keep('bibjson.author[].orcid_id', author.orcid_id, parseOrcid(author.orcid_id));
      return { name: author.name, affiliation: idOf(author.affiliation, affiliations), orcid };
    });
  const keywords = article.keywords.map(oneLine).filter((keyword) => keyword !== '');
  const xml = [
    '  <record>',
    optional('language', language ?? ''),
    optional('publisher', textOf(journal.publisher)),
    line('journalTitle', title),
    optional('issn', pissn ?? ''),
    optional('eissn', eissn ?? ''),
    line('publicationDate', month === null ? year : `${year}-${String(month).padStart(2, '0')}`),
    optional('volume', article.volume),
    optional('issue', article.number),
    optional('startPage', article.startPage),
    optional('endPage', article.endPage),
    optional('doi', article.doi),
    optional('publisherRecordId', textOf(asObject(record.admin).publisher_record_id)),
    line('title', article.title),
    authors.length > 0 && '    <authors>',
    ...authors.flatMap(({ name, affiliation, orcid }) => [
      '      <author>',
      line('name', name, '        '),
      affiliation !== null && line('affiliationId', String(affiliation), '        '),
      orcid !== null && line('orcid_id', orcid, '        '),
      '      </author>',
    ]),
    authors.length > 0 && '    </authors>',
    affiliations.size > 0 && '    <affiliationsList>',
    ...[...affiliations].map(
      ([name, id]) =>
        `      <affiliationName affiliationId="${id}">${escapeXml(oneLine(name))}</affiliationName>`,
    ),
    affiliations.size > 0 && '    </affiliationsList>',
    abstractElement(article.abstract),
    `    <fullTextUrl${link.type === '' ? '' : ` format="${escapeXml(link.type)}"`}>${escapeXml(link.url)}</fullTextUrl>`,
    keywords.length > 0 && '    <keywords>',
    ...keywords.map((keyword) => line('keyword', keyword, '      ')),
    keywords.length > 0 && '    </keywords>',
    '  </record>\n',
  ];
  return { xml: xml.filter((one) => one !== false).join('\n'), lost };
}

/** The first link that the schema accepts, else the address of the DOI. */
function chooseLink(
  links: readonly { url: string; content_type: string }[],
  doi: string,
): { url: string; type: string } | null {
  for (const { url, content_type } of links) {
    const address = schemaAddress(oneLine(url));
    if (address !== null) return { url: address, type: oneLine(content_type) };
  }
  const bare = parseDoi(doi);
  const address = bare === null ? null : schemaAddress(`https://doi.org/${bare}`);
  return address === null ? null : { url: address, type: 'HTML' };
}

function idOf(affiliation: string, known: Map<string, number>): number | null {
  const name = oneLine(affiliation);
  if (name === '') return null;
  const id = known.get(name) ?? known.size + 1;
  known.set(name, id);
  return id;
}

function textOf(value: unknown): string {
  return isGiven(value) ? oneLine(asText(value)) : '';
}

function line(name: string, text: string, indent = '    '): string {
  return `${indent}<${name}>${escapeXml(oneLine(text))}</${name}>`;
}

function optional(name: string, text: string): string | false {
  return oneLine(text) !== '' && line(name, text);
}

/** An empty line is the sign of a new paragraph, as in our reader. */
function abstractElement(text: string): string | false {
  const lines = tidyLines(text);
  return lines !== '' && `    <abstract>${escapeXml(lines.replaceAll('\n', '\n\n'))}</abstract>`;
}

/**
 * The host must have a dot and an ending of at least two letters, or be four numbers; a port has digits. The schema's
 * own pattern allows a little more.
 */
const accepted =
  /^https?:\/\/(?:[^/:?#@]+\.\p{L}{2,10}[^/:?#@]*|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * A web address as the directory's schema accepts it, or null: characters not allowed there are escaped, so that it
 * stays the same address (checked with libxml2, which the directory uses).
 */
function schemaAddress(url: string): string | null {
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return null;
  const [start = '', ...fragments] = url.slice(scheme.length).split('#');
  const escaped = [start, ...(fragments.length > 0 ? [fragments.join('%23')] : [])]
    .join('#')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D');
  const address = scheme.toLowerCase() + escaped;
  return accepted.test(address) ? address : null;
}
