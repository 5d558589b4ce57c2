import { Input, type InputProps, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  // Recognisable as locked in every theme, including those with only black backgrounds.
  locked: {
    borderTop: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRight: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderBottom: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderLeft: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
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
