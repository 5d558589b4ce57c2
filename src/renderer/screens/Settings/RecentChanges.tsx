import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../../shared/i18n/i18n.ts';
import type { UndoStep } from '../../../shared/undo.ts';
import { column, plainList, secondary, thinLine, wrappingRow } from '../../parts/commonStyles.ts';
import { ErrorPanel } from '../../parts/ErrorPanel.tsx';
import { useCall } from '../../state/data/queries.ts';
import { useAccount } from '../../state/data/session.ts';
import { formatDateTime, formatNumber, formatRecent } from '../../state/format.ts';
import { describeStep, takeBack } from '../../state/records/undo.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** How many are shown before the user asks for all. */
const initialSteps = 8;

const useStyles = makeStyles({
  list: { ...plainList, ...column },
  item: {
    ...wrappingRow,
    gap: tokens.spacingHorizontalM,
    minHeight: '32px',
    padding: `${tokens.spacingVerticalXS} 0`,
    borderBottom: thinLine,
  },
  words: { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  button: { minWidth: '6.5rem' },
  when: { ...secondary, whiteSpace: 'nowrap' },
  empty: { ...secondary, margin: 0 },
});

/** The bulk changes of the account in use, each with a button to undo or redo it. */
export function RecentChanges() {
  const styles = useStyles();
  const accountId = useAccount()?.id;
  const { data: steps, error } = useCall('undo.list', accountId === undefined ? null : { accountId });
  const [isWhole, setWhole] = useState(false);
  const shown = steps?.filter((step) => !wasFollowed(step, steps)) ?? [];
  return (
    <SettingsSection help="backups" name="changes" text={t('settings.changes.text')}>
      {error && <ErrorPanel error={error} />}
      {steps && shown.length === 0 && <p className={styles.empty}>{t('settings.changes.empty')}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={t('settings.changes.title')}>
          {shown.slice(0, isWhole ? shown.length : initialSteps).map((step) => (
            <StepLine key={step.id} step={step} />
          ))}
        </ul>
      )}
      {!isWhole && shown.length > initialSteps && (
        <Button onClick={() => setWhole(true)}>
          {t('settings.changes.showAll', { n: formatNumber(shown.length) })}
        </Button>
      )}
    </SettingsSection>
  );
}

/** Returns true if a later step undid this one and describes it. */
function wasFollowed({ id, state }: UndoStep, steps: readonly UndoStep[]): boolean {
  return state === 'taken' && steps.some((step) => step.takesBack === id);
}

function StepLine({ step }: { step: UndoStep }) {
  const styles = useStyles();
  const change = describeStep({ ...step, turn: 0 });
  const isRepeat = step.turn % 2 === 1;
  return (
    <li className={styles.item}>
      <Text className={styles.words}>{describeStep(step)}</Text>
      <time className={styles.when} dateTime={step.at} title={formatDateTime(step.at)}>
        {formatRecent(step.at)}
      </time>
      {step.state === 'done' ? (
        <Button
          size="small"
          className={styles.button}
          aria-label={t(isRepeat ? 'settings.changes.againOne' : 'settings.changes.takeBackOne', {
            what: change,
          })}
          onClick={() => void takeBack([step.id])}
        >
          {t(isRepeat ? 'undo.again' : 'undo.takeBack')}
        </Button>
      ) : (
        <Text className={styles.when}>{standing(step)}</Text>
      )}
    </li>
  );

  function standing({ state, taken, stayed, total, takenAt }: UndoStep): string {
    if (state === 'taken') return t('settings.changes.taken', { when: formatRecent(takenAt ?? step.at) });
    const done = formatNumber(taken + stayed);
    return t('settings.changes.takingNow', { done, total: formatNumber(total) });
  }
}
