import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import { AppDialog } from '../../parts/dialogs/AppDialog.tsx';
import { useAction } from '../../parts/useAction.ts';
import { formatNumber } from '../../state/format.ts';
import type { ComparisonTab } from './comparisonText.ts';

/** The buttons for rows of a comparison: imports, queues or ignores them, as far as their list allows it. */
export function OutcomeActions(props: {
  tab: ComparisonTab;
  count: number;
  /** All rows of the list are meant, not single ones. */
  isAll?: boolean;
  size?: 'small' | 'medium';
  /** Each returns true if it succeeded. */
  take: () => Promise<boolean>;
  queue: () => Promise<boolean>;
  aside: () => Promise<boolean>;
  /** The rows have left the list. */
  onDone: () => void;
}) {
  // The selection may change while the dialog is open, which is about the rows of the moment when it was opened.
  const [asked, setAsked] = useState<Pick<typeof props, 'count' | 'take'> | null>(null);
  const { tab, size, count, take } = props;
  const { run, isBusy } = useAction(async (work: () => Promise<boolean>, leavesList = true) => {
    if ((await work()) && leavesList) props.onDone();
  });
  const labelOf = (action: 'take' | 'queue' | 'aside' | 'back') => {
    if (!props.isAll) return `comparisons.picks.${action}`;
    // Their drafts are overwritten.
    const overwrites = action === 'take' && tab === 'different';
    return overwrites ? 'comparisons.allOf.takeTheirs' : `comparisons.allOf.${action}`;
  };
  const button = (action: 'take' | 'queue' | 'aside' | 'back', isMain: boolean, onClick: () => void) => (
    <Button
      size={size}
      appearance={isMain ? 'primary' : 'secondary'}
      disabledFocusable={isBusy}
      onClick={onClick}
    >
      {t(labelOf(action))}
    </Button>
  );
  return (
    <>
      {(tab === 'missing-here' || tab === 'crossref-only') && button('take', true, () => run(take))}
      {tab === 'different' && button('take', false, () => setAsked({ count, take }))}
      {(tab === 'missing-there' || tab === 'different') &&
        button('queue', tab === 'missing-there', () => run(props.queue, false))}
      {tab !== 'same' && button(tab === 'aside' ? 'back' : 'aside', false, () => run(props.aside))}
      {asked && (
        <OverwriteDialog
          count={asked.count}
          onClose={(isMeant) => {
            setAsked(null);
            if (isMeant) run(asked.take);
          }}
        />
      )}
    </>
  );
}

/** Asks for confirmation before drafts are overwritten with the directory's versions. */
function OverwriteDialog(props: { count: number; onClose: (isMeant: boolean) => void }) {
  const { count } = props;
  return (
    <AppDialog
      help="comparing"
      isAlert
      title={t('comparisons.overwrite.title', { count, n: formatNumber(count) })}
      close={t('comparisons.overwrite.no')}
      action={{ label: t('comparisons.overwrite.yes'), run: () => props.onClose(true) }}
      onClose={() => props.onClose(false)}
    >
      {t('comparisons.overwrite.text')}
    </AppDialog>
  );
}
