import type { Finding, Severity } from '../../finding.ts';
import { msg } from '../../message.ts';
import { pythonInteger } from '../../text/pythonNumbers.ts';

/** The directory's limits of a search (reference/directory-api.md 1.3). */
export const searchLimits = { records: 1000, pageSize: 100, defaultPageSize: 10 } as const;

/**
 * Terms of one query: the answer repeats the query in a header, and the server in front fails beyond 4 kB of headers
 * (reference/directory-changes.md 2.1).
 */
export const termsAtOnce = 80;

/** Paging parameters as text; absent if not given. */
export interface PagingText {
  page?: string;
  pageSize?: string;
}

/** Page and size as the directory corrects them; reports what it refuses (reference/directory-api.md 1.3, addenda). */
export function checkPaging({ page: pageText, pageSize: sizeText }: PagingText): {
  accepted: boolean;
  page: number;
  pageSize: number;
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const page = pageText === undefined ? 1 : pythonInteger(pageText);
  const size = sizeText === undefined ? searchLimits.defaultPageSize : pythonInteger(sizeText);
  if (page === null) findings.push(finding('page-not-number', 'page', { value: pageText! }));
  if (size === null) findings.push(finding('page-size-not-number', 'pageSize', { value: sizeText! }));
  const pageSize =
    size === null || size < 1 ? searchLimits.defaultPageSize : Math.min(size, searchLimits.pageSize);
  const first = Math.max(page ?? 1, 1);
  if (page !== null && page < 1) findings.push(finding('page-below-one', 'page', {}, 'warning'));
  if (size !== null && size !== pageSize) {
    findings.push(finding('page-size-changed', 'pageSize', { pageSize: String(pageSize) }, 'warning'));
  }
  if (page !== null && size !== null && !isWithinWall(first, pageSize)) {
    findings.push(finding('page-beyond-wall', 'page', { last: String(lastPage(pageSize)) }));
  }
  const accepted = findings.every(({ severity }) => severity !== 'error');
  return { accepted, page: first, pageSize, findings };
}

/** Returns true if a page begins within the first 1,000 records, the maximum that a search returns. */
function isWithinWall(page: number, pageSize: number): boolean {
  return (page - 1) * pageSize < searchLimits.records;
}

/** The last page that the directory returns, however many hits there are. */
export function lastPage(pageSize: number): number {
  return Math.ceil(searchLimits.records / pageSize);
}

function finding(
  code: string,
  path: string,
  params: Record<string, string>,
  severity: Severity = 'error',
): Finding {
  return {
    severity,
    path,
    code,
    message: msg(`finding.${code}.message`, params),
    help: msg(`finding.${code}.help`, params),
  };
}
