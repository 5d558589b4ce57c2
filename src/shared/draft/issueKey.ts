/** Volume and issue as citations write them: `12(3)`, `12` or `(3)`; empty if there is neither. */
export function issueKey(volume: string, number: string): string {
  const issue = number.trim();
  return `${volume.trim()}${issue === '' ? '' : `(${issue})`}`;
}
