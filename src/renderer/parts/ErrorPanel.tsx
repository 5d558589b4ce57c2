import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { describe, t } from '../../shared/i18n/i18n.ts';
import { Callout } from './Callout.tsx';
import { OriginalWords } from './Disclosure.tsx';

const useStyles = makeStyles({ part: { margin: 0 } });

/** The problem, its reason, and how to fix it, with the server's own wording under Details; announced at once. */
export function ErrorPanel(props: {
  error: AppError;
  onRetry?: () => unknown;
  actions?: ReactNode;
  onDismiss?: () => void;
}) {
  const styles = useStyles();
  const { onRetry, actions } = props;
  const { problem, why, fix, details } = props.error;
  return (
    <Callout
      intent="error"
      role="alert"
      politeness="assertive"
      title={describe(problem)}
      actions={
        (onRetry || actions) && (
          <>
            {onRetry && <Button onClick={() => void onRetry()}>{t('common.tryAgain')}</Button>}
            {actions}
          </>
        )
      }
      onDismiss={props.onDismiss}
    >
      <p className={styles.part}>
        {describe(why)} {describe(fix)}
      </p>
      {details !== '' && <OriginalWords button={t('common.details')} words={details} />}
    </Callout>
  );
}
