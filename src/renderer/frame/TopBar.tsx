import { makeStyles, SearchBox, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchBoxId } from '../state/commands.ts';
import { setFilter, useDraftsView } from '../state/draftsView.ts';
import { go, useRoute } from '../state/route.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { commandKey } from './shortcuts.ts';

const debounceMs = 150;

const useStyles = makeStyles({
  bar: {
    gridArea: 'top',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '40px',
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 639px)': {
      gap: tokens.spacingHorizontalS,
      paddingInline: tokens.spacingHorizontalS,
      flexWrap: 'wrap',
      paddingBlock: tokens.spacingVerticalXXS,
    },
  },
  name: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightBold,
    fontSize: tokens.fontSizeBase400,
    textDecorationLine: 'none',
    lineHeight: '32px',
  },
  search: {
    flex: '0 1 420px',
    minWidth: '9rem',
    '@media (max-width: 639px)': { flexGrow: 1, order: 1 },
  },
  box: { width: '100%', maxWidth: 'none' },
  keys: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    '@media (max-width: 799px)': { display: 'none' },
  },
  space: { flexGrow: 1 },
});

/** Name, search, account. */
export function TopBar() {
  const { t } = useTranslation();
  const styles = useStyles();
  return (
    <header className={styles.bar} data-region="top">
      <a href="#/drafts" className={styles.name}>
        {t('frame.name')}
      </a>
      <search className={styles.search}>
        <DraftSearch />
      </search>
      <span className={styles.space} />
      <AccountMenu />
    </header>
  );
}

function DraftSearch() {
  const { t } = useTranslation();
  const styles = useStyles();
  const applied = useDraftsView(({ filter }) => filter.text ?? '');
  const [typed, setTyped] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Cleared from elsewhere: a chip, a list of the rail.
  useEffect(() => setTyped(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text === applied) return;
    const { route } = useRoute.getState();
    if (route.screen !== 'drafts') go('#/drafts');
    setFilter({ text });
  };
  return (
    <SearchBox
      id={searchBoxId}
      className={styles.box}
      value={typed}
      maxLength={500}
      placeholder={t('frame.search')}
      aria-label={t('frame.search')}
      aria-keyshortcuts="Control+K"
      contentAfter={
        typed === '' ? (
          <span className={styles.keys}>{t('frame.keys.search', { command: commandKey })}</span>
        ) : undefined
      }
      dismiss={{ 'aria-label': t('frame.clearSearch'), role: 'button' }}
      onChange={(_, { value }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(value), debounceMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(typed);
      }}
    />
  );
}
