/** The scheme of the desktop application's own page. */
export const scheme = 'colophon';

/** The page of the desktop application. */
export const pageAddress = `${scheme}://app/`;

/** The address of pages that are only printed: a separate origin without any permissions. */
export const reportAddress = `${scheme}://report/`;

/** Returns true if an address is the application's own page, at any place in it. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isOwn(url) && url.pathname === '/';
}

/** Decides what to open when a page asks for a window: one of ours, the browser or mail program, or nothing. */
export function decideOpening(address: string): 'window' | 'browser' | 'refuse' {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return 'refuse';
  if (isOwn(url)) return url.pathname === '/' && /^#\/uploads\/\d+$/.test(url.hash) ? 'window' : 'refuse';
  if (url.protocol === 'mailto:') return isBareMail(url) ? 'browser' : 'refuse';
  // Full-text addresses of records are often still http.
  return url.protocol === 'https:' || url.protocol === 'http:' ? 'browser' : 'refuse';
}

/** A mail whose recipient the user enters: a record can neither set the recipient nor attach files. */
function isBareMail(url: URL): boolean {
  const names = [...url.searchParams.keys()];
  return url.pathname === '' && names.every((name) => name === 'subject' || name === 'body');
}

function isOwn(url: URL): boolean {
  return url.protocol === `${scheme}:` && url.host === 'app' && !url.username && !url.password;
}
