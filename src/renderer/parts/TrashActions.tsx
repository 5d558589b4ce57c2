import { Button } from '@fluentui/react-components';
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { t } from '../../shared/i18n/i18n.ts';
import { lazy } from './lazy.tsx';

const PurgeDialog = lazy(async () => (await import('./PurgeDialog.tsx')).PurgeDialog);

/** The actions for `count` selected rows of the trash; deleting permanently asks for confirmation. */
export function TrashActions(props: { count: number; onRestore: () => void; onPurge: () => void }) {
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
        <PurgeDialog count={props.count} onClose={() => setAsking(false)} onConfirm={props.onPurge} />
      )}
    </>
  );
}
