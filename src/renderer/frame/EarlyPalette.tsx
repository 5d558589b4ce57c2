import { makeStyles, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { closePalette, maxTyped, typeInPalette, usePalette } from '../state/palette.ts';
import { usePaletteStyles } from './paletteStyles.ts';

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

/** Stands for the command palette while its code is fetched: what is typed in that moment is kept for it. */
export function EarlyPalette(props: { children: ReactNode }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const line = usePaletteStyles();
  const typed = usePalette((palette) => palette.typed);
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser's own dialog: it takes the focus, keeps it and leaves on Escape without any code of ours.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.surface}
      aria-modal="true"
      aria-label={t('commands.name.palette')}
      onCancel={closeEarly}
    >
      <div className={line.top}>
        <SearchRegular />
        <input
          className={line.input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxTyped}
          value={typed}
          placeholder={t('commands.hint')}
          aria-label={t('commands.name.palette')}
          onChange={({ target }) => typeInPalette(target.value)}
        />
      </div>
      {props.children}
    </dialog>
  );
}

function closeEarly(): void {
  const { opener } = usePalette.getState();
  closePalette();
  setTimeout(() => opener instanceof HTMLElement && opener.focus());
}
