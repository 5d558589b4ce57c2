import { isObject, own } from '../../json.ts';
import type { LinkCheck } from '../../links/linkCheck.ts';
import { isValid } from '../../links/linkOutcomes.ts';
import { canonicalContentType } from '../contentTypes.ts';
import { shorten } from './checkTexts.ts';
import { type Report, setFix } from './report.ts';

/** The results of earlier checks of addresses, by address. */
export interface LinkChecks {
  get(address: string): LinkCheck | undefined;
}

/** Reports on full-text links whose address was checked and has a problem (reference/sources.md 6). */
export function checkLinkResults(links: unknown, results: LinkChecks, now: Date, report: Report): void {
  if (!Array.isArray(links)) return;
  for (const [index, link] of links.entries()) {
    const url = isObject(link) ? own(link, 'url') : null;
    const check = typeof url === 'string' ? results.get(url.trim()) : undefined;
    if (check && isValid(check, now)) reportCheck(link, check, `bibjson.link[${index}]`, report);
  }
}

function reportCheck(link: Parameters<typeof own>[0], check: LinkCheck, path: string, report: Report): void {
  const { outcome, detail, lastAddress, contentType } = check;
  const params = { date: check.checkedAt.slice(0, 10), detail, address: shorten(lastAddress) };
  const at = `${path}.url`;
  if (outcome === 'broken') report.add('link-broken', at, params);
  else if (outcome === 'suspicious') report.add('link-suspicious', at, params);
  else if (outcome === 'certificate') report.add('link-certificate', at, params);
  else if (outcome === 'moved')
    report.add('link-moved', at, params, setFix('use', at, lastAddress, { value: shorten(lastAddress) }));
  const claimed = own(link, 'content_type');
  const claimedType = typeof claimed === 'string' ? canonicalContentType(claimed) : null;
  if ((claimedType === 'PDF' || claimedType === 'ePUB') && contentType === 'HTML')
    report.add('link-type-differs', `${path}.content_type`, {
      ...params,
      claimed: claimedType,
      type: contentType,
    });
}
