import { Button } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationSummary } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { msg } from '../../../shared/message.ts';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import { sections } from '../../parts/application/fieldFacts.ts';
import { hasSection } from '../../parts/application/hasSection.ts';
import { Timeline } from '../../parts/application/Timeline.tsx';
import { createUpdateView, UpdateContext, type UpdateParts } from '../../parts/application/updateView.ts';
import type { Opened } from '../../parts/form/OpenRecord.tsx';
import { RecordForm } from '../../parts/form/RecordForm.tsx';
import { summarise } from '../../parts/form/sectionSummary.ts';
import { useDeferredRecord } from '../../parts/form/useValidation.ts';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { useAsk } from '../../parts/useAsk.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { formatRecent } from '../../state/format.ts';
import { useJournals } from '../../state/journals.ts';
import { go, useRoute } from '../../state/route.ts';
import { ApplicationMessages } from './ApplicationMessages.tsx';
import { ApplicationSection } from './ApplicationSection.tsx';
import { BaseLine } from './BaseLine.tsx';
import { ColumnHeadings } from './ColumnHeadings.tsx';
import { FormDialogs, type OpenDialog } from './FormDialogs.tsx';
import { useApplicationActions } from './useApplicationActions.ts';
import { useApplicationValidation } from './useApplicationValidation.ts';
import { ViewButtons } from './ViewButtons.tsx';

const mostNamed = 6;

/** The form of an application once it is loaded. */
export function OpenApplication(opened: Opened<Application>) {
  const { t } = useTranslation();
  const { session, saved, account } = opened;
  const { accountId, id, kind, base, remoteId } = saved;
  const journals = useJournals(account.id);
  const record = useDeferredRecord(session.store);
  const [view] = useState(() => createUpdateView({ isUpdate: kind === 'update', base }));
  const validation = useApplicationValidation({ opened, record, journals: journals.known, view });
  const { all, shown, changes, ignored, refusal } = validation;
  const { goTo, takeBack } = useApplicationActions(session, view);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const update: UpdateParts = useMemo(
    () => ({ view, takeBack, writeMessage: (paths) => setDialog({ kind: 'message', paths }) }),
    [view, takeBack],
  );
  const restore = useAsk('applications.restore', { accountId, ids: [id] });
  const route = useRoute((one) => one.route);
  const title = kind === 'update' ? saved.title : applicationSummary(record).title.trim();
  const untitled = t(`application.untitled.${kind}`);
  useTitle(title || untitled);
  const navigation = useMemo(() => {
    const ignoredFields = new Set<string>(ignored.map(({ path }) => path));
    return sections
      .filter((section) => hasSection(section, record, base, account.dialect))
      .map((section) => ({ section, summary: summarise(section, { all, shown, ignoredFields }) }));
  }, [all, shown, ignored, record, base, account.dialect]);
  return (
    <UpdateContext value={update}>
      <RecordForm
        definition={applicationForm}
        opened={opened}
        record={record}
        validation={validation}
        title={title === '' ? untitled : t(`application.title.${kind}`, { title })}
        badges={<StandingBadge row={saved} />}
        actions={
          <>
            {kind === 'update' && <ViewButtons changes={changes.length} />}
            {remoteId !== null && saved.editable.now && (
              <Button size="small" onClick={() => setDialog({ kind: 'withdraw' })}>
                {t('application.withdraw.button')}
              </Button>
            )}
          </>
        }
        sendLabel={t('application.send')}
        texts={{
          good: t('application.summary.good'),
          warnings: (count) => t('application.summary.warnings', { count }),
          needed: (count, labels) =>
            labels.length > mostNamed
              ? t('application.neededMany', { count })
              : t('application.needed', { count, fields: labels.join(', ') }),
        }}
        navigation={navigation.map((one) => ({ ...one, name: t(`application.section.${one.section}`) }))}
        messages={<ApplicationMessages application={saved} goTo={goTo} />}
        restore={restore}
        refusedTitle={msg(`application.refused.${refusedBy(refusal, saved)}`, {
          when: refusal && formatRecent(refusal.at),
        })}
        field={route.screen === 'update-requests' ? route.field : null}
        isReady={journals.isLoaded}
        goTo={goTo}
        versions={saved.sentAt !== null || remoteId !== null ? { kind: 'application', recordId: id } : null}
        onSend={() => setDialog({ kind: 'review' })}
        page={{
          onBack: () => go('#/update-requests'),
          aside: <Timeline events={saved.timeline} />,
          above: kind === 'update' && <BaseLine application={saved} />,
          headings: <ColumnHeadings />,
        }}
      >
        {(events) =>
          sections.map((section) => (
            <ApplicationSection key={section} session={session} section={section} {...events} />
          ))
        }
      </RecordForm>
      <FormDialogs dialog={dialog} application={saved} ignored={ignored} onClose={() => setDialog(null)} />
    </UpdateContext>
  );
}

/** Colophon may have held it back, or stopped waiting for the directory's answer. */
function refusedBy(refusal: Refusal | null, { sync }: Application): 'held' | 'failed' | 'title' {
  if (refusal?.code === 'held-back' || refusal?.code === 'unseen-ignored') return 'held';
  return sync === 'failed' ? 'failed' : 'title';
}
