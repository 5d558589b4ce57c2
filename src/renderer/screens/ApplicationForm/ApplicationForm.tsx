import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { BranchCompareRegular, FilterRegular } from '@fluentui/react-icons';
import { type ReactNode, useMemo, useState } from 'react';
import { applicationSummary } from '../../../shared/application/application.ts';
import type { Application } from '../../../shared/application/applicationDraft.ts';
import { applicationSections } from '../../../shared/application/applicationFields.ts';
import type { IgnoredValue } from '../../../shared/application/updateRequest.ts';
import type { Refusal } from '../../../shared/draft/draft.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { msg } from '../../../shared/message.ts';
import { applicationForm } from '../../parts/application/applicationDefinition.ts';
import { hasSection } from '../../parts/application/hasSection.ts';
import { OperatorDialog } from '../../parts/application/OperatorDialog.tsx';
import { messageAbout, wishesFor } from '../../parts/application/operatorText.ts';
import { ReviewAndSend } from '../../parts/application/ReviewAndSend.tsx';
import { Timeline } from '../../parts/application/Timeline.tsx';
import {
  createUpdateView,
  UpdateContext,
  type UpdateParts,
  useUpdate,
  useView,
} from '../../parts/application/updateView.ts';
import { useCanWithdraw, WithdrawDialog } from '../../parts/application/WithdrawDialog.tsx';
import { type Opened, OpenRecord } from '../../parts/form/OpenRecord.tsx';
import { summarise } from '../../parts/form/page/sectionSummary.ts';
import { RecordForm } from '../../parts/form/RecordForm.tsx';
import { type FormFixing, useFixing } from '../../parts/form/useFixing.ts';
import { useDeferredRecord } from '../../parts/form/useValidation.ts';
import { useListBarStyles } from '../../parts/lists/listBarStyles.ts';
import { OfficeNotes } from '../../parts/office/lazyParts.ts';
import { mergeInOffice } from '../../parts/office/mergeInOffice.ts';
import { StandingBadge } from '../../parts/StandingBadge.tsx';
import { ToggleButton } from '../../parts/ToggleButton.tsx';
import { useAction } from '../../parts/useAction.ts';
import { useTitle } from '../../parts/useTitle.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { useJournals } from '../../state/data/journals.ts';
import { useIsShared } from '../../state/data/office.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { go, useRoute } from '../../state/navigation/route.ts';
import type { RecordSource } from '../../state/records/recordSession.ts';
import { ApplicationMessages } from './ApplicationMessages.tsx';
import { ApplicationSection } from './ApplicationSection.tsx';
import { BaseLine } from './BaseLine.tsx';
import { useApplicationActions } from './useApplicationActions.ts';
import { useApplicationValidation } from './useApplicationValidation.ts';

const useStyles = makeStyles({
  headings: {
    display: 'none',
    '@container (min-width: 760px)': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      columnGap: tokens.spacingHorizontalXL,
      paddingBlock: tokens.spacingVerticalXS,
      backgroundColor: tokens.colorNeutralBackground1,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground2,
    },
  },
});

interface FormProps {
  /** The fixing mode that shows the record beside its list; with each `attempt` the first finding to fix gets the focus. */
  fixing?: FormFixing;
}

export function ApplicationForm({ applicationId, fixing }: FormProps & { applicationId: number }) {
  const fixingId = fixing?.id;
  const source = useMemo(() => applicationSource(fixingId), [fixingId]);
  return (
    <OpenRecord
      source={source}
      id={applicationId}
      {...(!fixing && { frame: (content: ReactNode) => <Unopened>{content}</Unopened> })}
    >
      {(opened) => <OpenApplication opened={opened} {...(fixing && { fixing })} />}
    </OpenRecord>
  );
}

/** The heading of the screen while no form is shown. */
function Unopened(props: { children: ReactNode }) {
  const bar = useListBarStyles();
  return (
    <>
      <div className={bar.bar}>
        <h1 className={bar.title}>{t('frame.updateRequests')}</h1>
      </div>
      {props.children}
    </>
  );
}

const maxNamed = 6;

