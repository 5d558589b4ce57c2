import { isIPv6 } from 'node:net';
import { pyStrip } from './pythonValue.ts';

/** The five parts of Python's urlparse that we need; an absent part is empty. */
interface UrlPieces {
  scheme: string;
  host: string;
  path: string;
  params: string;
  query: string;
  fragment: string;
}

/** Splits an address as Python's urllib.parse.urlparse does; undefined if that raises ValueError. */
function splitUrl(address: string): UrlPieces | undefined {
  // Python drops leading control characters and blanks, and tabs and line breaks anywhere.
  let rest = address.replace(/^[^\x21-\u{10ffff}]+/u, '').replace(/[\t\r\n]/g, '');
  let scheme = '';
  const colon = rest.indexOf(':');
  if (colon > 0 && /^[a-zA-Z][a-zA-Z0-9+.-]*$/.test(rest.slice(0, colon))) {
    scheme = rest.slice(0, colon).toLowerCase();
    rest = rest.slice(colon + 1);
  }
  let host = '';
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/);
    host = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
    rest = end < 0 ? '' : rest.slice(end + 2);
    if (!areBracketsSound(host)) return undefined;
  }
  const [beforeFragment, fragment] = cut(rest, '#');
  const [beforeQuery, query] = cut(beforeFragment, '?');
  if (!isHostStable(host)) return undefined;
  const [path, params] = splitParams(scheme, beforeQuery);
  return { scheme, host, path, params, query, fragment };
}

/** Returns true if the directory accepts the text as the address of a link (addenda 4.1): the scheme only has to begin with http. */
export function isLinkAddress(trimmed: string): boolean {
  return splitUrl(trimmed)?.scheme.startsWith('http') ?? false;
}

/** The address without its scheme; text that cannot be parsed as it is (reference/directory-api.md 7.1). */
export function fullTextKey(address: string): string {
  let text = pyStrip(address);
  if (text.startsWith('//')) text = `http:${text}`;
  if (!text.includes('://')) text = `http://${text}`;
  const pieces = splitUrl(text);
  if (!pieces?.host || !['http', 'https', 'ftp', 'ftps'].includes(pieces.scheme)) return address;
  const params = pieces.params ? `;${pieces.params}` : '';
  let path = pieces.path + params;
  if (path && !path.startsWith('/')) path = `/${path}`;
  const query = pieces.query ? `?${pieces.query}` : '';
  const fragment = pieces.fragment ? `#${pieces.fragment}` : '';
  return `//${pieces.host}${path}${query}${fragment}`;
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

const SCHEMES_WITH_PARAMS = [
  '',
  'ftp',
  'http',
  'https',
  'shttp',
  'sftp',
  'mms',
  'rtsp',
  'sip',
  'sips',
  'tel',
];

function splitParams(scheme: string, path: string): [string, string] {
  if (!SCHEMES_WITH_PARAMS.includes(scheme)) return [path, ''];
  const at = path.indexOf(';', Math.max(path.lastIndexOf('/'), 0));
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
}

/** Brackets must be paired, and the first pair must contain an IPv6 address, with any zone, or one of a future version. */
function areBracketsSound(host: string): boolean {
  if (host.includes('[') !== host.includes(']')) return false;
  if (!host.includes('[')) return true;
  const [inside = ''] = host.slice(host.indexOf('[') + 1).split(']');
  if (inside.startsWith('v')) return /^v[a-fA-F0-9]+\.[^\n]+$/.test(inside);
  const [address, ...zones] = inside.split('%');
  return isIPv6(address!) && (zones.length === 0 || (zones.length === 1 && zones[0] !== ''));
}

/** Python refuses a host that would gain a delimiter when its characters are normalised. */
function isHostStable(host: string): boolean {
  const bare = host.replace(/[@:#?]/g, '');
  const normal = bare.normalize('NFKC');
  return bare === normal || !/[/?#@:]/.test(normal);
}
