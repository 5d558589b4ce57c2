import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../shared/errors.ts';
import { describe } from '../../shared/i18n/describe.ts';
import { TextButton } from './TextButton.tsx';

const useStyles = makeStyles({
  body: { paddingBlock: tokens.spacingVerticalS },
  part: { margin: 0 },
  details: {
    marginBlock: tokens.spacingVerticalXS,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
});

/** What happened, why, and how to fix it, with the server's own wording under Details; announced at once. */
export function ErrorPanel(props: {
  error: AppError;
  onRetry?: () => void;
  /** Other buttons. */
  actions?: ReactNode;
  onDismiss?: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { problem, why, fix, details } = props.error;
  return (
    <MessageBar intent="error" layout="multiline" role="alert" politeness="assertive">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{describe(problem)}</MessageBarTitle>
        <p className={styles.part}>
          {describe(why)} {describe(fix)}
        </p>
        {details !== '' && (
          <>
            <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
              {t('common.details')}
            </TextButton>
            <pre id={id} className={styles.details} hidden={!isOpen}>
              {details}
            </pre>
          </>
        )}
      </MessageBarBody>
      {(props.onRetry || props.actions || props.onDismiss) && (
        <MessageBarActions
          containerAction={
            props.onDismiss && (
              <Button
                appearance="transparent"
                icon={<DismissRegular />}
                aria-label={t('common.dismiss')}
                onClick={props.onDismiss}
              />
            )
          }
        >
          {props.onRetry && <Button onClick={() => props.onRetry?.()}>{t('common.tryAgain')}</Button>}
          {props.actions}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
