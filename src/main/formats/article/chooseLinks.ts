import { contentTypeMeantBy } from '../../../shared/article/contentTypes.ts';
import type { Json } from '../../../shared/json.ts';
import { type Message, msg } from '../../../shared/message.ts';
import { parseDoi } from '../../../shared/text/identifiers.ts';
import { maxNamed, type SourceLink } from '../sourceArticle.ts';
import { oneLine } from '../text/plainText.ts';

/**
 * The directory's schema allows blanks in addresses (reference/import-formats.md 4.1); two addresses in one text are
 * not an address.
 */
const webAddress = /^https?:\/\/\S+(?: (?!https?:)\S+)*$/i;

/** With `https:` where only that is missing, or the base that the file names; null for what is no web address. */
function completeAddress(url: string, base: string): string | null {
  if (webAddress.test(url)) return url;
  if (/^\/\/[^\s/]+\.[^\s/]{2,}\S*$/.test(url)) return `https:${url}`;
  if (/^www\.[^\s/]+\.[^\s/]{2,}\S*$/i.test(url)) return `https://${url}`;
  const isRelative = url !== '' && !/^[a-z][a-z\d+.-]*:|^#|\s/i.test(url);
  const whole = isRelative && webAddress.test(base) ? URL.parse(url, base)?.href : undefined;
  return whole !== undefined && webAddress.test(whole) ? whole : null;
}

const shortAddress = (url: string) => url.slice(0, 200);

/**
 * Landing pages first; the DOI's address only if there is nothing else. Relative ones refer to `base`, unless they state
 * their own.
 */
export function links(all: readonly SourceLink[], doi: string, notes: Message[], base = ''): Json[] {
  const found = new Map<string, Json>();
  const completed: string[] = [];
  const unusable: string[] = [];
  for (const role of ['landing', 'file']) {
    for (const link of all.filter((one) => one.role === role)) {
      const line = oneLine(link.url);
      const stated = /[<&]/.test(line) ? line.replace(/^<([^<>]*)>$/, '$1').replaceAll('&amp;', '&') : line;
      const url = completeAddress(stated, link.base ?? base);
      if (url === null || found.has(url)) {
        const isOwnDoi = parseDoi(stated)?.toLowerCase() === doi.toLowerCase();
        if (url === null && stated !== '' && !isOwnDoi) unusable.push(stated);
        continue;
      }
      if (url !== stated) completed.push(url);
      found.set(url, { type: 'fulltext', content_type: contentType(link, url), url });
    }
  }
  if (completed.length > 0)
    notes.push(msg('import.note.completedLinks', { urls: completed.slice(0, maxNamed).map(shortAddress) }));
  if (unusable.length > 0)
    notes.push(msg('import.note.unusableLinks', { urls: unusable.slice(0, maxNamed).map(shortAddress) }));
  const others = [...found].filter(([url]) => parseDoi(url) === null);
  if (others.length > 0) return others.map(([, link]) => link);
  if (found.size > 0) return [...found.values()];
  return doi === '' ? [] : [{ type: 'fulltext', content_type: 'HTML', url: `https://doi.org/${doi}` }];
}

function contentType({ type }: SourceLink, url: string): string {
  const ending = /\.(pdf|epub|xml)$/i.exec(url.split(/[?#]/)[0]!)?.[1] ?? '';
  return (type === null ? null : contentTypeMeantBy(type)) ?? contentTypeMeantBy(ending) ?? 'HTML';
}
