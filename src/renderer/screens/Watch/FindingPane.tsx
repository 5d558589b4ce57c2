import { Button, makeStyles, Text } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import { dialects } from '../../../shared/directory/dialects.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { journalFindings } from '../../../shared/watch/findingKinds.ts';
import { isTransferred } from '../../../shared/watch/isTransferred.ts';
import type { Finding } from '../../../shared/watch/watch.ts';
import { heading3, useCommonStyles } from '../../parts/commonStyles.ts';
import { directoryAddress } from '../../parts/directoryAddress.ts';
import { FieldComparison } from '../../parts/form/comparison/FieldComparison.tsx';
import { ProposeUpdate } from '../../parts/journal/ProposeUpdate.tsx';
import { RecordLink, RecordPane } from '../../parts/lists/RecordPane.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { openDialog } from '../../state/dialogs/dialogs.ts';
import { formatDateTime, formatNumber } from '../../state/format.ts';
import { draftHref, go, hrefOf } from '../../state/navigation/route.ts';
import { Facts } from './Facts.tsx';
import { FindingActions } from './FindingActions.tsx';
import { sidesOfFinding } from './sidesOfFinding.ts';
import { decisionText, reasonText } from './watchText.ts';

const useStyles = makeStyles({ heading: heading3 });

/** One thing that the directory did: what is known of it, the comparison with what was sent, and what can be done. */
export function FindingPane(props: {
  accountId: string;
  finding: Finding;
  isAlone: boolean;
  onClose: () => void;
}) {
  const styles = useStyles();
  const common = useCommonStyles();
  const account = useAccount();
  const { accountId } = props;
  // The entry of the list is a copy from the time when it was opened.
  const now = useCall('watch.finding', { accountId, id: props.finding.id }).data;
  const finding = now ?? props.finding;
  const { kind, remoteId, draftId, successor } = finding;
  const isJournal = journalFindings.has(kind);
  const about = isTransferred(finding) ? 'transferred' : kind;
  const isThere = about !== 'deleted' && about !== 'withdrawn';
  const addressOf = (id: string) =>
    account && directoryAddress(account, isJournal ? 'journal' : 'article', { id });
  const address = isThere ? addressOf(remoteId) : null;
  const isOver = finding.decision !== null;
  // Some directories refuse another link for an article that they have.
  const remedy = kind === 'link' && !isOver && account ? dialects[account.dialect].duplicates : null;
  return (
    <RecordPane
      label={t(isJournal ? 'watchScreen.pane.journal' : 'watchScreen.pane.article')}
      recordKey={finding.id}
      isAlone={props.isAlone}
      onClose={props.onClose}
      bar={
        <>
          {draftId !== null && <RecordLink href={draftHref(draftId)}>{t('search.openDraft')}</RecordLink>}
          {isJournal && (
            <RecordLink href={hrefOf({ screen: 'journals', journalId: remoteId })}>
              {t('watchScreen.openJournal')}
            </RecordLink>
          )}
          {address && (
            <RecordLink href={address} isOutside>
              {t('search.openThere')}
            </RecordLink>
          )}
        </>
      }
      title={finding.title || t('common.untitled')}
    >
      {now === null && <Text>{t('watchScreen.pane.gone')}</Text>}
      <Text>{t(`watchScreen.about.${about}`)}</Text>
      {remedy && <Text>{t(`watchScreen.linkRemedy.${remedy}`)}</Text>}
      {now !== null && (
        <div className={common.buttonRow}>
          {kind === 'journal' && !isOver && <ProposeUpdate journal={{ id: remoteId, inDirectory: true }} />}
          {kind === 'link' && !isOver && draftId === null && <TakeArticle {...{ accountId, remoteId }} />}
          <FindingActions
            accountId={accountId}
            kind={kind}
            isOpen={!isOver}
            of={[finding]}
            onDone={() => undefined}
          />
          {remedy === 'both-keys' && (
            <Button
              icon={<DeleteRegular />}
              onClick={() =>
                openDialog('deletion', {
                  accountId,
                  target: { articles: [{ remoteId, title: finding.title }] },
                })
              }
            >
              {t('deletion.button')}
            </Button>
          )}
        </div>
      )}
      <Facts
        facts={[
          [t('watchScreen.fact.state'), decisionText(finding)],
          [t('watchScreen.fact.decided'), isOver ? formatDateTime(finding.decidedAt) : null],
          [t(kind === 'link' ? 'watchScreen.fact.answered' : 'watchScreen.fact.reason'), reasonText(finding)],
          [t('watchScreen.fact.noticed'), formatDateTime(finding.noticedAt)],
          [
            t(kind === 'link' ? 'watchScreen.fact.failing' : 'watchScreen.fact.happened'),
            finding.happenedAt === '' ? t('watchScreen.notKnown') : formatDateTime(finding.happenedAt),
          ],
          [t(isJournal ? 'watchScreen.fact.issns' : 'watchScreen.fact.journal'), finding.about],
          [t('watchScreen.fact.articles'), isJournal ? formatNumber(finding.articles) : null],
          [t('watchScreen.fact.id'), remoteId],
          [
            t('watchScreen.fact.successor'),
            successor && <IdNow id={successor} address={addressOf(successor)} />,
          ],
        ]}
      />
      {finding.differences.length > 0 && kind !== 'link' && (
        <section>
          <h3 className={styles.heading}>{t('watchScreen.compare.heading')}</h3>
          <FieldComparison
            name={t('watchScreen.compare.table')}
            titles={{
              left: t(isJournal ? 'watchScreen.compare.seen' : 'watchScreen.compare.sent'),
              right: t('watchScreen.compare.now'),
            }}
            differences={sidesOfFinding(finding.differences, isJournal)}
          />
        </section>
      )}
    </RecordPane>
  );
}

function IdNow({ id, address }: { id: string; address: string | null }) {
  return address ? (
    <RecordLink href={address} isOutside>
      {id}
    </RecordLink>
  ) : (
    id
  );
}

/** Makes a draft of an article that has none, and opens it. */
function TakeArticle({ accountId, remoteId }: { accountId: string; remoteId: string }) {
  const take = useAction(async () => {
    const { drafts } = await call('drafts.take', { accountId, remoteIds: [remoteId] });
    if (drafts[0]) go(draftHref(drafts[0].draftId));
  });
  return (
    <Button disabledFocusable={take.isBusy} onClick={() => take.run()}>
      {t('watchScreen.takeArticle')}
    </Button>
  );
}
