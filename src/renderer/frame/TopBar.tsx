import { Button, Input, makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components';
import { AppsListRegular, DismissRegular, SearchRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { useIsNarrow } from '../parts/theme.ts';
import { useAccount } from '../state/data/session.ts';
import { searchBoxId } from '../state/navigation/commands.ts';
import { useAriaKeys, useCommandKeys } from '../state/navigation/keyLabels.ts';
import { openPalette } from '../state/navigation/palette.ts';
import { go, useRoute } from '../state/navigation/route.ts';
import { setFilter, useDraftsView } from '../state/records/draftsView.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { PlacesMenu } from './lazyDialogs.ts';

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
    '@media (max-width: 639px)': { gap: tokens.spacingHorizontalS, paddingInline: tokens.spacingHorizontalS },
  },
  // So that nobody takes practice for the directory; the account beside it says so in words.
  practice: { borderTop: `4px solid ${tokens.colorPalettePurpleBorderActive}` },
  name: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightBold,
    fontSize: tokens.fontSizeBase400,
    textDecorationLine: 'none',
    lineHeight: '32px',
  },
  search: { flex: '0 1 420px', minWidth: '6rem', '@media (max-width: 639px)': { flexGrow: 1 } },
  box: { width: '100%', maxWidth: 'none' },
  // Our own button replaces it, because it has a name and a target size.
  input: { '::-webkit-search-cancel-button': { display: 'none' } },
  keys: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    '@media (max-width: 799px)': { display: 'none' },
  },
  space: { flexGrow: 1 },
});

export function TopBar() {
  const styles = useStyles();
  const kind = useAccount()?.kind;
  return (
    <header
      className={mergeClasses(styles.bar, kind === 'sandbox' && styles.practice)}
      data-region="top"
      data-account={kind}
    >
      {useIsNarrow() ? (
        <PlacesMenu />
      ) : (
        <a href="#/drafts" className={styles.name}>
          {t('frame.name')}
        </a>
      )}
      <search className={styles.search}>
        <DraftSearch />
      </search>
      <PaletteButton />
      <span className={styles.space} />
      <AccountMenu />
    </header>
  );
}

/** Opens the command palette for users who do not know its shortcut. */
function PaletteButton() {
  const keys = useCommandKeys()('palette');
  const ariaKeys = useAriaKeys('palette');
  const isNarrow = useIsNarrow();
  const name = t('commands.name.palette');
  return (
    <Tooltip
      content={keys === '' ? name : `${name} (${keys})`}
      relationship={isNarrow ? 'label' : 'description'}
    >
      <Button
        size="small"
        appearance="subtle"
        icon={<AppsListRegular />}
        aria-keyshortcuts={ariaKeys}
        onClick={openPalette}
      >
        {isNarrow ? null : t('commands.button')}
      </Button>
    </Tooltip>
  );
}

function DraftSearch() {
  const styles = useStyles();
  const applied = useDraftsView(({ filter }) => filter.text ?? '');
  const [typed, setTyped] = useState(applied);
  const keys = useCommandKeys()('search');
  const ariaKeys = useAriaKeys('search');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A chip or a list of the rail may have cleared it.
  useEffect(() => setTyped(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    if (text === applied) return;
    showList();
    setFilter({ text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply(typed);
    else if (event.key === 'Escape' && typed !== '') {
      setTyped('');
      apply('');
    } else return;
    event.preventDefault();
  };
  return (
    <Input
      id={searchBoxId}
      className={styles.box}
      type="search"
      input={{ className: styles.input }}
      value={typed}
      maxLength={500}
      placeholder={t('frame.search')}
      aria-label={t('frame.search')}
      aria-keyshortcuts={ariaKeys}
      contentBefore={<SearchRegular />}
      contentAfter={
        typed === '' ? (
          <span className={styles.keys} aria-hidden="true">
            {keys}
          </span>
        ) : (
          <Button
            size="small"
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={t('frame.clearSearch')}
            onClick={() => {
              setTyped('');
              apply('');
              document.getElementById(searchBoxId)?.focus();
            }}
          />
        )
      }
      onChange={(_, { value }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(value), debounceMs);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Leaves any screen, and any record that fills the window, that would hide the results. */
function showList(): void {
  const { route } = useRoute.getState();
  const isWide = window.matchMedia('(min-width: 1000px)').matches;
  const isSeen = route.screen === 'drafts' && (route.draftId === null || isWide);
  if (!isSeen) go('#/drafts');
}
