import { makeStyles, tokens } from '@fluentui/react-components';

// Style fragments to spread into an entry of `makeStyles`: `{ ...row, gap: tokens.spacingHorizontalS }`.

/** The border between parts of a screen. */
export const thinLine = `1px solid ${tokens.colorNeutralStroke2}`;

export const row = { display: 'flex', alignItems: 'center' } as const;

export const inlineRow = { display: 'inline-flex', alignItems: 'center' } as const;

export const wrapping = { display: 'flex', flexWrap: 'wrap' } as const;

export const wrappingRow = { display: 'flex', flexWrap: 'wrap', alignItems: 'center' } as const;

export const column = { display: 'flex', flexDirection: 'column' } as const;

/** A column as large as its parent; its children may scroll. */
export const fillingColumn = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  minHeight: 0,
  minWidth: 0,
} as const;

/** Takes the remaining height of a column and scrolls. */
export const scroller = { flexGrow: 1, minHeight: 0, overflowY: 'auto' } as const;

/** One grid column that long content cannot widen. */
export const stack = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** The distance of a bar's content from its edges. */
export const barPadding = {
  paddingBlock: tokens.spacingVerticalS,
  paddingInline: tokens.spacingHorizontalM,
} as const;

export const plainList = { margin: 0, padding: 0, listStyleType: 'none' } as const;

export const outlined = { border: thinLine, borderRadius: tokens.borderRadiusMedium } as const;

export const heading3 = {
  margin: 0,
  fontSize: tokens.fontSizeBase300,
  lineHeight: tokens.lineHeightBase300,
} as const;

export const heading4 = {
  margin: 0,
  fontSize: tokens.fontSizeBase400,
  lineHeight: tokens.lineHeightBase400,
} as const;

export const secondary = { color: tokens.colorNeutralForeground2 } as const;

export const smallSecondary = {
  color: tokens.colorNeutralForeground2,
  fontSize: tokens.fontSizeBase200,
} as const;

export const smallText = { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 } as const;

export const monospace = {
  fontFamily: tokens.fontFamilyMonospace,
  fontSize: tokens.fontSizeBase200,
} as const;

export const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export const focusRing = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' } as const;

/** A button that looks like an entry of a list. */
export const listButton = {
  border: 'none',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: 'transparent',
  color: tokens.colorNeutralForeground1,
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  ':hover': {
    backgroundColor: tokens.colorNeutralBackground1Hover,
    color: tokens.colorNeutralForeground1Hover,
  },
  ':focus-visible': focusRing,
} as const;

/** The surface of a selected row or item. */
export const selected = {
  backgroundColor: tokens.colorNeutralBackground1Selected,
  color: tokens.colorNeutralForeground1Selected,
} as const;

/** Visible to screen readers only. Fixed, because an absolute position would make the window itself scroll. */
export const visuallyHidden = {
  position: 'fixed',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Whole entries that several components share. */
export const useCommonStyles = makeStyles({
  buttonRow: { ...wrapping, gap: tokens.spacingHorizontalS },
  fillingColumn,
  flexWrap: { flexWrap: 'wrap' },
  gridOfRows: { display: 'grid', rowGap: tokens.spacingVerticalS },
  heading3,
  indentedList: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
  justifyStart: { justifyContent: 'start' },
  listOfRows: { ...plainList, display: 'grid', rowGap: tokens.spacingVerticalS },
  loading: { margin: tokens.spacingHorizontalL, justifyContent: 'start' },
  marginBlock: { marginBlock: tokens.spacingVerticalS },
  padded: { padding: tokens.spacingHorizontalL },
  paddedWide: { padding: tokens.spacingHorizontalXXL },
  scrollingColumn: { ...fillingColumn, overflowY: 'auto' },
  secondary,
  secondaryDigits: { ...secondary, fontVariantNumeric: 'tabular-nums' },
  selfStart: { justifySelf: 'start' },
  stackOfRows: { ...stack, rowGap: tokens.spacingVerticalS },
  tertiary: { color: tokens.colorNeutralForeground3 },
  visuallyHidden,
});
