import type { AccountPreview } from './office.ts';

/** Where an account is, and whether joining shares it. */
export function placeOf({
  isHere,
  isThere,
  isShared,
}: AccountPreview): 'both' | 'here' | 'there' | 'private' {
  if (isHere && isThere) return 'both';
  if (isThere) return 'there';
  return isShared ? 'here' : 'private';
}
