/** Returns true if `text` can be a contact address; empty means none. */
export function isContact(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:]+$/.test(trimmed);
}

/** Returns true if `text` can be the base address of a source: http(s), ending in a slash, without query or fragment. */
export function isSourceBase(text: string): boolean {
  const url = URL.parse(text.trim());
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    text.trim().endsWith('/') &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  );
}
