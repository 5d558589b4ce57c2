import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { HarvestOffer, HarvestSource } from '../../../shared/harvest/harvest.ts';
import { i18n, t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { SourcesOff } from '../../parts/SourcesOff.tsx';
import { useOwnAction } from '../../parts/useAction.ts';
import { call, onEvent } from '../../state/data/client.ts';
import { useCall } from '../../state/data/queries.ts';
import { useSettings } from '../../state/data/session.ts';
import { closeDialog, type DialogProps, isDialogOpen } from '../../state/dialogs/dialogs.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatNumber } from '../../state/format.ts';
import { go } from '../../state/navigation/route.ts';
import { AskRepository } from './AskRepository.tsx';
import { ChooseRecords, type HarvestChoice } from './ChooseRecords.tsx';
import { HarvestProgress } from './HarvestProgress.tsx';

/** Harvests a repository: asks for its address, then which records, and shows the progress. The harvest continues without the dialog. */
export function HarvestDialog({ request: { accountId }, onClose }: DialogProps<'harvest'>) {
  const isOn = useSettings()?.sources.isOn ?? false;
  const { data: run, error } = useCall('harvest.get', { accountId });
  const [offer, setOffer] = useState<HarvestOffer | null>(null);
  const [isStarted, setStarted] = useState(false);
  const start = useOwnAction(async (choice: HarvestChoice) => {
    await call('harvest.start', { ...choice, accountId, imports: true });
    announceHarvest(accountId);
    setStarted(true);
  });
  const isRunning = run?.state === 'running';
  // Its result stays after it has ended.
  useEffect(() => {
    if (isRunning) setStarted(true);
  }, [isRunning]);
  const stop = useOwnAction(() => call('harvest.cancel', { accountId }));
  const again = ({ address, prefix, set, canResume }: HarvestSource) =>
    start.run({ address, prefix, set, since: 'last', resumes: canResume });
  const frame = { help: 'sources', title: t('harvest.title'), maxWidth: '640px', onClose } as const;
  if (!isOn)
    return (
      <AppDialog {...frame} close={t('common.close')}>
        <SourcesOff onLeave={onClose} />
      </AppDialog>
    );
  if (run === undefined && !error)
    return (
      <AppDialog {...frame}>
        <Spinner label={t('common.loading')} />
      </AppDialog>
    );
  if (run && (isStarted || isRunning)) {
    const { importId } = run;
    return (
      <AppDialog
        {...frame}
        error={stop.error}
        close={t('common.close')}
        otherActions={
          isRunning && (
            <Button disabledFocusable={stop.isBusy} onClick={() => stop.run()}>
              {t('harvest.stop')}
            </Button>
          )
        }
        action={
          importId === null ? undefined : { label: t('harvest.preview'), run: () => showHarvested(importId) }
        }
      >
        <HarvestProgress run={run} />
      </AppDialog>
    );
  }
  if (offer)
    return (
      <ChooseRecords
        frame={frame}
        accountId={accountId}
        offer={offer}
        isBusy={start.isBusy}
        error={start.error}
        onBack={() => setOffer(null)}
        onStart={start.run}
      />
    );
  return (
    <AskRepository
      frame={frame}
      accountId={accountId}
      error={start.error ?? error}
      onOffer={setOffer}
      onAgain={again}
    />
  );
}

/** Leaves the dialog for the preview of the harvested records. */
function showHarvested(importId: number): void {
  closeDialog('harvest');
  go({ screen: 'imports', importId });
}

/** Announces when a harvest has ended, unless its dialog is open. */
function announceHarvest(accountId: string): void {
  const stop = onEvent('harvest.changed', ({ accountId: whose, state, received, importId }) => {
    if (whose !== accountId || state === 'running') return;
    stop();
    if (isDialogOpen('harvest') || state === 'cancelled') return;
    const words = i18n.t(`harvest.end.${state}`, { count: received, n: formatNumber(received) });
    if (importId === null) showDone(words);
    else showDone(words, { label: i18n.t('harvest.preview'), run: () => showHarvested(importId) });
  });
}
