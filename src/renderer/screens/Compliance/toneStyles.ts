import { makeStyles, tokens } from '@fluentui/react-components';

/** Colours of a cell by its state, which is also given in words. */
export const toneStyles = makeStyles({
  yes: tone(tokens.colorStatusSuccessBorder1, tokens.colorStatusSuccessForeground1),
  no: tone(tokens.colorStatusDangerBorder1, tokens.colorStatusDangerForeground1),
  unknown: tone(tokens.colorStatusWarningBorder1, tokens.colorStatusWarningForeground3),
  failed: tone(tokens.colorStatusDangerBorder1, tokens.colorNeutralForeground1),
  waiting: tone(tokens.colorNeutralStroke2, tokens.colorNeutralForeground2),
});

function tone(border: string, text: string) {
  return {
    borderTopColor: border,
    borderRightColor: border,
    borderBottomColor: border,
    borderLeftColor: border,
    color: text,
  };
}
