import type { Dialect } from '../../directory/account.ts';
import { dialects } from '../../directory/dialects.ts';
import type { Finding, Severity } from '../../finding.ts';
import { msg } from '../../message.ts';
import type { SearchKind } from '../searching.ts';
import { canSortBy, knownField, sortNames } from './fields.ts';

/** Checks a sort order; see `checkSort` in ../searchQuery.ts. */
export function checkSort(
  sort: string,
  { kind, dialect = '4.0' }: { kind: SearchKind; dialect?: Dialect },
): { accepted: boolean; sort: string; findings: Finding[] } {
  const [field = '', direction, ...more] = sort.split(':');
  if (more.length > 0) return refused(sort, 'sort-malformed', { sort });
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    return refused(sort, 'sort-direction', { direction });
  }
  const works =
    sort === '' || field === '_score' || canSortBy(field, kind) || isDocumented(field, kind, dialect);
  return { accepted: true, sort, findings: works ? [] : [unsorted(field, kind)] };
}

/** As documented, every field of the record can be sorted by, text fields too (reference/directory-api.md 0). */
function isDocumented(field: string, kind: SearchKind, dialect: Dialect): boolean {
  const known = dialects[dialect].sortsByText ? knownField(field, kind) : null;
  return known !== null && !known.isShort && known.type !== 'object';
}

/** The search engine returns an error: the field is unknown, or split into words. */
function unsorted(field: string, kind: SearchKind): Finding {
  const known = knownField(field, kind);
  if (!known || field === '') return finding('sort-field-unknown', { field });
  const exact = `${field}.exact`;
  const better = Object.hasOwn(sortNames[kind], field.split('.').at(-1)!)
    ? field.split('.').at(-1)!
    : canSortBy(exact, kind)
      ? exact
      : canSortBy(known.path, kind)
        ? known.path
        : '';
  return better === ''
    ? finding('sort-field-unknown', { field })
    : finding('sort-field-words', { field, better });
}

function refused(sort: string, code: string, params: Record<string, string>) {
  return { accepted: false, sort, findings: [finding(code, params)] };
}

function finding(code: string, params: Record<string, string>, severity: Severity = 'error'): Finding {
  return {
    severity,
    path: 'sort',
    code,
    message: msg(`finding.${code}.message`, params),
    help: msg(`finding.${code}.help`, params),
  };
}
