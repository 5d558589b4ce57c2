/** A text such as an affiliation without e-mail addresses and the words that announce them. */
export function withoutEmails(text: string): string {
  if (!text.includes('@')) return text;
  const words = text.split(/\s/);
  const kept = words.filter((word) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(word));
  if (kept.length === words.length) return text;
  return withoutLooseEnd(
    withoutLooseEnd(kept.join(' ')).replace(/(?:(?:electronic|e-?mail) address|e-?mail)$/i, ''),
  );
}

function withoutLooseEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s;,:(]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
