/** Returns true if `text` can be the address of a compliance checker: http(s), ending in a slash, without query or fragment; empty means the sandbox. */
export function isCheckerAddress(text: string): boolean {
  if (text.trim() === '') return true;
  const url = URL.parse(text.trim());
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname.endsWith('/') &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  );
}
