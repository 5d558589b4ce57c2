import { makeStyles, tokens } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../parts/useTitle.ts';
import { AboutSection } from './AboutSection.tsx';
import { AccountsSection } from './AccountsSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { CheckerSection } from './CheckerSection.tsx';
import { FollowingSection } from './FollowingSection.tsx';
import { FundersSection } from './FundersSection.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { SendingSection } from './SendingSection.tsx';
import { ShortcutsSection } from './ShortcutsSection.tsx';
import { TrashSection } from './TrashSection.tsx';

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
  const { t } = useTranslation();
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
