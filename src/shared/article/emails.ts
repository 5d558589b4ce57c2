/** Matches only at the start of a word, because searching from every character would take quadratic time. */
const email = /(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/gi;

/** The text without email addresses, their brackets and labels; unchanged if it has none. Takes linear time. */
export function withoutEmails(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 0: address, index } of text.matchAll(email)) {
    kept.push(text.slice(from, startOf(text, index, from)));
    from = endOf(text, index + address.length);
  }
  return from === 0 ? text : [...kept, text.slice(from)].join('').trim();
}

/** Where the blanks, brackets, commas and label before an address begin. */
function startOf(text: string, address: number, least: number): number {
  let at = skipBack(text, address, least, /\s/);
  const label = /e-?mail:?$/i.exec(text.slice(Math.max(least, at - 'e-mail:'.length), at));
  if (label) at = skipBack(text, at - label[0].length, least, /\s/);
  return skipBack(text, skipBack(text, at, least, /[<(,;]/), least, /\s/);
}

function skipBack(text: string, from: number, least: number, skipped: RegExp): number {
  let at = from;
  while (at > least && skipped.test(text[at - 1]!)) at--;
  return at;
}

function endOf(text: string, address: number): number {
  let at = address;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  while (at < text.length && /[>)]/.test(text[at]!)) at++;
  return at;
}
