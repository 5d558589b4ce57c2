import type { ValueDifference } from '../../../shared/application/applicationDraft.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import type { Finding, WatchState } from '../../../shared/watch/watch.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';

/** When Colophon last looked, what that took, and when it looks again. */
export function stateWords(state: WatchState): string {
  const { lookedAt, inventoryAt, nextAt, requests, present } = state;
  if (lookedAt === '') return t('watchScreen.never');
  const sentences = [
    t('watchScreen.looked', { when: formatDateTime(lookedAt) }),
    t('watchScreen.requests', { count: requests, n: formatNumber(requests) }),
    t('watchScreen.present', { count: present, n: formatNumber(present) }),
  ];
  if (inventoryAt !== '') sentences.push(t('watchScreen.inventoryAt', { when: formatDateTime(inventoryAt) }));
  if (nextAt !== '') sentences.push(t('watchScreen.next', { when: formatDateTime(nextAt) }));
  return sentences.join(' · ');
}

/** The parts of a record that differ; an entry of a list belongs to the list. */
export function fieldsText(differences: readonly ValueDifference[]): string {
  return [...new Set(differences.map(({ path }) => fieldText(path.replace(/\[.*$/, ''))))].join(', ');
}

/** What became of a finding, or that nobody has decided yet. */
export function decisionText({ decision, kind }: Finding): string {
  if (kind === 'link' && decision === 'over') return t('watchScreen.decision.linkOver');
  return t(`watchScreen.decision.${decision ?? 'open'}`);
}

/** What is known of the reason. */
export function reasonText({ reason }: Finding): string {
  return reason ? describe(reason) : t('watchScreen.reasonUnknown');
}
