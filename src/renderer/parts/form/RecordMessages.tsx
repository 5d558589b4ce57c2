import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { AppError } from '../../../shared/errors.ts';
import { msg } from '../../../shared/message.ts';
import type { RecordSession, Saved } from '../../state/recordSession.ts';
import { useLink } from '../../state/session.ts';
import { ErrorPanel } from '../ErrorPanel.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import type { DiffOrder } from './compareRecords.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    ':not(:empty)': { marginBlock: tokens.spacingVerticalS },
  },
  body: { paddingBlock: tokens.spacingVerticalS },
});

/** What stands above the fields of a form, one message under the other; first what keeps the record from being saved. */
export function RecordMessages<T extends Saved>(props: {
  session: RecordSession<T>;
  diffOrder: DiffOrder;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={styles.list}>
      <SavingMessages session={props.session} diffOrder={props.diffOrder} />
      {props.children}
    </div>
  );
}

function SavingMessages<T extends Saved>(props: { session: RecordSession<T>; diffOrder: DiffOrder }) {
  const { session } = props;
  const isConflict = useStore(session.store, (state) => state.conflict !== null);
  return (
    <>
      {isConflict && <Conflict {...props} />}
      <SaveError session={session} />
    </>
  );
}

function Conflict<T extends Saved>({
  session,
  diffOrder,
}: {
  session: RecordSession<T>;
  diffOrder: DiffOrder;
}) {
  const { record, base, conflict } = useStore(session.store);
  if (!conflict) return null;
  return (
    <ConflictPanel
      mine={record}
      base={base}
      theirs={conflict}
      diffOrder={diffOrder}
      onResolve={session.resolve}
    />
  );
}

function SaveError<T extends Saved>({ session }: { session: RecordSession<T> }) {
  const { t } = useTranslation();
  const error = useStore(session.store, (state) => state.error);
  const link = useLink((one) => one.link);
  // While Colophon itself is away, the window says so above.
  if (!error || link !== 'up') return null;
  if (error.code === 'not_found')
    return (
      <ErrorPanel
        error={new AppError(error.code, error.problem, { ...error.toWire(), fix: msg('article.gone') })}
      />
    );
  return (
    <ErrorPanel
      error={new AppError(error.code, msg('article.notSaved', { message: error.problem }), error.toWire())}
      actions={
        <Button size="small" onClick={() => void session.flush()}>
          {t('common.tryAgain')}
        </Button>
      }
    />
  );
}

/** That what was typed before a reload is here again. */
export function Restored<T extends Saved>({ session }: { session: RecordSession<T> }) {
  const { t } = useTranslation();
  const isRestored = useStore(session.store, (state) => state.restored);
  return isRestored ? <Said intent="info">{t('article.restored')}</Said> : null;
}

/** One message, with a step that can be taken from it. */
export function Said(props: {
  intent: 'info' | 'warning' | 'error';
  title?: string;
  children: ReactNode;
  action?: { label: string; isBusy?: boolean; run: () => void };
}) {
  const styles = useStyles();
  const { action } = props;
  return (
    <MessageBar intent={props.intent} layout="multiline">
      <MessageBarBody className={styles.body}>
        {props.title && <MessageBarTitle>{props.title}</MessageBarTitle>} {props.children}
      </MessageBarBody>
      {action && (
        <MessageBarActions>
          <Button size="small" disabledFocusable={action.isBusy ?? false} onClick={action.run}>
            {action.label}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
