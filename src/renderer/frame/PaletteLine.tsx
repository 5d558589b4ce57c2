import { makeStyles, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import type { InputHTMLAttributes, RefObject } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { maxTyped, usePalette } from '../state/navigation/palette.ts';

const useStyles = makeStyles({
  top: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForeground2,
    fontSize: '20px',
  },
  input: {
    flexGrow: 1,
    minWidth: 0,
    minHeight: '44px',
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase400,
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
  },
});

/** The search line of the command palette, which is shown before the rest of the palette is loaded. */
export function PaletteLine(
  props: InputHTMLAttributes<HTMLInputElement> & { inputRef?: RefObject<HTMLInputElement | null> },
) {
  const styles = useStyles();
  const typed = usePalette((palette) => palette.typed);
  const { inputRef, ...input } = props;
  return (
    <div className={styles.top}>
      <SearchRegular />
      <input
        {...input}
        ref={inputRef}
        className={styles.input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxTyped}
        value={typed}
        placeholder={t('commands.hint')}
        aria-label={t('commands.name.palette')}
      />
    </div>
  );
}
