import type { ComparisonRow } from '../../../shared/comparisons/comparison.ts';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { getAt } from '../../../shared/draft/fieldPath.ts';
import { asList, asObject, type Json } from '../../../shared/json.ts';
import { articleDiffOrder } from '../../parts/article/articleDiffOrder.ts';
import { compareRecords } from '../../parts/form/comparison/compareRecords.ts';
import { describeValue, nameOfIdentifier } from '../../parts/form/comparison/describeValue.ts';

/** One part of an article in its three versions; undefined if a version has no value. */
export interface VersionRow {
  path: string;
  /** The name of the part, if its path does not give one. */
  label?: string | undefined;
  directory: string | undefined;
  crossref: string | undefined;
  own: string | undefined;
  /** The versions whose value differs from the draft's. */
  differs: { directory: boolean; crossref: boolean };
}

type Versions = CallOutput<'comparisons.versions'>;

/** The parts in which the directory or Crossref differs from the draft, or all of Crossref's if nobody else has the article. */
export function versionRows(
  { differences, outcome }: ComparisonRow,
  { directory, crossref, draft, proposed }: Versions,
): VersionRow[] {
  const rows = differences.map(({ path, before, after }): VersionRow => {
    return {
      path,
      label: nameOfIdentifier(path, before ?? after),
      directory: describeValue(before),
      crossref: describeValue(crossrefValue(crossref, path, before ?? after)),
      own: describeValue(after),
      differs: { directory: true, crossref: false },
    };
  });
  if (crossref === null) return rows;
  const own = draft ?? directory ?? {};
  for (const { path, left, right, isSame } of compareRecords(own, proposed ?? crossref, articleDiffOrder)) {
    if (isSame) continue;
    const known = rows.find((row) => row.path === path);
    if (known) {
      known.crossref = right;
      known.differs.crossref = true;
      continue;
    }
    const atDirectory = directory ? describeValue(getAt(directory, path) ?? null) : undefined;
    rows.push({
      path,
      directory: outcome === 'same' ? left : atDirectory,
      crossref: right,
      own: draft ? left : undefined,
      differs: { directory: false, crossref: true },
    });
  }
  return rows;
}

/** The index of an identifier is that of the draft, so Crossref's is found by its kind. */
function crossrefValue(crossref: DraftRecord | null, path: string, value: Json): Json {
  if (crossref === null) return null;
  if (!/^bibjson\.identifier\[/.test(path)) return getAt(crossref, path) ?? null;
  const isDoi = typeof value === 'string' && value.startsWith('10.');
  const found = asList(getAt(crossref, 'bibjson.identifier'))
    .map(asObject)
    .filter(({ type }) => (type === 'doi') === isDoi);
  return found.map(({ id }) => id ?? null);
}
