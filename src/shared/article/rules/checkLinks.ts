import { fieldLabel } from '../../draft/fieldLabel.ts';
import { isGiven, isObject, type Members, own } from '../../json.ts';
import { parseWebAddress } from '../../text/identifiers.ts';
import { stripText } from '../../text/pythonText.ts';
import { asHttps, isAddressAccepted, splitAddress } from '../../text/webAddress.ts';
import { canonicalContentType, contentTypeMeantBy } from '../contentTypes.ts';
import { checkMembers } from './checkMembers.ts';
import { shorten } from './checkTexts.ts';
import { type Report, removeFix, setFix } from './report.ts';

const list = 'bibjson.link';
const known = new Set(['type', 'url', 'content_type']);

/** Reports on the full-text links; returns true if the directory will find a full text among them. */
export function checkLinks(value: unknown, report: Report): boolean {
  if (!isGiven(value)) return false;
  if (!Array.isArray(value)) {
    report.add('not-a-list', list, { field: fieldLabel(list) }, removeFix(list));
    return false;
  }
  let hasFullText = false;
  for (const [index, entry] of value.entries()) {
    const path = `${list}[${index}]`;
    if (!isObject(entry)) {
      const url = typeof entry === 'string' ? parseWebAddress(entry) : null;
      const fix = url ? setFix('makeLink', path, { type: 'fulltext', url }) : removeFix(path);
      report.add('not-an-object', path, { field: fieldLabel(list) }, fix);
    } else if (checkLink(entry, path, report)) hasFullText = true;
  }
  return hasFullText;
}

function checkLink(link: Members, path: string, report: Report): boolean {
  const isFullText = checkType(link, `${path}.type`, report);
  const isGood = checkUrl(link, path, report);
  if (isGood !== 'dropped') checkContentType(own(link, 'content_type'), `${path}.content_type`, report);
  else if (isGiven(own(link, 'content_type')))
    checkContentShape(own(link, 'content_type'), `${path}.content_type`, report);
  checkMembers(link, known, path, report);
  return isFullText && isGood !== 'dropped';
}

function checkType(link: Members, path: string, report: Report): boolean {
  const type = own(link, 'type');
  const fix = () => setFix('use', path, 'fulltext', { value: 'fulltext' });
  if (type === undefined) report.add('link-type-missing', path, undefined, fix());
  else if (type === null) report.add('link-type-null', path, undefined, fix());
  else if (typeof type === 'string') {
    if (stripText(type).toLowerCase() === 'fulltext') return true;
    const isMeant = type.toLowerCase().replace(/[^a-z]/g, '') === 'fulltext' || type.trim() === '';
    report.add('link-type-other', path, { type: shorten(type) }, isMeant ? fix() : undefined);
  } else report.add('link-type-other', path, { type: shorten(JSON.stringify(type)) });
  return false;
}

/** `dropped`: the directory drops the entry because it has no address. */
function checkUrl(link: Members, path: string, report: Report): 'dropped' | 'kept' {
  const at = `${path}.url`;
  const url = own(link, 'url');
  if (url === undefined) report.add('link-url-missing', at, undefined, removeFix(path));
  else if (url === null || (typeof url === 'string' && stripText(url) === '')) {
    report.add('link-empty', at, undefined, removeFix(path));
    return 'dropped';
  } else if (typeof url !== 'string') report.add('link-url-form', at, { url: shorten(JSON.stringify(url)) });
  else checkAddress(url, at, report);
  return 'kept';
}

function checkAddress(url: string, path: string, report: Report): void {
  const text = stripText(url);
  const parts = splitAddress(text);
  if (!parts?.scheme.startsWith('http')) {
    const meant = parseWebAddress(url);
    const fix = meant && isAddressAccepted(meant) ? setFix('use', path, meant, { value: meant }) : undefined;
    report.add('link-url-form', path, { url: shorten(url) }, fix);
    return;
  }
  const isWeb = parts.scheme === 'http' || parts.scheme === 'https';
  if (!isWeb || parts.host === '' || /\s/.test(text)) report.add('link-odd', path, { url: shorten(url) });
  else if (parts.scheme === 'http') {
    const secure = asHttps(text);
    report.add('link-http', path, undefined, secure === null ? undefined : setFix('useHttps', path, secure));
  }
}

function checkContentType(type: unknown, path: string, report: Report): void {
  if (!isGiven(type) || type === '') report.add('content-type-missing', path);
  else if (typeof type !== 'string') checkContentShape(type, path, report);
  else if (canonicalContentType(type) === null) {
    const meant = contentTypeMeantBy(type);
    const fix = meant ? setFix('use', path, meant, { value: meant }) : undefined;
    report.add('content-type-unknown', path, { type: shorten(type) }, fix);
  }
}

function checkContentShape(type: unknown, path: string, report: Report): void {
  if (typeof type !== 'string') report.add('content-type-form', path, undefined, removeFix(path));
}
