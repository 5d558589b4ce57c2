import { Button, Tooltip } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { blankArticle, readArticle } from '../../../shared/article/article.ts';
import { articleSections } from '../../../shared/article/articleFields.ts';
import { articleKeys } from '../../../shared/article/articleKeys.ts';
import { checkArticle } from '../../../shared/article/articleRules.ts';
import type { Dialect } from '../../../shared/directory/account.ts';
import { dialects } from '../../../shared/directory/dialects.ts';
import type { Draft, DraftRecord } from '../../../shared/draft/draft.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { linkAddresses } from '../../../shared/links/linkAddresses.ts';
import type { LinkCheck } from '../../../shared/links/linkCheck.ts';
import { msg } from '../../../shared/message.ts';
import { articleForm } from '../../parts/article/articleDefinition.ts';
import { fieldOfPath, isSectionEmpty, journalField } from '../../parts/article/articlePlaces.ts';
import { SyncBadge } from '../../parts/Badges.tsx';
import { Callout } from '../../parts/Callout.tsx';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { type Opened, OpenRecord } from '../../parts/form/OpenRecord.tsx';
import { summarise } from '../../parts/form/page/sectionSummary.ts';
import { RecordForm } from '../../parts/form/RecordForm.tsx';
import { type FormFixing, useFixing } from '../../parts/form/useFixing.ts';
import { useGoToField } from '../../parts/form/useFormActions.ts';
import { useDeferredRecord, useValidation } from '../../parts/form/useValidation.ts';
import { lazyInOffice } from '../../parts/lazy/lazyInOffice.ts';
import { OfficeNotes } from '../../parts/office/lazyParts.ts';
import { useAction } from '../../parts/useAction.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { useJournals } from '../../state/data/journals.ts';
import { useIsShared } from '../../state/data/office.ts';
import { useCall } from '../../state/data/queries.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatNumber, formatRecent } from '../../state/format.ts';
import { ArticleSection } from './ArticleSection.tsx';
import { ArticleContext } from './articleContext.ts';
import { draftSource } from './draftSource.ts';
import { FixAllButton } from './FixAllButton.tsx';

const ReviewButton = lazyInOffice(async () => (await import('./ReviewButton.tsx')).ReviewButton);

/** The maximum number of links whose results are requested. */
const maxLinks = 1_000;

interface FormProps {
  /** The field that gets the focus. */
  field: string | null;
  /** The fixing mode that shows the record; with each `attempt` the first finding to fix gets the focus. */
  fixing?: FormFixing;
}

export function ArticleForm({ draftId, ...props }: FormProps & { draftId: number }) {
  const fixingId = props.fixing?.id;
  const source = useMemo(() => draftSource({ call, onEvent }, fixingId), [fixingId]);
  return (
    <OpenRecord source={source} id={draftId}>
      {(opened) => <OpenArticle opened={opened} {...props} />}
    </OpenRecord>
  );
}

function OpenArticle({ opened, field, fixing }: FormProps & { opened: Opened<Draft> }) {
  const { session, saved, account } = opened;
  const { id, accountId, sync } = saved;
  const journals = useJournals(account.id);
  const isShared = useIsShared();
  const record = useDeferredRecord(session.store);
  const validation = useArticleValidation(opened, record, journals.known);
  const { all, shown, refusal } = validation;
  const restore = useAction(() => call('drafts.restore', { accountId, selection: { ids: [id] } }));
  const goTo = useGoToField(session, articleForm);
  useFixing({ fixing, validation, session, isReady: journals.isLoaded, goTo });
  const [isUnlocked, setUnlocked] = useState(() => hasOtherKeys(opened));
  /** The id of the field to unlock, while the user is asked. */
  const [asking, setAsking] = useState<string | null>(null);
  const article = useMemo(
    () => ({ session, journals, isUnlocked, unlock: setAsking }),
    [session, journals, isUnlocked],
  );
  const navigation = articleSections.map((section) => ({
    section,
    name: t(`article.chip.${section}`),
    summary: summarise(section, { all, shown, isEmpty: isSectionEmpty(section, record) }),
  }));
  const title = readArticle(record).title.trim();
  const when = refusal && formatRecent(refusal.at);
  return (
    <ArticleContext value={article}>
      <RecordForm
        FixAll={FixAllButton}
        definition={articleForm}
        opened={opened}
        record={record}
        validation={validation}
        title={title === '' ? t('article.untitled') : title}
        badges={
          <>
            <SyncBadge sync={sync} sentAt={saved.sentAt} deletedAt={saved.deletedAt} retry={saved.retry} />
            {isShared && <ReviewButton draft={saved} />}
          </>
        }
        actions={saved.remoteId !== null && sync !== 'queued' && <DeleteButton draft={saved} />}
        sendLabel={t('article.send')}
        texts={{
          good: t('article.summary.good'),
          warnings: (count) => t('article.summary.warnings', { count }),
          needed: (count, labels) =>
            t('article.needed', { count, n: formatNumber(count), fields: labels.join(', ') }),
          neededLabel: ({ code, field }) => {
            if (code === 'no-doi-or-url') return t('article.neededIdentifier');
            return field === journalField ? t('article.journal.label') : undefined;
          },
        }}
        navigation={navigation}
        messages={
          <>
            {isShared && (
              <OfficeNotes kind="article" id={id} diffOrder={articleForm.diffOrder} fieldOf={fieldOfPath} />
            )}
            {!refusal && <EditedSinceRefusal draft={saved} />}
            <DeletedThere draft={saved} />
            <LeftOut draft={saved} goTo={goTo} />
          </>
        }
        restore={restore}
        // We may have stopped waiting for the directory's answer.
        refusedTitle={msg(sync === 'failed' ? 'article.refused.failed' : 'article.refused.title', { when })}
        field={field}
        undecided={saved.undecided}
        isUnchecked={journals.isLoaded && journals.known === null}
        isReady={journals.isLoaded}
        goTo={goTo}
        versions={
          saved.remoteId !== null || saved.sentAt !== null || saved.deletedAt !== null
            ? { kind: 'article', recordId: id }
            : null
        }
        onSend={() => openDialog('sendPlan', { accountId, selection: { ids: [id] }, includeDeleted: true })}
      >
        {(events) =>
          articleSections.map((section) => <ArticleSection key={section} section={section} {...events} />)
        }
      </RecordForm>
      {asking !== null && (
        <UnlockDialog
          dialect={account.dialect}
          sentKeys={saved.sentKeys}
          onClose={(isConfirmed) => {
            flushSync(() => {
              setAsking(null);
              if (isConfirmed) setUnlocked(true);
            });
            // The link that opened the dialog has gone.
            if (isConfirmed) document.getElementById(asking)?.focus();
          }}
        />
      )}
    </ArticleContext>
  );
}

