import { agreementsOf, type Calculation, type RouteResult } from '../compliance/compliance.ts';
import { type LanguagePack, plain } from '../compliance/languagePack.ts';
import { escapeHtml } from '../text/plainText.ts';
import { t } from './i18n.ts';

/** Fills every placeholder with its value, or with a substitute for a missing value (reference/checker-api.md 5.4). */
export function fillIn(html: string, values: Placeholders): string {
  // Braces are tried once, from the first of them.
  return html.replace(/(?<!\{)\{+\s?([a-z_][\w.-]*)\s?\}+/gi, (_, name: string) => {
    return values.get(name.toLowerCase()) ?? escapeHtml(t('compliance.notGiven'));
  });
}

/** Returns true if an HTML text contains any readable text. */
export function hasWords(html: string): boolean {
  return plain(html) !== '';
}

/** Escapes a text as HTML, even if it looks like a placeholder. */
export function insert(text: string): string {
  return withoutBraces(escapeHtml(text));
}

function withoutBraces(html: string): string {
  return html.replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}

/** The value of each placeholder, as HTML. */
export type Placeholders = ReadonlyMap<string, string>;

/** The values of a pack's placeholders for an answer of the checker, by their names in lower case. */
export function placeholders(
  { journal, funder, institution, results }: Calculation,
  pack: LanguagePack,
): Placeholders {
  const query = (name: string) => pack.text('explain', 'your_query', name);
  const [agreement] = agreementsOf(results);
  const texts: Record<string, string> = {
    title: journal?.title.trim() || query('journal_title_unknown') || t('compliance.unknown.title'),
    publisher: journal?.publisher.trim() || query('publisher_not_known') || t('compliance.unknown.publisher'),
    funder: funder?.title.trim() || funder?.id.trim() || t('compliance.unknown.funder'),
    institution:
      institution?.title.trim() ||
      pack.text('site', 'card_institution_missing') ||
      t('compliance.unknown.institution'),
    end_date: agreement?.endDate.trim() || t('compliance.unknown.endDate'),
  };
  return new Map([
    ...Object.entries(texts).map(([name, text]): [string, string] => [name, insert(text)]),
    // The service's caveat is HTML already.
    ['oa_exception_caveat', withoutBraces(caveatOf(results)) || insert(t('compliance.unknown.caveat'))],
  ]);
}

function caveatOf(results: readonly RouteResult[]): string {
  for (const { qualifications } of results) {
    const caveat = qualifications.find(({ id }) => id === 'oa_exception_caveat')?.data.caveat?.trim();
    if (caveat && hasWords(caveat)) return /[.!?]$/.test(plain(caveat)) ? caveat : `${caveat}.`;
  }
  return '';
}
