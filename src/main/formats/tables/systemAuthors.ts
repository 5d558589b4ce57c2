import type { ColumnTarget } from '../../../shared/tables/columnTargets.ts';
import type { SourceAuthor } from '../sourceArticle.ts';
import { turnName } from '../text/names.ts';
import { oneLine, plainText } from '../text/plainText.ts';
import type { ColumnPlan } from './columnPlan.ts';
import type { TableRow } from './tableRow.ts';

/** The authors in a table of a system that writes them in its own way; null: as in any other table. */
export function systemAuthors({ cells }: TableRow, plan: ColumnPlan): SourceAuthor[] | null {
  const cellOf = (target: ColumnTarget) =>
    (plan.places.get(target) ?? []).map((at) => cells[at] ?? '').find((cell) => cell.trim() !== '') ?? '';
  const names = cellOf('authors');
  const affiliations = () => oneLine(plainText(cellOf('affiliations')));
  switch (plan.mapping.preset) {
    case 'ojs-csv':
    case 'omp-csv':
      return toolAuthors(names);
    case 'scopus':
      return joined(names.replace(/(?<!\s)\s*\(\d+\)/g, ''), besideNames(affiliations()), []);
    case 'web-of-science':
      return joined(names, bracketed(affiliations()), orcidsOf(cellOf('orcids')));
    case 'dimensions':
      return joined(names, behindNames(affiliations()), []);
    default:
      return null;
  }
}

const address = /^[^\s@<>]+@[^\s@<>]+$/;

/** `Given,Family,e-mail,Affiliation;...` of the import tools of OJS and OMP, and `Given Family<e-mail>;...`. */
function toolAuthors(cell: string): SourceAuthor[] | null {
  const entries = cell.split(';').map((entry) => entry.trim());
  const list: SourceAuthor[] = [];
  for (const entry of entries.filter((one) => one !== '')) {
    const [whole, name = '', email = ''] = /^([^<>,]*)<([^<>]*)>$/.exec(entry) ?? [];
    if (whole !== undefined && address.test(email)) {
      list.push({ name: oneLine(plainText(name)), affiliations: [], orcid: '' });
      continue;
    }
    const parts = entry.split(',').map((part) => oneLine(plainText(part)));
    const [given = '', family = '', third] = parts;
    if (third === undefined || (third !== '' && !address.test(third))) return null;
    const affiliation = parts
      .slice(3)
      .filter((part) => part !== '')
      .join(', ');
    list.push({
      name: { given: family === '' ? '' : given, family: family || given },
      affiliations: affiliation === '' ? [] : [{ name: affiliation }],
      orcid: '',
    });
  }
  return list;
}

/** An affiliation, or an ORCID iD, with the name that stands beside it; null: it has none. */
type Named = readonly [name: string | null, text: string];

/** `Okoro, Ada, Imagined University; Li, Ben, ...` of Scopus; the name is at the beginning. */
function besideNames(text: string): Named[] {
  return text
    .split(/;\s*/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [first = '', second = '', ...rest] = entry.split(/,\s*/);
      // Newer tables have "Okoro A." in one part.
      const isShort = /\s(?:\p{Lu}\.?-?)+$/u.test(first);
      return isShort
        ? ([first, [second, ...rest].filter((part) => part !== '').join(', ')] as const)
        : ([`${first}, ${second}`, rest.join(', ')] as const);
    });
}

/** `[Okoro, Ada; Li, Ben] Imagined Univ, City; [...] ...` of Web of Science. */
function bracketed(text: string): Named[] {
  if (text === '') return [];
  if (!text.includes('[')) return [[null, text]];
  return [...text.matchAll(/\[([^\]]*)\]([^[]*)/g)].flatMap(([, names = '', affiliation = '']) =>
    names.split(/;\s*/).map((name) => [name, affiliation.replace(/(?<![;\s])[;\s]+$/, '').trim()] as const),
  );
}

/** `Okoro, Ada (Imagined University, City); Li, Ben (...)` of Dimensions. */
function behindNames(text: string): Named[] {
  const entry = /([^();]+)\(((?:[^()]|\([^()]*\))*)\)/g;
  const found = [...text.matchAll(entry)].map(
    ([, name = '', inside = '']) => [name.trim(), inside.trim()] as const,
  );
  return found.length === 0 && text !== '' ? [[null, text]] : found;
}

/** `Okoro, Ada/0000-0002-1825-0097; ...` of Web of Science. */
function orcidsOf(text: string): Named[] {
  return text.split(/;\s*/).flatMap((entry) => {
    const [name = '', orcid = ''] = entry.split('/');
    return orcid === '' ? [] : [[name.trim(), orcid.trim()] as const];
  });
}

/** The authors of a list with what stands beside their names. */
function joined(cell: string, affiliations: readonly Named[], orcids: readonly Named[]): SourceAuthor[] {
  const names = oneLine(plainText(cell))
    .split(/;\s*/)
    .filter((name) => name !== '');
  const ownAffiliations = textsOfEach(names, affiliations);
  const ownOrcids = textsOfEach(names, orcids);
  return names.map((name, at) => ({
    name: turnName(name),
    affiliations: ownAffiliations[at]!.filter((text) => text !== '').map((text) => ({ name: text })),
    orcid: ownOrcids[at]![0] ?? '',
  }));
}

/**
 * The texts of each author: those beside the same name, or else beside a name that can be that of no other author. What
 * may be that of several authors belongs to the one at its place in a parallel list, or to nobody.
 */
function textsOfEach(names: readonly string[], list: readonly Named[]): string[][] {
  const byName = Map.groupBy(names.keys(), (at) => names[at]!.toLowerCase());
  const byInitial = Map.groupBy(names.keys(), (at) => keyOf(names[at]!));
  const isParallel =
    list.length === names.length &&
    list.every(([name], at) => name !== null && keyOf(name) === keyOf(names[at]!));
  const texts: string[][] = names.map(() => []);
  for (const [at, [name, text]] of list.entries()) {
    if (name === null) continue;
    const found = byName.get(name.toLowerCase()) ?? byInitial.get(keyOf(name)) ?? [];
    const owner = found.length > 1 && isParallel ? at : found.length === 1 ? found[0]! : null;
    if (owner !== null) texts[owner]!.push(text);
  }
  return texts;
}

/** The same for "Okoro, Ada B.", "Okoro, A." and "Okoro A.B.": the family name and the first initial. */
function keyOf(name: string): string {
  const [family = '', given = ''] = name.includes(',')
    ? name.split(/,\s*/)
    : [name.replace(/\s+\S+$/, ''), /(?<!\S)\S+$/.exec(name)?.[0] ?? ''];
  return `${family.trim()}, ${given.trim().slice(0, 1)}`.toLowerCase();
}
