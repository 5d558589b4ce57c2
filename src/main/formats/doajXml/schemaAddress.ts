/**
 * The host must have a dot and an ending of at least two letters, or be four numbers; a port has digits. The schema's
 * own pattern allows a little more.
 */
const accepted =
  /^https?:\/\/(?:[^/:?#@]+\.\p{L}{2,10}[^/:?#@]*|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * A web address as the directory's schema accepts it, or null: characters not allowed there are escaped, so that it
 * stays the same address (checked with libxml2, which the directory uses).
 */
export function schemaAddress(url: string): string | null {
  const scheme = /^https?:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return null;
  const [start = '', ...fragments] = url.slice(scheme.length).split('#');
  const escaped = [start, ...(fragments.length > 0 ? [fragments.join('%23')] : [])]
    .join('#')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll('[', '%5B')
    .replaceAll(']', '%5D');
  const address = scheme.toLowerCase() + escaped;
  return accepted.test(address) ? address : null;
}
