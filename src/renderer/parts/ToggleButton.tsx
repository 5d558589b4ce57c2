import {
  Button,
  type ButtonProps,
  makeStyles,
  mergeClasses,
  shorthands,
  tokens,
} from '@fluentui/react-components';
import { selected } from './commonStyles.ts';

const useStyles = makeStyles({
  pressed: {
    ...selected,
    ':hover': selected,
    ...shorthands.borderColor(tokens.colorNeutralStroke1Pressed),
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
});

/** A button that stays pressed. Fluent UI's own brings 4 kB of styles for looks that no screen has. */
export function ToggleButton({ isPressed, className, ...props }: ButtonProps & { isPressed: boolean }) {
  const styles = useStyles();
  return (
    <Button
      {...props}
      className={mergeClasses(className, isPressed && styles.pressed)}
      aria-pressed={isPressed}
    />
  );
}
