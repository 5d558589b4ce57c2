import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { NavigationRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { useMedia } from '../parts/theme.ts';
import { useRoute } from '../state/navigation/route.ts';
import { Places } from './Rail.tsx';

const useStyles = makeStyles({
  surface: {
    boxSizing: 'border-box',
    width: 'min(18rem, calc(100vw - 16px))',
    maxHeight: 'calc(100dvh - 64px)',
    overflowY: 'auto',
    padding: tokens.spacingVerticalS,
  },
});

/** Opens the links to every screen, in a window that is too narrow for a column of them. */
export function PlacesMenu() {
  const styles = useStyles();
  const hasRoom = useMedia('(min-width: 640px)');
  const [isOpen, setOpen] = useState(false);
  // Whatever leads to another screen closes it; so does the link to the screen that is shown.
  useEffect(() => useRoute.subscribe(() => setOpen(false)), []);
  return (
    <Popover open={isOpen} onOpenChange={(_, { open }) => setOpen(open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<NavigationRegular />}
          aria-label={t('frame.menu')}
          data-places="menu"
        >
          {hasRoom ? t('frame.menu') : null}
        </Button>
      </PopoverTrigger>
      <PopoverSurface
        className={styles.surface}
        aria-label={t('frame.navigation')}
        onClick={({ target }) => target instanceof Element && target.closest('a') && setOpen(false)}
      >
        <Places />
      </PopoverSurface>
    </Popover>
  );
}
