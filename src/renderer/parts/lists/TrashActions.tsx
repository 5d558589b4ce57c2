import { Button } from '@fluentui/react-components';
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { Purging } from '../dialogs/PurgeDialog.tsx';
import { lazy } from '../lazy/lazy.tsx';

const PurgeDialog = lazy(async () => (await import('../dialogs/PurgeDialog.tsx')).PurgeDialog);

/** The actions for selected rows of the trash; `onPurge` gets the plan that was confirmed. */
export function TrashActions(props: {
  purging: Purging;
  onRestore: () => void;
  onPurge: (plan: string) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" icon={<ArrowUndoRegular />} onClick={props.onRestore}>
        {t('drafts.restore')}
      </Button>
      <Button size="small" icon={<DeleteRegular />} onClick={() => setAsking(true)}>
        {t('drafts.purge')}
      </Button>
      {isAsking && (
        <PurgeDialog purging={props.purging} onClose={() => setAsking(false)} onConfirm={props.onPurge} />
      )}
    </>
  );
}
