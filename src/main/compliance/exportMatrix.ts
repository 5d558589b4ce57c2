import type { Matrix, MatrixCell } from '../../shared/compliance/complianceCheck.ts';
import { readLanguagePack, routeMessage } from '../../shared/compliance/languagePack.ts';
import { describe, language, t } from '../../shared/i18n/i18n.ts';
import {
  answeredBy,
  matrixCellText,
  type PrintedTable,
  printedTables,
  sourceWords,
} from '../../shared/i18n/matrixText.ts';
import { csvText } from '../../shared/text/csvText.ts';
import { escapeHtml } from '../../shared/text/plainText.ts';
import { styleSources } from '../platform/styleSources.ts';

const columns = [
  'journal',
  'issn',
  'funder',
  'funderId',
  'organisation',
  'ror',
  'verdict',
  'routes',
  'unknown',
  'asked',
  'source',
  'changes',
  'message',
] as const;
type Line = Record<(typeof columns)[number], string>;

/** Exports a matrix to a file: one line per question, or a page to print, with dates, sources and disclaimer. */
export function exportMatrix(
  matrix: Matrix,
  cells: readonly MatrixCell[],
  { format, at }: { format: 'csv' | 'json' | 'html'; at: string },
): { name: string; type: string; text: string } {
  const lines = cells.map((cell) => toLine(matrix, cell));
  const name = `colophon-compliance-${matrix.id}.${format}`;
  if (format === 'json') {
    const { name: title, lang, createdAt, finishedAt } = matrix;
    const about = {
      name: title || t('compliance.matrix.title'),
      lang,
      createdAt,
      finishedAt,
      exportedAt: at,
      source: answeredBy(cells),
      disclaimer: t('compliance.disclaimer'),
    };
    const records = cells.map((cell, index) => ({
      ...lines[index],
      routes: cell.routes,
      compliant: cell.compliant,
    }));
    return {
      name,
      type: 'application/json',
      text: JSON.stringify({ matrix: about, cells: records }, null, 2),
    };
  }
  if (format === 'html')
    return { name, type: 'text/html', text: page(matrix, printedTables(matrix, cells), answeredBy(cells)) };
  const heads = columns.map((column) => t(`compliance.column.${column}`));
  const rows = lines.map((line) => columns.map((column) => line[column]));
  return { name, type: 'text/csv', text: csvText(heads, rows) };
}

function toLine(matrix: Matrix, cell: MatrixCell): Line {
  const journal = matrix.journals[cell.journal];
  const funder = matrix.funders[cell.funder];
  const organisation = matrix.organisations[cell.organisation];
  const pack = readLanguagePack({});
  return {
    journal: journal?.title ?? '',
    issn: journal?.issn ?? '',
    funder: funder?.name ?? '',
    funderId: funder?.id ?? '',
    organisation: organisation?.ror ? organisation.name || organisation.ror : t('compliance.notAffiliated'),
    ror: organisation?.ror ?? '',
    verdict: verdictOf(cell),
    routes: matrixCellText(cell),
    unknown: cell.unknown.map((route) => describe(routeMessage(pack, route))).join(', '),
    asked: cell.at ?? '',
    source: cell.source === null ? '' : sourceWords(cell.source),
    changes: cell.changes.map(describe).join(' '),
    message: describe(cell.message),
  };
}

/** Empty if there is no answer. */
function verdictOf({ at, compliant }: MatrixCell): string {
  if (at === null) return '';
  if (compliant === null) return t('compliance.cell.noVerdict');
  return t(`compliance.value.${compliant ? 'yes' : 'no'}`);
}

const style = `<style>
@page { size: A4 landscape; margin: 1.5cm; }
body { font: 9pt sans-serif; }
h1 { font-size: 14pt; margin: 0 0 6pt; }
p { margin: 0 0 6pt; }
@media screen { body { margin: 1.5cm; } }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin-bottom: 12pt; }
th, td { border: 1px solid #888; padding: 3px 6px; text-align: left; vertical-align: top; overflow-wrap: break-word; hyphens: auto; }
thead th:first-child { width: 24%; }
tbody th { font-weight: normal; }
small { display: block; font-weight: normal; }
.no, .failed { font-weight: bold; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
</style>`;

/** A self-contained page without scripts or external content; its text is escaped. */
function page(matrix: Matrix, tables: readonly PrintedTable[], about: string): string {
  const title = escapeHtml(matrix.name || t('compliance.matrix.title'));
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styleSources(style)}">
<title>${title}</title>
${style}
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(about)}</p>
<p>${escapeHtml(t('compliance.disclaimer'))}</p>
${tables.map(tableOf).join('\n')}
</body>
</html>
`;
}

function tableOf({ funders, rows }: PrintedTable): string {
  const small = (text: string) => (text === '' ? '' : `<small>${escapeHtml(text)}</small>`);
  const heads = [t('compliance.column.journal'), ...funders].map(
    (head) => `<th scope="col">${escapeHtml(head)}</th>`,
  );
  const lines = rows.map(({ journal, detail, cells }) => {
    const answers = cells.map(
      ({ tone, words, more }) => `<td class="${tone}">${escapeHtml(words)}${small(more)}</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(journal)}${small(detail)}</th>${answers.join('')}</tr>`;
  });
  return `<table>
<thead><tr>${heads.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>`;
}
