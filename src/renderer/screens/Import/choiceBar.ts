import { tokens } from '@fluentui/react-components';
import { wrappingRow } from '../../parts/commonStyles.ts';

/** The style of a row of questions about a whole import. */
export const choiceBar = {
  ...wrappingRow,
  flexShrink: 0,
  alignItems: 'end',
  gap: tokens.spacingHorizontalM,
  paddingInline: tokens.spacingHorizontalM,
  paddingBlockStart: tokens.spacingVerticalS,
} as const;

/** The style of one of them, which is no wider than its place. */
export const barChoice = { minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' } as const;
