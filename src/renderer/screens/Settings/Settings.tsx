import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../../shared/i18n/i18n.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { draftLists, replaceFilter } from '../../state/draftsView.ts';
import { useFacets } from '../../state/facets.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/route.ts';
import { AboutSection } from './AboutSection.tsx';
import { AccountsSection } from './AccountsSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { CheckerSection } from './CheckerSection.tsx';
import { FollowingSection } from './FollowingSection.tsx';
import { FundersSection } from './FundersSection.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { SendingSection } from './SendingSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { ShortcutsSection } from './ShortcutsSection.tsx';

const useStyles = makeStyles({
  scroller: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXL,
    maxWidth: '52rem',
    padding: tokens.spacingHorizontalXL,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalM },
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
});

/** Accounts, appearance, shortcuts, sending, following, the compliance checker, funders, trash, and how keys are stored. */
export function Settings() {
  const styles = useStyles();
  useTitle(t('frame.settings'));
  return (
    <section className={styles.scroller} aria-labelledby="settings-title" data-region="list">
      <div className={styles.root}>
        <h1 id="settings-title" className={styles.title}>
          {t('frame.settings')}
        </h1>
        <AccountsSection />
        <AppearanceSection />
        <ShortcutsSection />
        <SendingSection />
        <FollowingSection />
        <CheckerSection />
        <FundersSection />
        <BackupsSection />
        <TrashSection />
        <RecentChanges />
        <AboutSection />
      </div>
    </section>
  );
}

function TrashSection() {
  const count = useFacets()?.trashed ?? 0;
  const open = () => {
    replaceFilter(draftLists.trash);
    go('#/drafts');
  };
  return (
    <SettingsSection
      help="backups"
      title={t('settings.trash.title')}
      text={t('settings.trash.text', { count, n: formatNumber(count) })}
    >
      <Button onClick={open}>{t('drafts.openTrash')}</Button>
    </SettingsSection>
  );
}
