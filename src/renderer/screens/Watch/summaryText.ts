import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { formatDay, formatNumber } from '../../state/format.ts';

/** What was noticed and put right in some days, as plain text for a mail. */
export function summaryText(summary: CallOutput<'watch.summary'>): string {
  const { from, to, present, putRight } = summary;
  const kinds = summary.kinds.filter(({ total }) => total > 0);
  const head = [
    t('watchScreen.summary.heading', { from: formatDay(from), to: formatDay(to) }),
    t('watchScreen.summary.present', { count: present, n: formatNumber(present) }),
    t('watchScreen.summary.putRight', { count: putRight, n: formatNumber(putRight) }),
  ];
  const parts = kinds.map(({ kind, total, open, lines }) => {
    const more = total - lines.length;
    return [
      t('watchScreen.summary.kind', {
        kind: t(`watchScreen.tab.${kind}`),
        n: formatNumber(total),
        open: t('watchScreen.summary.open', { count: open, n: formatNumber(open) }),
      }),
      ...lines.map(
        ({ title, about, day }) =>
          `- ${[title || t('common.untitled'), about, formatDay(day)].filter(Boolean).join(' · ')}`,
      ),
      ...(more > 0 ? [`- ${t('watchScreen.summary.more', { count: more, n: formatNumber(more) })}`] : []),
    ].join('\n');
  });
  if (parts.length === 0) parts.push(t('watchScreen.summary.nothing'));
  return [head.join('\n'), ...parts].join('\n\n');
}
