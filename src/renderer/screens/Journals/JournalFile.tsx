import { Button, Spinner } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { CallOutput } from '../../../shared/contract/contract.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { Callout } from '../../parts/Callout.tsx';
import { useCommonStyles } from '../../parts/commonStyles.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { saveFile } from '../../parts/saveFile.ts';
import { useOwnAction } from '../../parts/useAction.ts';
import { announce } from '../../state/announce.ts';
import { call } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { closeJournalFile, type OpenJournalFile } from '../../state/dialogs/journalFile.ts';
import { formatNumber } from '../../state/format.ts';
import { exceptionsOf, isGoing, type Unticked } from './bulkChanges.ts';
import { createdText, createLabel } from './createdText.ts';
import { JournalFileProblems } from './JournalFileProblems.tsx';
import { ManyPreview } from './ManyPreview.tsx';
import { type Made, ReviewMade } from './ReviewMade.tsx';

type Checked = CallOutput<'journals.checkFile'>;

/** Checks a Journal Update File, and makes Update Requests or a valid file of it. */
export function JournalFile({ file }: { file: OpenJournalFile }) {
  const [made, setMade] = useState<Made | null>(null);
  if (!made) return <FileDialog file={file} onMade={setMade} />;
  return <ReviewMade accountId={file.accountId} made={made} onClose={closeJournalFile} />;
}

function FileDialog(props: { file: OpenJournalFile; onMade: (made: Made) => void }) {
  const styles = useCommonStyles();
  const { file } = props;
  const { accountId, name, data } = file;
  const [unticked, setUnticked] = useState<Unticked>(new Map());
  const checking = useCall('journals.checkFile', { accountId, name, data }, { gcTime: 0 });
  const checked = checking.data;
  const going = checked?.proposals.filter((one) => isGoing(one, unticked)) ?? [];
  const making = useOwnAction(async () => {
    if (!checked) return;
    const except = exceptionsOf(checked.proposals, unticked);
    const done = await call('applications.createMany', { plan: checked.id, except });
    const text = createdText(done, going);
    announce(text);
    props.onMade({ ids: done.ids, text, undoId: done.undoId });
  });
  const saving = useOwnAction(async () => {
    const saved = await call('journals.correctFile', { accountId, name, data });
    const { file: corrected, problems, copiesOf } = saved;
    saveFile(corrected.name, new Blob([corrected.text], { type: corrected.type }));
    const result = t('journalFile.corrected', { count: problems, n: formatNumber(problems) });
    const words = copiesOf === null ? result : `${result} ${t('journalFile.copies', { at: copiesOf })}`;
    announce(words);
    return words;
  });
  const isBusy = making.isBusy || saving.isBusy;
  return (
    <AppDialog
      help="journals"
      isAlert
      title={t('journalFile.title', { name })}
      maxWidth="860px"
      error={checking.error ?? making.error ?? saving.error}
      onRetry={
        checking.error || making.error
          ? () => {
              making.reset();
              void checking.refetch();
            }
          : undefined
      }
      status={saving.result}
      close={t('common.close')}
      otherActions={
        checked && (
          <Button
            icon={<ArrowDownloadRegular />}
            disabledFocusable={isBusy || !checked.proposals.some(isWorthSaving)}
            onClick={() => saving.run()}
          >
            {t('journalFile.saveCorrected')}
          </Button>
        )
      }
      action={{
        label: createLabel(going),
        isBusy: making.isBusy,
        isDisabled: saving.isBusy || going.length === 0,
        run: () => making.run(),
      }}
      onClose={closeJournalFile}
    >
      {checking.isPending && <Spinner className={styles.justifyStart} label={t('journalFile.checking')} />}
      {checked && (
        <>
          <Result checked={checked} others={file.others} />
          <JournalFileProblems checked={checked} />
          {checked.proposals.length > 0 && (
            <ManyPreview previews={checked.proposals} unticked={unticked} onTick={setUnticked} />
          )}
        </>
      )}
    </AppDialog>
  );
}

/** A row that changes nothing is not in the corrected file. */
function isWorthSaving({ problem, proposed }: Checked['proposals'][number]): boolean {
  return problem !== null || proposed.length > 0;
}

/** The result of the directory's page for the file as a whole. */
function Result({ checked, others }: { checked: Checked; others: number }) {
  const { report, crash, kind } = checked;
  const isRefused = crash !== null || report.has_errors;
  const outcome = crash ? 'crash' : report.has_errors ? 'errors' : report.has_warnings ? 'warnings' : 'valid';
  return (
    <>
      <Callout intent={isRefused ? 'error' : report.has_warnings ? 'warning' : 'success'}>
        {t(`journalFile.result.${outcome}`)}
      </Callout>
      {kind === 'published' && (
        <Callout intent="info" title={t('journalFile.published.title')}>
          {t('journalFile.published.text', { count: others, n: formatNumber(others) })}
        </Callout>
      )}
      {kind === 'older' && (
        <Callout intent="info" title={t('journalFile.older.title')}>
          {t('journalFile.older.text')}
        </Callout>
      )}
    </>
  );
}
