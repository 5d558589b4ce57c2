import {
  Input,
  type InputProps,
  makeStyles,
  mergeClasses,
  shorthands,
  tokens,
} from '@fluentui/react-components';

const lockedBorder = shorthands.border('1px', 'dashed', tokens.colorNeutralStrokeAccessible);

const useStyles = makeStyles({
  // Recognisable as locked in every theme, including those with only black backgrounds.
  locked: {
    ...lockedBorder,
    // The selector of Fluent's own rule, which would make the border transparent.
    ':hover,:focus-within': lockedBorder,
  },
});

/** A text input that can be read and copied but not changed while it is locked. */
export function LockableInput({ isLocked, ...props }: InputProps & { isLocked: boolean }) {
  const styles = useStyles();
  return (
    <Input
      {...props}
      readOnly={isLocked}
      appearance={isLocked ? 'filled-darker' : 'outline'}
      className={mergeClasses(isLocked && styles.locked, props.className)}
    />
  );
}
