import { makeStyles, tokens } from '@fluentui/react-components';

/** The line that one types in, in the command palette and in what stands for it until its code is there. */
export const usePaletteStyles = makeStyles({
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
