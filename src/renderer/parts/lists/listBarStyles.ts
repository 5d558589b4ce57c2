import { makeStyles, tokens } from '@fluentui/react-components';
import { heading3, smallSecondary, thinLine, wrappingRow } from '../commonStyles.ts';

/** The bar above a list; `batch`: while rows are selected; `words`: a heading with a count. */
export const useListBarStyles = makeStyles({
  bar: {
    ...wrappingRow,
    flexShrink: 0,
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    boxSizing: 'border-box',
    paddingBlock: '6px',
    paddingInline: tokens.spacingHorizontalM,
    borderBottom: thinLine,
    containerType: 'inline-size',
    containerName: 'list-head',
    // Beside an open record there is room for the words only, which are lower than a target has to be.
    '@container list-head (max-width: 720px)': {
      '& button:not([aria-label])': { minHeight: '24px' },
      '& button:not([aria-label]) > .fui-Button__icon': { display: 'none' },
    },
  },
  filters: {
    ...wrappingRow,
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalXS,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '36px',
    boxSizing: 'border-box',
    minWidth: 0,
    margin: 0,
    border: 'none',
    borderBottom: thinLine,
    paddingBlock: tokens.spacingVerticalXS,
    paddingInline: tokens.spacingHorizontalM,
    // For `ColumnsButton`.
    containerType: 'inline-size',
    containerName: 'list-bar',
  },
  batch: { backgroundColor: tokens.colorNeutralBackground2 },
  title: { ...heading3, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  words: { ...heading3, fontWeight: tokens.fontWeightRegular, fontVariantNumeric: 'tabular-nums' },
  quiet: { ...smallSecondary, fontVariantNumeric: 'tabular-nums' },
  space: { flexGrow: 1 },
});
