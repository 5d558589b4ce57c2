import { useTranslation } from 'react-i18next';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { FormMessage } from '../../parts/form/RecordMessages.tsx';
import { TextButton } from '../../parts/TextButton.tsx';
import { useAsk } from '../../parts/useAsk.ts';

/** The messages that only an application has: why it cannot be changed, its way to the directory, and values stored differently. */
export function ApplicationMessages(props: { application: Application; goTo: (path: string) => void }) {
  const { t } = useTranslation();
  const { application } = props;
  const { editable, sync, differences } = application;
  return (
    <>
      {!editable.now && application.trashedAt === null && (
        <FormMessage intent="warning">{describe(editable.why)}</FormMessage>
      )}
      {(sync === 'queued' || sync === 'sending') && <OnItsWay application={application} />}
      {sync === 'unsure' && <Unsure application={application} />}
      {differences.length > 0 && (
        <FormMessage intent="info" title={t('application.differences', { count: differences.length })}>
          {differences.map(({ path }, at) => (
            <span key={path}>
              {at > 0 && ' · '}
              <TextButton onClick={() => props.goTo(path)}>{fieldText(path)}</TextButton>
            </span>
          ))}
        </FormMessage>
      )}
    </>
  );
}

function OnItsWay({ application: { accountId, id, sync } }: { application: Application }) {
  const { t } = useTranslation();
  const cancel = useAsk('applications.cancel', { accountId, ids: [id] });
  const action = sync === 'queued' ? { ...cancel, label: t('application.cancel') } : undefined;
  return (
    <FormMessage intent="info" action={action}>
      {t(sync === 'queued' ? 'application.queued' : 'application.sending')}
    </FormMessage>
  );
}

function Unsure({ application: { id } }: { application: Application }) {
  const { t } = useTranslation();
  const lookUp = useAsk('applications.lookUp', { id });
  const label = t(lookUp.isBusy ? 'application.unsure.looking' : 'application.unsure.lookUp');
  return (
    <FormMessage intent="warning" title={t('application.unsure.title')} action={{ ...lookUp, label }}>
      {t('application.unsure.text')}
    </FormMessage>
  );
}
