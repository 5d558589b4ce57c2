import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { isAssigned } from '../../../shared/draft/facets.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import type { OfficeConflict as Conflict, ConflictSide } from '../../../shared/office/office.ts';
import { call } from '../../state/data/client.ts';
import { showDone } from '../../state/dialogs/notices.ts';
import { formatDateTime } from '../../state/format.ts';
import { column, smallSecondary, wrapping } from '../commonStyles.ts';
import { type Difference, valueText } from '../form/comparison/compareRecords.ts';
import { FieldComparison } from '../form/comparison/FieldComparison.tsx';
import { useAction } from '../useAction.ts';
import { reviewText } from './reviewText.ts';

const useStyles = makeStyles({
  text: { margin: 0 },
  conflict: { ...column, alignItems: 'stretch', gap: tokens.spacingVerticalS },
  by: { ...smallSecondary, display: 'block' },
  buttons: { ...wrapping, gap: tokens.spacingHorizontalS },
});

/** Fields of a record that two people changed differently, where the user chooses a side. */
export function OfficeConflict({ conflict, children }: { conflict: Conflict; children?: ReactNode }) {
  const styles = useStyles();
  const { id, title, changedBy: person, changedAt, fields, row } = conflict;
  const name = title || t('sharing.untitled');
  const { run, isBusy } = useAction(async (keep: ConflictSide) => {
    await call('office.settle', { id, keep });
    showDone(t('sharing.settled', { title: name }));
  });
  const differences = fields
    .filter(({ path }) => !isDeletion(path))
    .map((field) => toDifference(conflict, field));
  const deleted = sideThatDeleted(conflict);
  // Somebody else may have changed it since.
  const sides = { mine: t('sharing.mine'), theirs: t('sharing.theirs') };
  const choice = (keep: ConflictSide, label: string) => (
    <Button
      size="small"
      disabledFocusable={isBusy}
      aria-label={t('sharing.choiceOf', { choice: label, title: name })}
      onClick={() => run(keep)}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.conflict}>
      <div>
        {children}
        <span className={styles.by}>
          {t('sharing.changedBy', { person, time: formatDateTime(changedAt) })}
        </span>
      </div>
      {deleted && <p className={styles.text}>{t(`sharing.deletedBy.${deleted}`, { person })}</p>}
      {differences.length > 0 && (
        <FieldComparison
          name={t('sharing.compared', { title: name })}
          titles={{ left: sides.mine, right: sides.theirs }}
          differences={differences}
        />
      )}
      <div className={styles.buttons}>
        {row === null ? (
          choice('theirs', t('common.dismiss'))
        ) : deleted ? (
          <>
            {choice(deleted === 'mine' ? 'theirs' : 'mine', t('sharing.keepRecord'))}
            {choice(deleted, t('sharing.trashRecord'))}
          </>
        ) : (
          <>
            {choice('theirs', t('sharing.keepTheirs'))}
            {choice('mine', t('sharing.keepMine'))}
          </>
        )}
      </div>
    </div>
  );
}

/** The side that deleted or trashed the record while the other side edited it; null if neither did. */
function sideThatDeleted({ fields, row }: Conflict): ConflictSide | null {
  const field = fields.find(({ path }) => isDeletion(path));
  if (!field || row?.kind === 'account') return null;
  const isGone = field.path === '' ? field.mine === null : field.mine != null;
  return isGone ? 'mine' : 'theirs';
}

function isDeletion(path: string): boolean {
  return path === '' || path === 'trashed_at';
}

function toDifference({ row }: Conflict, { path, mine, theirs }: Conflict['fields'][number]): Difference {
  const label = row?.kind === 'account' ? accountField(path) : draftField(path);
  const words = (value: typeof mine) => (path === 'review' ? reviewText(value) : valueText(value));
  return { path, label, left: words(mine), right: words(theirs), isSame: false };
}

function draftField(path: string): string {
  return isAssigned(path) ? t(`drafts.column.${path}`) : fieldText(path.replace(/^record\./, ''));
}

function accountField(path: string): string {
  if (path === 'approved_only') return t('sharing.approvedOnlyField');
  if (path === 'name') return t('settings.accounts.name');
  return path === 'rate' ? t('settings.accounts.rate') : path;
}
