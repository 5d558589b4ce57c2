import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Application } from '../../../shared/applicationDraft.ts';
import type { CallInput, CallName, CallOutput } from '../../../shared/contract.ts';
import type { Refusal } from '../../../shared/draft.ts';
import { fieldLabel } from '../../../shared/fieldLabel.ts';
import { asAppError, call } from '../../client.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { ConflictPanel } from '../../parts/form/ConflictPanel.tsx';
import { formatRecent } from '../../parts/format.ts';
import { TextButton } from '../../parts/TextButton.tsx';
import { showError } from '../../state/notices.ts';
import { useSession } from '../../state/session.ts';
import { applicationAnatomy } from './applicationAnatomy.ts';
import { useForm } from './formView.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalS,
    ':not(:empty)': { marginBlock: tokens.spacingVerticalS },
  },
  body: { paddingBlock: tokens.spacingVerticalS },
});

/** What stands above the fields: a conflict, a failed save, where it is on its way to the directory, what the directory said. */
export const ApplicationMessages = memo(function ApplicationMessages(props: {
  application: Application;
  refusal: Refusal | null;
  goTo: (path: string) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { session } = useForm();
  const { application, refusal } = props;
  const { editable, sync } = application;
  const isOnItsWay = sync === 'queued' || sync === 'sending';
  return (
    <div className={styles.list}>
      <SavingMessages />
      {application.trashedAt !== null && <Trashed application={application} />}
      {!editable.now && application.trashedAt === null && <Said intent="warning">{editable.why}</Said>}
      {isOnItsWay && <OnItsWay application={application} />}
      {sync === 'unsure' && <Unsure application={application} />}
      <Restored session={session} />
      {refusal && <Refused refusal={refusal} application={application} goTo={props.goTo} />}
      {application.differences.length > 0 && (
        <Said intent="info" title={t('application.differences', { count: application.differences.length })}>
          {application.differences.map(({ path }, at) => (
            <span key={path}>
              {at > 0 && ' · '}
              <TextButton onClick={() => props.goTo(path)}>{fieldLabel(path)}</TextButton>
            </span>
          ))}
        </Said>
      )}
    </div>
  );
});

function SavingMessages() {
  const { t } = useTranslation();
  const { session } = useForm();
  const conflict = useStore(session.store, (state) => state.conflict);
  const error = useStore(session.store, (state) => state.error);
  const link = useSession((one) => one.link);
  const { record, base } = session.store.getState();
  return (
    <>
      {conflict && (
        <ConflictPanel
          mine={record}
          base={base}
          theirs={conflict}
          anatomy={applicationAnatomy}
          onResolve={session.resolve}
        />
      )}
      {error && error.code === 'not_found' && (
        <ErrorPanel error={{ ...error.toWire(), fix: t('article.gone') }} />
      )}
      {error && error.code !== 'not_found' && link === 'up' && (
        // While Colophon itself is away, the window says so above.
        <ErrorPanel
          error={{ ...error.toWire(), message: t('article.notSaved', { message: error.message }) }}
          actions={
            <Button size="small" onClick={() => void session.flush()}>
              {t('common.tryAgain')}
            </Button>
          }
        />
      )}
    </>
  );
}

function Restored({ session }: Pick<ReturnType<typeof useForm>, 'session'>) {
  const { t } = useTranslation();
  const isRestored = useStore(session.store, (state) => state.restored);
  return isRestored ? <Said intent="info">{t('article.restored')}</Said> : null;
}

function Trashed({ application: { accountId, id } }: { application: Application }) {
  const { t } = useTranslation();
  const restore = useAsk('applications.restore', { accountId, ids: [id] });
  return (
    <Said intent="warning" action={{ ...restore, label: t('article.restore') }}>
      {t('article.trashed')}
    </Said>
  );
}

function OnItsWay({ application: { accountId, id, sync } }: { application: Application }) {
  const { t } = useTranslation();
  const cancel = useAsk('applications.cancel', { accountId, ids: [id] });
  const action = sync === 'queued' ? { ...cancel, label: t('application.cancel') } : undefined;
  return (
    <Said intent="info" action={action}>
      {t(sync === 'queued' ? 'application.queued' : 'application.sending')}
    </Said>
  );
}

function Unsure({ application: { id } }: { application: Application }) {
  const { t } = useTranslation();
  const lookUp = useAsk('applications.lookUp', { id });
  return (
    <Said
      intent="warning"
      title={t('application.unsure.title')}
      action={{
        ...lookUp,
        label: t(lookUp.isBusy ? 'application.unsure.looking' : 'application.unsure.lookUp'),
      }}
    >
      {t('application.unsure.text')}
    </Said>
  );
}

function Refused(props: { refusal: Refusal; application: Application; goTo: (path: string) => void }) {
  const { t } = useTranslation();
  const { refusal, application } = props;
  const { path, message, help, words } = refusal;
  const when = formatRecent(refusal.at);
  return (
    <ErrorPanel
      error={{
        code: 'refused',
        message: t(`application.refused.${refusedBy(refusal, application)}`, { when }),
        why: message,
        fix: help,
        details: words,
      }}
      actions={
        path !== '' && (
          <Button size="small" onClick={() => props.goTo(path)}>
            {t('article.refused.go', { field: fieldLabel(path) })}
          </Button>
        )
      }
    />
  );
}

/** What we held back or gave up on is not the directory's no. */
function refusedBy({ code }: Refusal, { sync }: Application): 'held' | 'failed' | 'title' {
  if (code === 'held-back' || code === 'unseen-ignored') return 'held';
  return sync === 'failed' ? 'failed' : 'title';
}

function Said(props: {
  intent: 'info' | 'warning';
  title?: string;
  children: ReactNode;
  action?: { label: string; isBusy: boolean; run: () => void };
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
          <Button size="small" disabledFocusable={action.isBusy} onClick={action.run}>
            {action.label}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

/** Asks main once at a time; what goes wrong is told above the screen. */
export function useAsk<N extends CallName>(
  name: N,
  input: CallInput<N>,
  onDone?: (answer: CallOutput<N>) => void,
): { isBusy: boolean; run: () => void } {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    call(name, input)
      .then((answer) => onDone?.(answer))
      .catch((error) => showError(asAppError(error)))
      .finally(() => setBusy(false));
  };
  return { isBusy, run };
}
