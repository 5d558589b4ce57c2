import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  MessageBar,
  MessageBarBody,
  makeStyles,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { Application, ApplicationPlan } from '../../../shared/applicationDraft.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { FieldComparison } from '../../parts/form/FieldComparison.tsx';
import { formatNumber } from '../../parts/format.ts';
import { useReturnOfFocus } from '../../parts/useReturnOfFocus.ts';
import { IgnoredList } from './IgnoredList.tsx';
import { useReview } from './useReview.ts';
import { valueWords } from './valueWords.ts';

const useStyles = makeStyles({
  surface: {
    maxWidth: '760px',
    width: 'calc(100vw - 16px)',
    '@media (max-width: 480px)': { padding: tokens.spacingHorizontalM },
  },
  content: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalM },
  waiting: { justifyContent: 'start', paddingBlock: tokens.spacingVerticalXL },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  actions: { '@media (max-width: 480px)': { gridColumnStart: 1 } },
});

/** What sending would do, before anything is sent: created, updated or overwritten, or why it stays here; what will be ignored; what changes. */
export function ReviewDialog(props: {
  application: Application;
  writeMessage: (paths: readonly string[]) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { application, onClose } = props;
  const { plan, unasked, error, isBusy, isSending, again, send } = useReview(application, onClose);
  const canSend = plan !== null && plan.action !== 'held-back' && !isBusy && !isSending;
  useReturnOfFocus();
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{t(`application.review.title.${application.kind}`)}</DialogTitle>
          <DialogContent className={styles.content} aria-busy={isBusy}>
            {error && (
              <ErrorPanel error={error} actions={<Button onClick={again}>{t('common.tryAgain')}</Button>} />
            )}
            <div role="status">
              {!plan && isBusy && (
                <Spinner className={styles.waiting} label={t('application.review.waiting')} />
              )}
              {plan && <WhatHappens plan={plan} />}
            </div>
            {unasked !== '' && (
              <MessageBar intent="warning" layout="multiline">
                <MessageBarBody>{t('application.review.unasked', { why: unasked })}</MessageBarBody>
              </MessageBar>
            )}
            {plan && plan.ignored.length > 0 && (
              <IgnoredList values={plan.ignored} writeMessage={props.writeMessage} />
            )}
            {plan && application.kind === 'update' && <Changes plan={plan} />}
          </DialogContent>
          <DialogActions className={styles.actions}>
            <Button onClick={onClose}>{t('application.review.notNow')}</Button>
            <Button
              appearance="primary"
              disabledFocusable={!canSend}
              onClick={() => canSend && void send(plan)}
            >
              {t(isSending ? 'application.review.sending' : 'application.review.send')}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function WhatHappens({ plan }: { plan: ApplicationPlan }) {
  const { t } = useTranslation();
  const intent = plan.action === 'held-back' ? 'error' : plan.action === 'overwrite' ? 'warning' : 'success';
  return (
    <MessageBar intent={intent} layout="multiline">
      <MessageBarBody>
        {plan.message}{' '}
        {plan.warnings > 0 &&
          t('application.review.warnings', { count: plan.warnings, n: formatNumber(plan.warnings) })}
      </MessageBarBody>
    </MessageBar>
  );
}

function Changes({ plan }: { plan: ApplicationPlan }) {
  const { t } = useTranslation();
  const styles = useStyles();
  const count = plan.changes.length;
  return (
    <section aria-labelledby="review-changes">
      <h3 id="review-changes" className={styles.heading}>
        {t('application.review.changes', { count, n: formatNumber(count) })}
      </h3>
      {count > 0 && (
        <FieldComparison
          name={t('application.review.table')}
          titles={{ left: t('application.review.before'), right: t('application.review.after') }}
          differences={plan.changes.map(({ path, before, after }) => ({
            path,
            left: valueWords(path, before),
            right: valueWords(path, after),
            isSame: false,
          }))}
        />
      )}
    </section>
  );
}