/** The user has unlocked the keys before: they are not those that were sent. */
function hasOtherKeys({ saved: { sentKeys, record } }: Opened<Draft>): boolean {
  const { doi, url } = articleKeys(record);
  return sentKeys !== null && (sentKeys.doi !== (doi ?? '') || sentKeys.url !== (url ?? ''));
}

function useArticleValidation(
  { saved, account: { id, dialect } }: Opened<Draft>,
  record: DraftRecord,
  journals: Parameters<typeof checkArticle>[1]['journals'],
) {
  const linkChecks = useLinkChecks(record);
  const profile = useCall('accounts.profile', { id }).data?.profile;
  const validate = useCallback(
    (one: DraftRecord) =>
      checkArticle(one, { dialect, journals, linkChecks, now: new Date(), ...(profile && { profile }) }),
    [dialect, journals, linkChecks, profile],
  );
  return useValidation({ saved, record, blank: blankArticle(), form: articleForm, validate });
}

/** The results of checking the record's links, as far as they were checked. */
function useLinkChecks(record: DraftRecord): ReadonlyMap<string, LinkCheck> {
  const addresses = linkAddresses(record).slice(0, maxLinks);
  const { data } = useCall('links.checks', { addresses }, { keepsPrevious: true });
  return useMemo(() => new Map((data ?? []).map((check) => [check.address, check])), [data]);
}

function DeleteButton({ draft: { id, accountId } }: { draft: Draft }) {
  return (
    <Tooltip content={t('deletion.button')} relationship="label">
      <Button
        size="small"
        icon={<DeleteRegular />}
        onClick={() => openDialog('deletion', { accountId, target: { selection: { ids: [id] } } })}
      />
    </Tooltip>
  );
}

/** An article that was deleted from the directory can be sent again as a new one. */
function DeletedThere({ draft: { deletedAt, sync } }: { draft: Draft }) {
  if (deletedAt === null || sync === 'queued') return null;
  return (
    <Callout intent="info" title={t('deletion.drafted.title', { when: formatRecent(deletedAt) })}>
      {t('deletion.drafted.text')}
    </Callout>
  );
}

/** Why a plan for all drafts leaves out one that is complete; a deleted article has a note of its own. */
function LeftOut({ draft: { undecided }, goTo }: { draft: Draft; goTo: (path: string) => void }) {
  if (undecided === null || undecided === 'deleted-there') return null;
  const show = { label: t('article.duplicates.show'), run: () => goTo('bibjson.link') };
  return (
    <Callout intent="warning" {...(undecided === 'same-article' && { action: show })}>
      {t(`drafts.undecided.${undecided}`)}
    </Callout>
  );
}

/** After an edit a refused article can be sent again; the reason can still be read. */
function EditedSinceRefusal({ draft: { refusal, sync } }: { draft: Draft }) {
  if (!refusal || (sync !== 'never' && sync !== 'changed')) return null;
  return (
    <Callout intent="info" title={t('article.refused.edited', { when: formatRecent(refusal.at) })}>
      {describe(refusal.message)} {describe(refusal.help)}
    </Callout>
  );
}

/** Explains what the directory will do when the DOI or the address of a sent article changes, and asks for confirmation. */
function UnlockDialog(props: {
  dialect: Dialect;
  sentKeys: Draft['sentKeys'];
  onClose: (isConfirmed: boolean) => void;
}) {
  const key = dialects[props.dialect].duplicates === 'either-key' ? 'eitherKey' : 'bothKeys';
  const isOnly = props.sentKeys?.doi === '' || props.sentKeys?.url === '';
  return (
    <AppDialog
      help="drafts"
      title={t('article.lock.title')}
      close={t('article.lock.keep')}
      action={{ label: t('article.lock.change'), isPrimary: false, run: () => props.onClose(true) }}
      onClose={() => props.onClose(false)}
    >
      <p>{t('article.lock.why')}</p>
      <p>{t(`article.lock.${isOnly ? 'oneKey' : key}.effect`)}</p>
      <p>{t(`article.lock.${isOnly ? 'bothKeys' : key}.advice`)}</p>
    </AppDialog>
  );
}
