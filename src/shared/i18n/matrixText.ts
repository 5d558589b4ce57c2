import { sandboxSource } from '../choices.ts';
import type { Matrix, MatrixCell } from '../compliance/complianceCheck.ts';
import { dayWords, describe, t } from './i18n.ts';

export type CellTone = 'yes' | 'no' | 'unknown' | 'waiting' | 'failed';

/** The result of a cell: the verdict is the service's, never derived from the routes. */
export function cellTone({ state, compliant }: MatrixCell): CellTone {
  if (state !== 'answered') return state;
  return compliant === null ? 'unknown' : compliant ? 'yes' : 'no';
}

/** Returns true for an answer without a verdict, or without a way to comply among the routes that could be determined. */
export function isUndetermined(cell: MatrixCell): boolean {
  const tone = cellTone(cell);
  return tone === 'unknown' || (tone === 'no' && cell.unknown.length > 0);
}

/** The text of a cell in a few words: the routes that comply, none and those that are unknown, or no verdict. */
export function matrixCellText(cell: MatrixCell): string {
  const tone = cellTone(cell);
  if (tone === 'unknown') return t('compliance.cell.noVerdict');
  if (tone === 'no' && cell.unknown.length > 0)
    return t('compliance.cell.undetermined', { routes: routesText(cell.unknown) });
  if (tone !== 'yes') return t(`compliance.cell.${tone}`);
  return cell.routes.length > 0 ? routesText(cell.routes) : t('compliance.cell.other');
}

/** Who answered the questions of a matrix, and when. */
export function answeredBy(cells: readonly MatrixCell[]): string {
  const answered = cells.filter(({ state }) => state === 'answered');
  const times = answered.flatMap(({ at }) => at ?? []).sort();
  const sources = [...new Set(answered.flatMap((cell) => cell.source ?? []))].sort();
  if (times.length === 0) return t('compliance.report.unanswered');
  const [from, until] = [dayWords(times[0]!), dayWords(times.at(-1)!)];
  const source = sources.map(sourceWords).join(', ');
  if (from === until) return t('compliance.report.about', { at: from, source });
  return t('compliance.report.between', { from, until, source });
}

export const sourceWords = (source: string) =>
  source === sandboxSource ? t('compliance.report.sandbox') : source;

const known = ['fully_oa', 'ta', 'hybrid', 'tj', 'self_archiving'];

/** The service returns routes in no fixed order; sorted, so that equal cells look equal. */
function routesText(routes: readonly string[]): string {
  const rank = (route: string) => (known.includes(route) ? known.indexOf(route) : known.length);
  return [...routes]
    .sort((a, b) => rank(a) - rank(b))
    .map(shortRoute)
    .join(', ');
}

function shortRoute(route: string): string {
  return known.includes(route) ? t(`compliance.short.${route}`) : route;
}

/** A table of a printed matrix: some of its funders beside each other, which fit the width of a page. */
export interface PrintedTable {
  funders: readonly string[];
  rows: readonly { journal: string; detail: string; cells: readonly PrintedCell[] }[];
}

interface PrintedCell {
  tone: CellTone;
  words: string;
  /** What changed since it was last asked, and the cell's message. */
  more: string;
}

/** More columns would be too narrow for the words of a cell. */
const maxColumns = 6;

/** A matrix for print: journals (for each organisation) by funders, in as many tables as the width needs. */
export function printedTables(matrix: Matrix, cells: readonly MatrixCell[]): PrintedTable[] {
  const places = new Map(
    cells.map((cell) => [`${cell.journal} ${cell.organisation} ${cell.funder}`, cell] as const),
  );
  const hasOrganisations = matrix.organisations.some(({ ror }) => ror !== '');
  const count = Math.max(1, Math.ceil(matrix.funders.length / maxColumns));
  const size = Math.ceil(matrix.funders.length / count);
  return Array.from({ length: count }, (_, table) => {
    const first = table * size;
    const funders = matrix.funders.slice(first, first + size);
    const rows = matrix.journals.flatMap(({ title, issn }, journal) =>
      matrix.organisations.map(({ ror, name }, organisation) => ({
        journal: title || issn,
        detail: [
          title !== '' && title !== issn && issn,
          hasOrganisations && (ror ? name || ror : t('compliance.notAffiliated')),
        ]
          .filter(Boolean)
          .join(' · '),
        cells: funders.map((__, place) =>
          printedCell(places.get(`${journal} ${organisation} ${first + place}`)),
        ),
      })),
    );
    return { funders: funders.map(({ name }) => name), rows };
  });
}

function printedCell(cell: MatrixCell | undefined): PrintedCell {
  if (!cell) return { tone: 'waiting', words: '', more: '' };
  const more = [...cell.changes.map(describe), describe(cell.message)].filter((text) => text !== '');
  return { tone: cellTone(cell), words: matrixCellText(cell), more: more.join(' ') };
}