function OpenApplication({ opened, fixing }: FormProps & { opened: Opened<Application> }) {
  const { session, saved, account } = opened;
  const { accountId, id, kind, base, remoteId } = saved;
  const canWithdraw = useCanWithdraw(saved.status);
  const journals = useJournals(account.id);
  const isShared = useIsShared();
  const record = useDeferredRecord(session.store);
  const [view] = useState(() => createUpdateView({ isUpdate: kind === 'update', base }));
  const validation = useApplicationValidation({ opened, record, journals: journals.known, view });
  const { all, shown, changes, ignored, refusal } = validation;
  const { goTo, takeBack } = useApplicationActions(session, view);
  useFixing({ fixing, validation, session, isReady: journals.isLoaded, goTo });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const update: UpdateParts = useMemo(
    () => ({ view, takeBack, writeMessage: (paths) => setDialog({ kind: 'message', paths }) }),
    [view, takeBack],
  );
  const restore = useAction(() => call('applications.restore', { accountId, ids: [id] }));
  const route = useRoute((one) => one.route);
  const title = kind === 'update' ? saved.title : applicationSummary(record).title.trim();
  const untitled = t(`application.untitled.${kind}`);
  useTitle(fixing ? t('fixing.title') : title || untitled);
  const navigation = useMemo(() => {
    const ignoredFields = new Set<string>(ignored.map(({ path }) => path));
    return applicationSections
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
            {remoteId !== null && canWithdraw && (
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
            labels.length > maxNamed
              ? t('application.neededMany', { count })
              : t('application.needed', { count, fields: labels.join(', ') }),
        }}
        navigation={navigation.map((one) => ({ ...one, name: t(`application.section.${one.section}`) }))}
        messages={
          <>
            {isShared && <OfficeNotes kind="application" id={id} diffOrder={applicationForm.diffOrder} />}
            <ApplicationMessages application={saved} goTo={goTo} />
          </>
        }
        restore={restore}
        refusedTitle={msg(`application.refused.${refusedBy(refusal, saved)}`, {
          when: refusal && formatRecent(refusal.at),
        })}
        field={route.screen === 'update-requests' ? route.field : null}
        isReady={journals.isLoaded}
        goTo={goTo}
        versions={saved.sentAt !== null || remoteId !== null ? { kind: 'application', recordId: id } : null}
        onSend={() => setDialog({ kind: 'review' })}
        above={kind === 'update' && <BaseLine application={saved} />}
        page={
          fixing
            ? undefined
            : {
                onBack: () => go('#/update-requests'),
                aside: <Timeline events={saved.timeline} />,
                headings: <ColumnHeadings />,
              }
        }
      >
        {(events) =>
          applicationSections.map((section) => (
            <ApplicationSection key={section} session={session} section={section} {...events} />
          ))
        }
      </RecordForm>
      <FormDialogs dialog={dialog} application={saved} ignored={ignored} onClose={() => setDialog(null)} />
    </UpdateContext>
  );
}

const heldCodes = ['held-back', 'changed-since-plan', 'open-since-plan', 'unseen-ignored'];

/** Colophon may have held it back, or stopped waiting for the directory's answer. */
function refusedBy(refusal: Refusal | null, { sync }: Application): 'held' | 'failed' | 'title' {
  if (refusal && heldCodes.includes(refusal.code)) return 'held';
  return sync === 'failed' ? 'failed' : 'title';
}

/** The dialogs of the form; `message` is about the ignored values at its paths, or asks for new ones. */
type OpenDialog = { kind: 'review' } | { kind: 'withdraw' } | { kind: 'message'; paths: readonly string[] };

function FormDialogs(props: {
  dialog: OpenDialog | null;
  application: Application;
  ignored: readonly IgnoredValue[];
  onClose: () => void;
}) {
  const { dialog, application, ignored, onClose } = props;
  switch (dialog?.kind) {
    case 'review':
      return <ReviewAndSend accountId={application.accountId} ids={[application.id]} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog application={application} onClose={onClose} />;
    case 'message': {
      const values = ignored.filter(({ path }) => dialog.paths.includes(path));
      if (values.length > 0)
        return <OperatorDialog message={messageAbout(application, values)} onClose={onClose} />;
      const messageFor = (wanted: string) =>
        messageAbout(application, wishesFor(application, dialog.paths, wanted));
      return <OperatorDialog message={messageFor('')} messageFor={messageFor} onClose={onClose} />;
    }
    default:
      return null;
  }
}

/** Shows only the fields with changes, or the journal's values beside the proposal. */
function ViewButtons({ changes }: { changes: number }) {
  const { view } = useUpdate();
  const isChangesOnly = useView((one) => one.isChangesOnly);
  const isSideBySide = useView((one) => one.isSideBySide);
  return (
    <>
      <ToggleButton
        size="small"
        icon={<FilterRegular />}
        isPressed={isChangesOnly}
        onClick={() => view.setState({ isChangesOnly: !isChangesOnly })}
      >
        {t('application.changesOnly', { n: formatNumber(changes) })}
      </ToggleButton>
      <ToggleButton
        size="small"
        icon={<BranchCompareRegular />}
        isPressed={isSideBySide}
        onClick={() => view.setState({ isSideBySide: !isSideBySide })}
      >
        {t('application.sideBySide')}
      </ToggleButton>
    </>
  );
}

/** Names the two columns while journal and proposal are side by side; each value repeats the name for screen readers. */
function ColumnHeadings() {
  const styles = useStyles();
  const isShown = useView((view) => view.isSideBySide && view.base !== null);
  if (!isShown) return null;
  return (
    <div className={styles.headings} aria-hidden>
      <span>{t('application.review.before')}</span>
      <span>{t('application.review.after')}</span>
    </div>
  );
}

/** Applications in main; `fixing`: saves are part of the undo step of this fixing mode. */
function applicationSource(fixing?: number): RecordSource<Application> {
  return {
    name: 'application',
    get: (id) => call('applications.get', { id }),
    save: (id, version, record) =>
      call('applications.save', { id, version, record, ...(fixing !== undefined && { fixing }) }),
    merge: mergeInOffice,
    onChanged: (listener) => onEvent('applications.changed', ({ ids }) => listener(ids)),
  };
}
