import { Button } from '@fluentui/react-components';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { AppError } from '../../../shared/errors.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { msg } from '../../../shared/message.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { RecordMessages, Restored, Said } from '../../parts/form/RecordMessages.tsx';
import { TextButton } from '../../parts/TextButton.tsx';
import { useAsk } from '../../parts/useAsk.ts';
import { formatRecent } from '../../state/format.ts';
import type { RecordSession } from '../../state/recordSession.ts';
import { applicationDiffOrder } from './applicationDiffOrder.ts';

/** What stands above the fields: a conflict, a failed save, where it is on its way to the directory, what the directory said. */
export const ApplicationMessages = memo(function ApplicationMessages(props: {
  session: RecordSession<Application>;
  application: Application;
  refusal: Refusal | null;
  goTo: (path: string) => void;
}) {
  const { t } = useTranslation();
  const { session, application, refusal } = props;
  const { editable, sync } = application;
  const isOnItsWay = sync === 'queued' || sync === 'sending';
  return (
    <RecordMessages session={session} diffOrder={applicationDiffOrder}>
      {application.trashedAt !== null && <Trashed application={application} />}
      {!editable.now && application.trashedAt === null && (
        <Said intent="warning">{describe(editable.why)}</Said>
      )}
      {isOnItsWay && <OnItsWay application={application} />}
      {sync === 'unsure' && <Unsure application={application} />}
      <Restored session={session} />
      {refusal && <Refused refusal={refusal} application={application} goTo={props.goTo} />}
      {application.differences.length > 0 && (
        <Said intent="info" title={t('application.differences', { count: application.differences.length })}>
          {application.differences.map(({ path }, at) => (
            <span key={path}>
              {at > 0 && ' · '}
              <TextButton onClick={() => props.goTo(path)}>{fieldText(path)}</TextButton>
            </span>
          ))}
        </Said>
      )}
    </RecordMessages>
  );
});

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
      error={
        new AppError('refused', msg(`application.refused.${refusedBy(refusal, application)}`, { when }), {
          why: message,
          fix: help,
          details: words,
        })
      }
      actions={
        path !== '' && (
          <Button size="small" onClick={() => props.goTo(path)}>
            {t('article.refused.go', { field: fieldText(path) })}
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
