import type { Finding, Severity } from '../../finding.ts';
import { msg } from '../../message.ts';
import { stripText } from '../../text/pythonText.ts';

/** The directory's limits of a search (reference/directory-api.md 1.3). */
export const searchLimits = { records: 1000, pageSize: 100, defaultPageSize: 10 } as const;

/** Paging parameters as text; absent if not given. */
export interface PagingText {
  page?: string;
  pageSize?: string;
}

/** Page and size as the directory corrects them; reports what it refuses (reference 1.3, addenda). */
export function checkPaging({ page: pageText, pageSize: sizeText }: PagingText): {
  accepted: boolean;
  page: number;
  pageSize: number;
  findings: Finding[];
} {
  const findings: Finding[] = [];
  const page = pageText === undefined ? 1 : readInteger(pageText);
  const size = sizeText === undefined ? searchLimits.defaultPageSize : readInteger(sizeText);
  if (page === undefined) findings.push(finding('page-not-number', 'page', { value: pageText! }));
  if (size === undefined) findings.push(finding('page-size-not-number', 'pageSize', { value: sizeText! }));
  const pageSize =
    size === undefined || size < 1 ? searchLimits.defaultPageSize : Math.min(size, searchLimits.pageSize);
  const first = Math.max(page ?? 1, 1);
  if (page !== undefined && page < 1) findings.push(finding('page-below-one', 'page', {}, 'warning'));
  if (size !== undefined && size !== pageSize) {
    findings.push(finding('page-size-changed', 'pageSize', { pageSize: String(pageSize) }, 'warning'));
  }
  if (page !== undefined && size !== undefined && !isWithinWall(first, pageSize)) {
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

/** A whole number as Python parses it: surrounding blanks, a sign, leading zeros, single underscores, digits of any script. */
function readInteger(text: string): number | undefined {
  const parts = /^([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)$/u.exec(stripText(text));
  if (!parts) return undefined;
  const digits = [...parts[2]!.replaceAll('_', '')];
  // Python refuses more digits.
  if (digits.length > 4300) return undefined;
  const value = Number(digits.map(digitValue).join(''));
  return parts[1] === '-' ? -value : value;
}

/** Unicode lists the ten digits of each script consecutively. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (code - first < 50 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
