import { stripText } from './pythonText.ts';

/** The parts of an address as Python's `urlsplit` returns them; `scheme` is in lower case, empty if there is none. */
export interface AddressParts {
  scheme: string;
  host: string;
  path: string;
  query: string;
  fragment: string;
}

/** As Python's `urlsplit`; null where it raises, for bad brackets and look-alike characters in hosts. */
export function splitAddress(text: string): AddressParts | null {
  let rest = text.replace(leadingControls, '').replace(lineBreaks, '');
  const scheme = schemePattern.exec(rest)?.[1] ?? '';
  if (scheme !== '') rest = rest.slice(scheme.length + 1);
  let host = '';
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/);
    host = end < 0 ? rest.slice(2) : rest.slice(2, end + 2);
    rest = rest.slice(2 + host.length);
  }
  if (!isHostReadable(host)) return null;
  const [beforeFragment, fragment] = cut(rest, '#');
  const [path, query] = cut(beforeFragment, '?');
  return { scheme: scheme.toLowerCase(), host, path, query, fragment };
}

/** Returns true if the directory accepts `text` as the address of a link: trimmed, with a scheme that begins with `http`. Empty text is not an address. */
export function isAddressAccepted(text: string): boolean {
  const parts = splitAddress(stripText(text));
  return parts?.scheme.startsWith('http') ?? false;
}

/** The address with https instead of http; null if it is none, or names a port, which answers one of the two only. */
export function asHttps(text: string): string | null {
  const isPlain = /^\s*http:\/\/(?![^/?#]*:\d*(?:[/?#]|\s*$))/i.test(text);
  return isPlain ? text.replace(/^\s*http/i, 'https') : null;
}

const leadingControls = /^[\0-\x20]+/;
const lineBreaks = /[\t\r\n]/g;
const schemePattern = /^([a-z][a-z\d+.-]*):/i;

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function isHostReadable(host: string): boolean {
  if (/^[\w.:@%-]*$/.test(host)) return true;
  if (host.includes('[') !== host.includes(']')) return false;
  if (host.includes('[')) {
    const [bracketed] = cut(cut(host, '[')[1], ']');
    if (!isBracketedHost(bracketed)) return false;
  }
  const plain = host.replace(/[@:#?]/g, '');
  return !/[/?#@:]/.test(plain.normalize('NFKC'));
}

function isBracketedHost(host: string): boolean {
  if (host.startsWith('v')) return /^v[a-fA-F\d]+\.[^\n]/.test(host);
  const [address, zone] = cut(host, '%');
  if (host.includes('%') && (zone === '' || zone.includes('%'))) return false;
  return isIpv6(address);
}

function isIpv6(address: string): boolean {
  let text = address;
  const dotted = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text);
  if (dotted) {
    const isIpv4 = dotted[2]!.split('.').every((part) => Number(part) < 256 && !/^0\d/.test(part));
    if (!isIpv4) return false;
    text = `${dotted[1]}0:0`;
  }
  if (!/^[\da-f:]+$/i.test(text) || /:::|::.*::/.test(text)) return false;
  const isShortened = text.includes('::');
  if (!isShortened && (text.startsWith(':') || text.endsWith(':'))) return false;
  if (isShortened && (/^:[^:]/.test(text) || /[^:]:$/.test(text))) return false;
  const groups = text.split(':').filter((group) => group !== '');
  if (groups.some((group) => group.length > 4)) return false;
  return isShortened ? groups.length < 8 : groups.length === 8;
}
