import type { Since } from '../plan.ts';
import { t } from './i18n.ts';

/** What a call left out because it was added or changed after the preview; empty if nothing was. */
export function sinceText(
  { added, changed, titles }: Since,
  kind: 'drafts' | 'requests' | 'journals',
): string {
  const lines = [];
  if (added > 0 && kind !== 'journals') lines.push(t(`plan.since.${kind}Added`, { count: added }));
  if (changed > 0) {
    const named = titles.map((title) => title || t('common.untitled')).join('; ');
    const more = changed - titles.length;
    const all = more > 0 ? t('plan.since.more', { titles: named, count: more }) : named;
    lines.push(t(`plan.since.${kind}Changed`, { count: changed, titles: all }));
  }
  return lines.join(' ');
}
