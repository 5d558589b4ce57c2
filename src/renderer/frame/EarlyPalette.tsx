import { makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../shared/i18n/i18n.ts';
import { closePalette, typeInPalette, usePalette } from '../state/navigation/palette.ts';
import { PaletteLine } from './PaletteLine.tsx';

const useStyles = makeStyles({
  surface: {
    boxSizing: 'border-box',
    width: 'min(40rem, 100%)',
    minHeight: '8rem',
    marginTop: '10vh',
    padding: 0,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    '::backdrop': { backgroundColor: tokens.colorBackgroundOverlay },
    '@media (max-width: 639px)': { marginTop: 0 },
  },
});

/** Replaces the command palette while its code is loading; the palette then continues with the text typed here. */
export function EarlyPalette(props: { children: ReactNode }) {
  const styles = useStyles();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser's own dialog takes the focus, keeps it and closes on Escape without any code.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.surface}
      aria-modal="true"
      aria-label={t('commands.name.palette')}
      onCancel={closeEarly}
    >
      <PaletteLine onChange={({ target }) => typeInPalette(target.value)} />
      {props.children}
    </dialog>
  );
}

function closeEarly(event: SyntheticEvent): void {
  const { opener } = usePalette.getState();
  event.preventDefault();
  // The next key press must find the focus in place.
  flushSync(closePalette);
  if (opener instanceof HTMLElement) opener.focus();
}
