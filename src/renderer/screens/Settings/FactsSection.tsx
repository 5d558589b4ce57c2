import { Button } from '@fluentui/react-components';
import { builtInFunders } from '../../../shared/compliance/builtInFunders.ts';
import type { Account } from '../../../shared/directory/account.ts';
import type { SeenProfile } from '../../../shared/directory/profile.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { Facts } from './Facts.tsx';
import { RulePackFacts } from './RulePackFacts.tsx';
import { SettingsList, SettingsSection } from './SettingsSection.tsx';

/** What Colophon knows of the directories, and since when. */
export function FactsSection() {
  const { data: accounts = [] } = useCall('accounts.list', {});
  return (
    <SettingsSection help="settings" name="facts" text={t('settings.facts.text')}>
      <SettingsList label={t('settings.facts.known')} isWhole>
        <RulePackFacts />
        <FunderFacts />
      </SettingsList>
      <SettingsList label={t('settings.facts.servers')} isWhole>
        {accounts.map((account) => (
          <ServerFacts key={account.id} account={account} />
        ))}
      </SettingsList>
    </SettingsSection>
  );
}

function FunderFacts() {
  const { date } = builtInFunders;
  return (
    <Facts
      name={t('settings.facts.funders.name')}
      age={t('settings.facts.funders.age', { date })}
      facts={[t('settings.facts.funders.text')]}
      buttons={null}
    />
  );
}

function ServerFacts({ account: { id, name } }: { account: Account }) {
  const { data: seen } = useCall('accounts.profile', { id });
  const { run, isBusy } = useAction(async () => {
    await call('accounts.askProfile', { id });
    announce(t('settings.facts.asked', { name }));
  });
  return (
    <Facts
      name={name}
      age={seen && ageOf(seen)}
      facts={seen ? factsOf(seen) : []}
      buttons={
        <Button
          size="small"
          aria-label={t('settings.facts.askOf', { name })}
          disabledFocusable={isBusy}
          onClick={run}
        >
          {t('settings.facts.ask')}
        </Button>
      }
    />
  );
}

function ageOf({ askedAt, profile: { version } }: SeenProfile): string {
  if (askedAt === null) return t('settings.facts.never');
  return version === null
    ? t('settings.facts.age', { at: askedAt })
    : t('settings.facts.ageOfVersion', { at: askedAt, version });
}

function factsOf({ profile }: SeenProfile): string[] {
  const { wildcards, doiCase, reviews, oaStart, moreIdentifiers, subjects, unknownStatuses } = profile;
  return [
    t(`settings.facts.wildcards.${wildcards}`),
    t(`settings.facts.dois.${doiCase}`),
    t(`settings.facts.reviews.${reviews}`),
    t(`settings.facts.oaStart.${oaStart ? 'refused' : 'accepted'}`),
    t('settings.facts.subjects', { scheme: subjects }),
    ...(moreIdentifiers ? [t('settings.facts.moreIdentifiers')] : []),
    ...(unknownStatuses.length > 0
      ? [t('settings.facts.unknownStatuses', { statuses: unknownStatuses.join(', ') })]
      : []),
  ];
}
