import { type Message, msg } from '../../../shared/message.ts';
import type { AuthorTarget, ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import { maxNamed, type SourceAuthor } from '../sourceArticle.ts';
import { labelsIn } from '../text/nameAdditions.ts';
import { nameText, turnName } from '../text/names.ts';
import { plainText } from '../text/plainText.ts';
import type { AuthorPlaces, ColumnPlan } from './columnPlan.ts';
import { type ListedAuthor, listIn, parallelList, splitAuthors } from './splitAuthors.ts';
import type { TableRow } from './tableRow.ts';

/** The authors of an article, from a list, from columns of their own, or from one row each. */
export function rowAuthors(
  rows: readonly TableRow[],
  plan: ColumnPlan,
): { list: SourceAuthor[]; notes: Message[] } {
  const notes: Message[] = [];
  const single = rows.flatMap((row) =>
    plan.authors.map((places) => singleAuthor(partsOf(row, places), plan)),
  );
  const named = single.filter(({ name }) => nameText(name) !== '').length;
  const listed = rows.flatMap((row) => listedAuthors(row, plan, notes));
  // A list has more authors than columns for the first of them.
  if (named > 0 && named >= listed.length) return { list: single, notes: [] };
  // Columns of their own may add to a list, such as `ORCID 1`.
  const list = listed.map((author, at) => ({
    name: author.name,
    affiliations: author.affiliations.length > 0 ? author.affiliations : (single[at]?.affiliations ?? []),
    orcid: author.orcid || (single[at]?.orcid ?? ''),
  }));
  return { list, notes };
}

/** The lines of a cell, each without surplus blanks. Empty lines keep their place in a list. */
function textOfCell(cell = ''): string {
  return plainText(cell).replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ');
}

type Parts = (target: AuthorTarget) => string;

function partsOf({ cells }: TableRow, places: AuthorPlaces): Parts {
  return (target) =>
    (places[target] ?? [])
      .map((at) => textOfCell(cells[at]).trim())
      .filter((text) => text !== '')
      .join(target === 'authorAffiliation' ? '\n' : ' ');
}

function singleAuthor(part: Parts, { mapping }: ColumnPlan): SourceAuthor {
  const affiliations = listIn(
    part('authorAffiliation'),
    mapping.listSeparators.filter((sign) => sign !== ';'),
  );
  const orcid = part('authorOrcid');
  if (isYes(part('authorIsGroup'))) {
    const own = part('authorName') || part('authorGiven') || part('authorFamily');
    const isInstitution = mapping.preset === 'janeway' && affiliations.length > 0;
    return isInstitution || own === ''
      ? { name: affiliations[0] ?? '', affiliations: [], orcid }
      : { name: own, affiliations: affiliations.map((name) => ({ name })), orcid };
  }
  const department = part('authorDepartment');
  const named = affiliations.length === 0 ? [department] : affiliations;
  const withDepartment =
    department !== '' && affiliations.length > 0 ? [`${department}, ${named[0]}`, ...named.slice(1)] : named;
  return {
    name: nameOf(part),
    affiliations: withDepartment.filter((name) => name !== '').map((name) => ({ name })),
    orcid,
  };
}

function nameOf(part: Parts): SourceAuthor['name'] {
  const whole = part('authorName');
  const given = [part('authorGiven'), part('authorMiddle')].filter((text) => text !== '').join(' ');
  const family = part('authorFamily');
  const suffix = part('authorSuffix');
  if (given !== '' && family !== '') return { given, family, suffix };
  if (whole !== '')
    return (given === '' && family === '') || family !== ''
      ? turnName(whole)
      : { given, family: whole, suffix };
  const turned = turnName(given || family);
  return typeof turned === 'string' ? { family: turned, suffix } : turned;
}

function isYes(text: string): boolean {
  return /^(?:y|yes|true|1|x|oui|vrai|s[ií]|sim|verdadero|verdadeiro|ja|wahr)$/i.test(text);
}

/** The authors from the cells that list all of them, with the parallel lists beside them. */
function listedAuthors({ cells, merged }: TableRow, plan: ColumnPlan, notes: Message[]): SourceAuthor[] {
  const { mapping } = plan;
  const textsOf = (target: ColumnTarget) =>
    (plan.places.get(target) ?? []).map((at) =>
      // An affiliation merged over several rows is that of each author in them.
      textOfCell(cells[at] || (target === 'affiliations' ? merged?.get(at) : '')),
    );
  const columns = textsOf('authors').map((text) => splitAuthors(text.trim(), mapping));
  const counts = columns.map(({ authors }) => authors.length);
  const authors = columns.flatMap((column) => column.authors);
  if (columns.some(({ hasMore }) => hasMore)) notes.push(msg('import.note.etAl'));
  // Repeated columns of one author each have theirs beside them: Author, Affiliation, Author, Affiliation.
  const beside = (target: ColumnTarget, listOf: (cells: readonly string[], count: number) => string[]) => {
    const texts = textsOf(target);
    return columns.length > 1 && texts.length === columns.length
      ? texts.flatMap((text, at) => ofCount(listOf([text], counts[at]!), counts[at]!))
      : listOf(texts, authors.length);
  };
  const affiliations = beside('affiliations', (cells, count) =>
    parallelList(cells, count, mapping.listSeparators),
  );
  const unplaced: string[] = [];
  const orcids = beside('orcids', (cells, count) => {
    // No ORCID has a comma in it.
    const list = parallelList(cells, count, [...mapping.listSeparators, ',']);
    if (isInPlace(list, count)) return list;
    unplaced.push(...list.filter((orcid) => orcid !== ''));
    return [];
  });
  if (unplaced.length > 0)
    notes.push(msg('import.note.fewerOrcids', { orcids: unplaced.slice(0, maxNamed) }));
  const surplus = Math.max(affiliations.length, orcids.length) - authors.length;
  if (surplus > 0 && authors.length > 0) notes.push(msg('import.note.surplusEntries', { count: surplus }));
  const names = authors.map(({ name }) => name);
  const byLabel = affiliationsByLabel(affiliations, names);
  const shared = byLabel === null ? sharedAffiliation(affiliations, authors, notes) : null;
  return authors.map((author, at) => {
    const beside = shared ?? affiliations[at] ?? '';
    const own = byLabel?.[at] ?? [beside, author.affiliation].filter((name) => name !== '').slice(0, 1);
    return {
      name: author.name,
      affiliations: own.map((name) => ({ name })),
      orcid: orcids[at] || author.orcid,
    };
  });
}

const labelled =
  /^\s*[([]?(\d{1,3}|[*\u2020\u2021\u00a7\u00b6#]{1,3}|\p{Ll}(?=[\s)\].]))[)\].:]?\s*(?=\p{Lu}|\p{Lo})/u;

/** The affiliations to which the marks behind the names refer; null if either have no marks. */
function affiliationsByLabel(
  affiliations: readonly string[],
  names: readonly SourceAuthor['name'][],
): string[][] | null {
  const byLabel = new Map<string, string>();
  for (const text of affiliations) {
    const [whole, label] = labelled.exec(text.normalize('NFKC')) ?? [];
    if (whole === undefined || byLabel.has(label!)) return null;
    byLabel.set(label!, text.normalize('NFKC').slice(whole.length).trim());
  }
  const found = names.map((name) =>
    labelsIn(typeof name === 'string' ? [] : (name.additions ?? [])).flatMap(
      (label) => byLabel.get(label) ?? [],
    ),
  );
  return byLabel.size > 0 && found.some((list) => list.length > 0) ? found : null;
}

/** The only affiliation beside several authors, which each of them has. */
function sharedAffiliation(
  affiliations: readonly string[],
  authors: readonly ListedAuthor[],
  notes: Message[],
): string | null {
  if (affiliations.length === 0 || affiliations.length >= authors.length) return null;
  const [only = ''] = affiliations;
  if (affiliations.length > 1 || authors.some(({ affiliation }) => affiliation !== '')) {
    notes.push(msg('import.note.fewerAffiliations'));
    return null;
  }
  notes.push(msg('import.note.sharedAffiliation', { affiliation: only }));
  return only;
}

/** False for a list that is shorter than that of the authors and has no empty place that tells whose its entries are. */
function isInPlace(list: readonly string[], count: number): boolean {
  if (list.length >= count) return true;
  const end = list.findLastIndex((entry) => entry !== '') + 1;
  return end === 0 || list.slice(0, end).includes('');
}

function ofCount(list: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => list[at] ?? '');
}
