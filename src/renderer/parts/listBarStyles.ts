import { makeStyles, tokens } from '@fluentui/react-components';

/** The bar above a list: its heading and what can be done with it; `filters` the bar below it, `batch` its ground once rows are picked, `words` a heading that counts. */
export const useListBarStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingBlock: '6px',
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  /** The bar below it, with what narrows the list. */
  filters: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '36px',
    boxSizing: 'border-box',
    minWidth: 0,
    margin: 0,
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    // For `ColumnsButton`.
    containerType: 'inline-size',
    containerName: 'list-bar',
  },
  batch: { backgroundColor: tokens.colorNeutralBackground2 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  words: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
  quiet: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  space: { flexGrow: 1 },
});
