/** Returns true if text follows a complete object on the first line, or a later one is not indented. */
export function isByLine(text: string, isAll: boolean, fileName: string): boolean {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return true;
  const lines = text.split('\n');
  if (!isAll || lines.at(-1)?.trim() === '') lines.pop();
  if (isAll && lines.filter((line) => line.trim() !== '').length < 2) return false;
  // The last entry of a list may be a whole line, too.
  if (['[', '{', ','].includes(lines[0]?.trimEnd().at(-1) ?? '')) return false;
  return lines.some((line) => line.startsWith('{') && isObject(line));
}

function isObject(line: string): boolean {
  if (!line.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
