import { Button, makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components';
import { AppsListRegular } from '@fluentui/react-icons';
import { t } from '../../shared/i18n/i18n.ts';
import { useIsNarrow } from '../parts/theme.ts';
import { useAccount } from '../state/data/session.ts';
import { useAriaKeys, useCommandKeys } from '../state/navigation/keyLabels.ts';
import { openPalette } from '../state/navigation/palette.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { PlacesMenu } from './lazyDialogs.ts';
import { ScreenSearch } from './ScreenSearch.tsx';

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
      <ScreenSearch className={styles.search} />
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
