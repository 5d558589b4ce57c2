import { Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ButtonHTMLAttributes } from 'react';

const useStyles = makeStyles({
  root: {
    fontSize: 'inherit',
    textAlign: 'left',
    // A 24-pixel target that does not move the lines of the sentence apart.
    paddingBlock: '5px',
    marginBlock: '-5px',
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
});

/** An action within a sentence, looking like a link. */
export function TextButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const styles = useStyles();
  return <Link {...props} as="button" inline className={mergeClasses(styles.root, props.className)} />;
}
