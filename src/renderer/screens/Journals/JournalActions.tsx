import { Button } from '@fluentui/react-components';
import { AddRegular, BranchCompareRegular, EditRegular, ShieldCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ApplicationRow } from '../../../shared/application/applicationDraft.ts';
import { standingOf } from '../../../shared/application/standing.ts';
import { blankArticle } from '../../../shared/article/article.ts';
import { setJournal } from '../../../shared/article/edits/setJournal.ts';
import type { JournalDetail } from '../../../shared/contract/journals.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { standingText } from '../../parts/StandingBadge.tsx';
import { useAction } from '../../parts/useAction.ts';
import { call } from '../../state/data/client.ts';
import { changeQuestion, setProblem } from '../../state/data/compliance.ts';
import { getAccount } from '../../state/data/session.ts';
import { formatRecent } from '../../state/format.ts';
import { createArticle } from '../../state/navigation/commands.ts';
import { go, hrefOf } from '../../state/navigation/route.ts';
import { openRequestOf } from '../../state/records/openRequestOf.ts';

/** The actions of a journal; an Update Request that is already open is pointed out before another one is started. */
export function JournalActions(props: { detail: JournalDetail }) {
  const styles = useCommonStyles();
  const [found, setFound] = useState<ApplicationRow | null>(null);
  const { journal, applications } = props.detail;
  const issn = journal.eissn ?? journal.pissn;
  const open = openRequestOf(applications, journal.id);
  const { run, isBusy } = useAction(async () => {
    const accountId = getAccount()?.id;
    if (accountId === undefined) return;
    const { id } = await call('applications.create', { accountId, journalId: journal.id });
    go({ screen: 'update-requests', applicationId: id, field: null });
  });
  return (
    <div className={styles.buttonRow}>
      <Button
        appearance="primary"
        icon={<EditRegular />}
        disabledFocusable={isBusy || !journal.inDirectory}
        onClick={() => {
          if (isBusy || !journal.inDirectory) return;
          if (open) setFound(open);
          else run();
        }}
      >
        {t('journals.record.propose')}
      </Button>
      <Button
        as="a"
        icon={<BranchCompareRegular />}
        href={hrefOf({ screen: 'comparisons', comparisonId: null, issn: issn ?? undefined })}
      >
        {t('journals.record.compare')}
      </Button>
      {journal.mine && journal.inDirectory && (
        <Button icon={<AddRegular />} onClick={() => void createArticle(setJournal(blankArticle(), journal))}>
          {t('drafts.newArticle')}
        </Button>
      )}
      {issn !== null && (
        <Button
          icon={<ShieldCheckmarkRegular />}
          onClick={() => {
            setProblem('journal', '');
            changeQuestion({ journal: { id: issn, title: journal.title, detail: '' } });
            go({ screen: 'compliance', view: 'check', id: null });
          }}
        >
          {t('journals.record.compliance')}
        </Button>
      )}
      {found && (
        <ExistingDialog
          row={found}
          onClose={() => setFound(null)}
          onNew={() => {
            setFound(null);
            run();
          }}
        />
      )}
    </div>
  );
}

function ExistingDialog(props: { row: ApplicationRow; onClose: () => void; onNew: () => void }) {
  const { row } = props;
  return (
    <AppDialog
      help="requests"
      title={t('journals.existing.title')}
      otherActions={<Button onClick={props.onNew}>{t('journals.existing.another')}</Button>}
      action={{
        label: t('journals.existing.open'),
        run: () => go({ screen: 'update-requests', applicationId: row.id, field: null }),
      }}
      onClose={props.onClose}
    >
      <p>
        {t('journals.existing.state', {
          state: standingText(standingOf(row)),
          when: formatRecent(row.updatedAt),
        })}
      </p>
      <p>{t(row.remoteId === null ? 'journals.existing.draft' : 'journals.existing.sent')}</p>
    </AppDialog>
  );
}
