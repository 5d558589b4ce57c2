import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import type { LinkResult } from './classifyLink.ts';

const oneDay = 86_400_000;

/**
 * Combines a result with the one before. A server may be down for an hour: an address without an answer is broken only if
 * it had none a day ago either, and the same is true of an error if nobody is there who could try it (`isUnattended`).
 */
export function withHistory(
  address: string,
  result: LinkResult,
  { before, at, isUnattended }: { before: LinkCheck | undefined; at: string; isUnattended: boolean },
): LinkCheck {
  const check = { ...result, address, checkedAt: at };
  if (!isFailing(result)) return { ...check, failingSince: null };
  const failing = { ...check, failingSince: before?.failingSince ?? at };
  if (isConfirmed({ ...failing, outcome: 'broken' })) return { ...failing, outcome: 'broken' };
  const isKnown = before?.outcome === 'broken' && result.outcome === 'broken';
  return isUnattended && !isKnown ? { ...failing, outcome: 'unreachable' } : failing;
}

/** It was seen broken, or without an answer, at least a day ago and again now. */
export function isConfirmed({ outcome, checkedAt, failingSince }: LinkCheck): boolean {
  return (
    outcome === 'broken' &&
    failingSince !== null &&
    Date.parse(checkedAt) - Date.parse(failingSince) >= oneDay
  );
}

/** Readers get an error or no answer. */
export function isFailing({ outcome }: Pick<LinkCheck, 'outcome'>): boolean {
  return outcome === 'broken' || outcome === 'unreachable';
}

/** No server answered, which may be the fault of this computer's network. */
export function isSilent({ outcome, detail }: Pick<LinkCheck, 'outcome' | 'detail'>): boolean {
  return outcome === 'unreachable' && !/^\d{3}$/.test(detail);
}

/** Readers get the article. */
export function works({ outcome }: Pick<LinkCheck, 'outcome'>): boolean {
  return outcome === 'ok' || outcome === 'moved';
}
