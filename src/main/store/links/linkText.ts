/** Addresses of one article that are checked in rotation, and characters of one. */
const most = { addresses: 10, characters: 900 };

/** Web addresses as one text, one on each line: as the ledger has them. Longer ones, and more than a few, are left out. */
export function linkText(addresses: readonly string[]): string {
  const isWeb = (address: string) => /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address);
  const fits = (address: string) => address.length <= most.characters && isWeb(address);
  return [...new Set(addresses)].filter(fits).slice(0, most.addresses).join('\n');
}

export function linksOfText(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** The host that is asked first; null without addresses. */
export function hostOfLinks(text: string): string | null {
  return URL.parse(linksOfText(text)[0] ?? '')?.host ?? null;
}
