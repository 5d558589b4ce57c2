/** The scheme of the desktop application's own page. */
export const scheme = 'colophon';

/** The page of the desktop application. */
export const pageAddress = `${scheme}://app/`;

/** Where pages stand that are only printed: an origin of its own, which may do nothing. */
export const reportAddress = `${scheme}://report/`;

/** Tells whether an address is the application's own page, at whatever place in it. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isOwn(url) && url.pathname === '/';
}

/** What to do when a page asks for another window: one of ours, the person's browser or mail program, or nothing. */
export function decideOpening(address: string): 'window' | 'browser' | 'refuse' {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return 'refuse';
  if (isOwn(url)) return url.pathname === '/' && /^#\/uploads\/\d+$/.test(url.hash) ? 'window' : 'refuse';
  if (url.protocol === 'mailto:') return isBareMail(url) ? 'browser' : 'refuse';
  // Full-text addresses of records are often still http.
  return url.protocol === 'https:' || url.protocol === 'http:' ? 'browser' : 'refuse';
}

/** A letter that the person addresses: nothing in a record says to whom, or brings files along. */
function isBareMail(url: URL): boolean {
  const names = [...url.searchParams.keys()];
  return url.pathname === '' && names.every((name) => name === 'subject' || name === 'body');
}

function isOwn(url: URL): boolean {
  return url.protocol === `${scheme}:` && url.host === 'app' && !url.username && !url.password;
}
