import type { MissingField, StoredFacet } from '../draft/facets.ts';
import type { Finding } from '../finding.ts';
import type { Message } from '../message.ts';
import type { ArticleView } from './article.ts';

/** The values of an article by facet; an empty list stands for none. */
export type ArticleFacets = Record<StoredFacet, string[]>;

/** The maximum length of a facet value; longer ones are cut. */
const maxValueLength = 200;

export function articleFacets(view: ArticleView, findings: readonly Finding[]): ArticleFacets {
  return {
    finding: [...new Set(inOrder(findings).map(({ code }) => code))],
    missing: missingFields(view),
    year: distinct([view.year]),
    issue: distinct([issueKey(view.volume, view.number)]),
    author: distinct(view.authors.map(({ name }) => name)),
    keyword: distinct(view.keywords),
    affiliation: distinct(view.authors.map(({ affiliation }) => affiliation)),
    host: distinct(view.links.map(({ url }) => hostOf(url))),
  };
}

/** Volume and issue as citations write them: `12(3)`, `12` or `(3)`; empty if there is neither. */
function issueKey(volume: string, number: string): string {
  const issue = number.trim();
  return `${volume.trim()}${issue === '' ? '' : `(${issue})`}`;
}

/** The message of the first error, else of the first warning; null without either. */
export function firstFinding(findings: readonly Finding[]): Message | null {
  return inOrder(findings).find(({ severity }) => severity !== 'ignored')?.message ?? null;
}

/** Errors first, then warnings, then ignored values. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity);
  return [...of('error'), ...of('warning'), ...of('ignored')];
}

function missingFields(view: ArticleView): MissingField[] {
  const fullTexts = view.links.filter(({ type, url }) => isBlank(url) === false && /fulltext/i.test(type));
  const isMissing: Record<MissingField, boolean> = {
    abstract: isBlank(view.abstract),
    author: view.authors.every(({ name }) => isBlank(name)),
    orcid: view.authors.every(({ orcid_id }) => isBlank(orcid_id)),
    affiliation: view.authors.every(({ affiliation }) => isBlank(affiliation)),
    keyword: view.keywords.every(isBlank),
    doi: isBlank(view.doi),
    link: !fullTexts.some(({ content_type }) => /pdf|html/i.test(content_type)),
    pdf: !fullTexts.some(({ content_type }) => /pdf/i.test(content_type)),
    html: !fullTexts.some(({ content_type }) => /html/i.test(content_type)),
    year: isBlank(view.year),
    issue: isBlank(view.volume) && isBlank(view.number),
    pages: isBlank(view.startPage),
    journal: isBlank(view.pissn) && isBlank(view.eissn),
  };
  return (Object.keys(isMissing) as MissingField[]).filter((field) => isMissing[field]);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function hostOf(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' ? '' : (URL.parse(trimmed)?.host ?? '');
}

/** Each text once, without line breaks or surrounding spaces, in the order of the record. */
function distinct(texts: readonly string[]): string[] {
  const cleaned = texts.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, maxValueLength));
  return [...new Set(cleaned)].filter((text) => text !== '');
}
