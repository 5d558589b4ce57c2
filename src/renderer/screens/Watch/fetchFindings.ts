import type { CallInput } from '../../../shared/contract/contract.ts';
import type { Finding } from '../../../shared/watch/watch.ts';
import { call } from '../../state/data/client.ts';

/** The limits of the calls: findings of a page, and findings that an action may name one by one. */
const maxRows = 500;
export const maxPicked = 10_000;

interface FindingRange {
  first?: number;
  last?: number;
  isEnough?: (findings: readonly Finding[]) => boolean;
}

/**
 * The findings of a list from `first` to `last`, 0-based and inclusive, or all of them, or until they are enough. Throws an
 * AppError.
 */
export async function fetchFindings(
  list: Omit<CallInput<'watch.findings'>, 'offset' | 'limit'>,
  { first = 0, last = Number.POSITIVE_INFINITY, isEnough = () => false }: FindingRange = {},
): Promise<Finding[]> {
  const all: Finding[] = [];
  for (;;) {
    const offset = first + all.length;
    const limit = Math.min(maxRows, last - offset + 1);
    if (limit <= 0) return all;
    const { total, findings } = await call('watch.findings', { ...list, offset, limit });
    all.push(...findings);
    if (findings.length === 0 || first + all.length >= total || isEnough(all)) return all;
  }
}
