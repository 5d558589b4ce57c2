import type { Application } from '../../../shared/application/applicationDraft.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { TextButton } from '../../parts/texts/TextButton.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';

/** The messages that only an application has: why it cannot be changed, its way to the directory, and values stored differently. */
export function ApplicationMessages(props: { application: Application; goTo: (path: string) => void }) {
  const { application } = props;
  const { editable, sync, differences } = application;
  return (
    <>
      {!editable.now && application.trashedAt === null && (
        <Callout intent="warning">{describe(editable.why)}</Callout>
      )}
      {(sync === 'queued' || sync === 'sending') && <OnItsWay application={application} />}
      {sync === 'unsure' && <Unsure application={application} />}
      {differences.length > 0 && (
        <Callout intent="info" title={t('application.differences', { count: differences.length })}>
          {differences.map(({ path }, at) => (
            <span key={path}>
              {at > 0 && ' · '}
              <TextButton onClick={() => props.goTo(path)}>{fieldText(path)}</TextButton>
            </span>
          ))}
        </Callout>
      )}
    </>
  );
}

function OnItsWay({ application: { accountId, id, sync } }: { application: Application }) {
  const cancel = useAction(() => call('applications.cancel', { accountId, ids: [id] }));
  const action = sync === 'queued' ? { ...cancel, label: t('application.cancel') } : undefined;
  return (
    <Callout intent="info" action={action}>
      {t(sync === 'queued' ? 'application.queued' : 'application.sending')}
    </Callout>
  );
}

function Unsure({ application: { id } }: { application: Application }) {
  const lookUp = useAction(() => call('applications.lookUp', { id }));
  const label = t(lookUp.isBusy ? 'application.unsure.looking' : 'application.unsure.lookUp');
  return (
    <Callout intent="warning" title={t('application.unsure.title')} action={{ ...lookUp, label }}>
      {t('application.unsure.text')}
    </Callout>
  );
}
