import { activePack } from '../rulePack/rulePack.ts';
import type { RulesState } from '../rulePack/rulesState.ts';
import { describe, language, t } from './i18n.ts';

/** What the pack in use is about, with the sources of its rules, and what is known of newer ones. */
export function rulePackLines({ next, askedAt, refused, unusable, asking }: RulesState): string[] {
  const sources = Object.values(activePack().rules).map((rule) =>
    t('settings.facts.pack.source', { source: rule[language()].source, date: rule.date }),
  );
  const asked = askedAt ? t('settings.facts.pack.askedAt', { at: askedAt }) : t('settings.facts.pack.never');
  return [
    t('settings.facts.pack.text'),
    ...new Set(sources),
    ...(next ? [t('settings.facts.pack.next', { ...next })] : []),
    ...(unusable ? [t('settings.facts.pack.unusable', { why: describe(unusable) })] : []),
    asking === 'possible' ? asked : t(`settings.facts.pack.${asking}`),
    ...(refused ? [t('settings.facts.pack.refused', { at: refused.at, why: describe(refused.why) })] : []),
  ];
}
