import { asList, asObject } from '../../../shared/json.ts';
import { articleOf, type ConvertedArticle } from '../article/articleOf.ts';
import type { Choices } from '../article/choices.ts';
import { withWindowsSigns } from '../text/windowsSigns.ts';
import { type ColumnPlan, isAuthorTarget } from './columnPlan.ts';
import { ownedFields } from './ownedFields.ts';
import { rowArticle } from './rowArticle.ts';
import type { RowKind } from './rowKind.ts';
import type { TableRow } from './tableRow.ts';

/** The beginning of rows below or between those of articles: totals, notes and sections, in many languages. */
const asideWords =
  /^\s*(?:\*|(?:(?:grand |sub-?)?totals?|sum|gesamt|summe|somme|totale|totaal|toplam|razem|suma|итого|всего|разом|усього|celkem|jumlah|合计|合計|总计|總計|합계|총계|مجموع|المجموع|جمع)(?:\s*[:：].*|[\s\d]*)$|(?:notes?|n\.?b\.?|remarks?|source|section|sektion|abschnitt|rubrik|rubrique|sección|seção|раздел|розділ|bölüm|anmerkung(?:en)?|hinweis|nota|notas|remarques?|примечани[ея]|uwagi?|catatan|说明|注|備考|비고)\s*[:：])/iu;

/** Where rows with the same title differ, they are articles of their own. */
const identifying = ['doi', 'url', 'pages', 'startPage', 'articleNumber', 'recordId'] as const;

/** Rows whose cells are fields of an article. */
export function mappedRows(plan: ColumnPlan, choices: Choices): RowKind {
  const { columns, mapping, hasAuthorRows } = plan;
  const isOfSingleAuthor = columns.map(
    (column) => column !== null && isAuthorTarget(column.target) && column.author === undefined,
  );
  const isField = columns.map((column) => (column?.target ?? 'ignored') !== 'ignored');
  const targets = columns.flatMap((column) => column?.target ?? []);
  // The entry of an author in a list may have these parts too.
  const inLists = mapping.partSeparator === null ? [] : (['affiliations', 'orcids'] as const);
  const owned = ownedFields([...targets, ...inLists]);
  const read = (rows: readonly TableRow[]) => {
    const written = rows.map((row) => ({ ...row, cells: row.cells.map(withWindowsSigns) }));
    return articleOf(rowArticle(written, plan), choices);
  };
  /** A formula without a stored value says nothing of the fields that its column fills. */
  const ownedIn = ({ formulas }: TableRow) => {
    const unread = ownedFields([...(formulas ?? [])].map((at) => columns[at]?.target ?? 'ignored'));
    return unread.length === 0 ? owned : owned.filter((name) => !unread.includes(name));
  };
  const titles = plan.places.get('title') ?? [];
  const ofOneArticle = identifying.flatMap((target) => plan.places.get(target) ?? []);
  /** A title merged over several rows has one author in each of them, unless they have DOIs or pages of their own: `Editorial`. */
  const sharesTitle = ({ merged, cells }: TableRow, first: TableRow | undefined) =>
    merged !== undefined &&
    first !== undefined &&
    titles.some((at) => merged.has(at)) &&
    ofOneArticle.every((at) => [first.cells[at]?.trim(), '', undefined].includes(cells[at]?.trim()));
  const fieldCount = isField.filter(Boolean).length;
  return {
    fill: (row, first) => {
      const { merged, cells } = row;
      if (!merged || sharesTitle(row, first)) return row;
      const all = Array.from({ length: Math.max(cells.length, ...[...merged.keys()].map((at) => at + 1)) });
      return { ...row, cells: all.map((_, at) => cells[at] || merged.get(at) || '') };
    },
    isAside: ({ cells, isAcross }) => {
      if (fieldCount < 3) return false;
      const filled: number[] = [];
      // Nearly all rows have more cells, and are articles.
      for (let at = 0; at < cells.length && filled.length <= 3; at++)
        if (cells[at]!.trim() !== '') filled.push(at);
      const [first] = filled;
      if (first === undefined || filled.length > 3) return false;
      if (filled.length === 1 && (isAcross || !titles.includes(first))) return !isOfSingleAuthor[first];
      return (
        (filled.length === 1 ||
          // A total of articles may stand in the column of titles. Beside a title, only numbers tell no article.
          !filled.some(
            (at) =>
              at !== first &&
              (titles.includes(first) || titles.includes(at)) &&
              !/^[\s\d]*$/.test(cells[at]!),
          )) &&
        asideWords.test(cells[first]!)
      );
    },
    continues: (row, first) =>
      sharesTitle(row, first) ||
      (hasAuthorRows &&
        row.cells.every(
          (cell, at) =>
            isOfSingleAuthor[at] || cell.trim() === '' || (!isField[at] && cell === first?.cells[at]),
        ) &&
        row.cells.some((cell, at) => isOfSingleAuthor[at] && cell.trim() !== '')),
    hasFields: ({ cells }) => cells.some((cell, at) => isField[at] && cell.trim() !== ''),
    read: (rows, index) => ({ ...read(rows), index, line: rows[0]!.line, owned: ownedIn(rows[0]!) }),
    rowOf: (rows, path) => {
      const author = /^bibjson\.author\[(\d+)\]/.exec(path)?.[1];
      return author === undefined || rows.length === 1 ? 0 : rowOfAuthor(rows, Number(author), read);
    },
  };
}

/** The row with the author at a place of the record; a row may have none, or several. */
function rowOfAuthor(
  rows: readonly TableRow[],
  author: number,
  read: (rows: readonly TableRow[]) => ConvertedArticle,
): number {
  let count = 0;
  const at = rows.findIndex((row) => {
    count += asList(asObject(read([row]).record.bibjson).author).length;
    return count > author;
  });
  return Math.max(at, 0);
}
