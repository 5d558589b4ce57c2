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
import type { WireError } from '../../shared/errors.ts';
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

/** What went wrong in three parts (what happened, why, how to put it right) with the server's own words under Details; spoken at once. */
export function ErrorPanel(props: {
  error: Pick<WireError, 'code' | 'message' | 'why' | 'fix' | 'details'>;
  /** Buttons beside it, such as "Try again". */
  actions?: ReactNode;
  onDismiss?: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { message, why, fix, details } = props.error;
  return (
    <MessageBar intent="error" layout="multiline" role="alert" politeness="assertive">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>{message}</MessageBarTitle>
        <p className={styles.part}>
          {why} {fix}
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
      {(props.actions || props.onDismiss) && (
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
          {props.actions}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
