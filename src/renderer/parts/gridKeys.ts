/** Where a key leads from `active` (0-based row; -1 is the header) in a grid of `total` rows, `page` of them in view; null: the key is not about moving. */
export function rowAfterKey(
  key: string,
  { active, total, page }: { active: number; total: number; page: number },
): number | null {
  const last = total - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, active + 1);
    case 'ArrowUp':
      return Math.max(-1, active - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, active) + page);
    case 'PageUp':
      return Math.max(Math.min(0, last), active - page);
    case 'Home':
      return Math.min(0, last);
    case 'End':
      return last;
    default:
      return null;
  }
}
