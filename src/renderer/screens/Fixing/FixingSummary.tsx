import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { FixingStatus } from '../../../shared/contract/fixing.ts';
import { t } from '../../../shared/i18n/i18n.ts';
import { heading4, stack, useCommonStyles } from '../../parts/commonStyles.ts';
import { useHeadings } from '../../parts/form/page/useHeadings.ts';
import { NumberTiles, type Tile } from '../../parts/upload/NumberTiles.tsx';
import { SendAgainDialog } from '../../parts/upload/SendAgainDialog.tsx';
import { useCall } from '../../state/data/queries.ts';
import { formatNumber } from '../../state/format.ts';
import { retryFixed, sendFixed, takeFixingStep } from '../../state/records/fixing.ts';
import { takeBack } from '../../state/records/undo.ts';

const useStyles = makeStyles({
  root: { ...stack, rowGap: tokens.spacingVerticalL, padding: tokens.spacingHorizontalL, maxWidth: '44rem' },
  title: { ...heading4, outlineStyle: 'none' },
});

/** The result of fixing mode, with buttons to retry, resume, undo, and go back. */
export function FixingSummary({ fixing }: { fixing: FixingStatus }) {
  const styles = useStyles();
  const common = useCommonStyles();
  const { title: Title } = useHeadings();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [isAsking, setAsking] = useState(false);
  const { counts, kind, uploadId, retryable } = fixing;
  const { undoable, isUndone } = useSteps(fixing);
  const unfixed = counts.left || counts.skipped;
  const list = kind === 'application' ? '#/update-requests' : '#/drafts';
  // The fixed records of an upload are sent again in it.
  const isSendable = kind === 'article' && counts.fixed > 0 && retryable === 0;
  const back = uploadId === null ? list : `#/uploads/${uploadId}`;
  return (
    <div className={styles.root}>
      <Title ref={heading} tabIndex={-1} className={styles.title}>
        {t('fixing.over')}
      </Title>
      <NumberTiles tiles={tilesOf(fixing)} />
      {isUndone && <Text>{t('fixing.undone')}</Text>}
      <div className={common.buttonRow}>
        {isSendable && !isUndone && (
          <Button appearance="primary" icon={<SendRegular />} onClick={() => void sendFixed(fixing)}>
            {t('fixing.send', { count: counts.fixed, n: formatNumber(counts.fixed) })}
          </Button>
        )}
        {retryable > 0 && !isUndone && (
          <Button appearance="primary" onClick={() => setAsking(true)}>
            {t('fixing.retry', { count: retryable, n: formatNumber(retryable) })}
          </Button>
        )}
        <Button as="a" href={back}>
          {t(uploadId === null ? 'fixing.toList' : 'fixing.toUpload')}
        </Button>
        {unfixed > 0 && (
          <Button onClick={() => void takeFixingStep('resume')}>
            {t(counts.left > 0 ? 'fixing.resume' : 'fixing.resumeSkipped', {
              count: unfixed,
              n: formatNumber(unfixed),
            })}
          </Button>
        )}
        {isAsking && (
          <SendAgainDialog
            sending={{ name: 'fixing.retryPreview', input: { id: fixing.id } }}
            send={(plan) => retryFixed(fixing, plan)}
            onClose={() => setAsking(false)}
          />
        )}
        {undoable.length > 0 && <Button onClick={() => void takeBack(undoable)}>{t('fixing.undo')}</Button>}
      </div>
    </div>
  );
}

/** The undo steps of the changes made in fixing mode, oldest first, and true if the last of them was undone. */
function useSteps({ id, accountId }: FixingStatus): { undoable: number[]; isUndone: boolean } {
  const { data: all = [] } = useCall('undo.list', { accountId });
  const steps = all.filter(({ kind, subject }) => kind === 'fix' && subject === String(id)).toReversed();
  return {
    undoable: steps.filter(({ state, turn }) => state === 'done' && turn % 2 === 0).map((step) => step.id),
    isUndone: (steps.at(-1)?.turn ?? 0) % 2 === 1,
  };
}

function tilesOf({ counts }: FixingStatus): Tile[] {
  const tile = (mark: keyof typeof counts, tone: Tile['tone']): Tile => ({
    key: mark,
    tone,
    value: counts[mark],
    label: t(`fixing.mark.${mark}`),
  });
  return [
    tile('fixed', 'good'),
    tile('skipped', 'doubtful'),
    tile('left', 'plain'),
    ...(counts.gone > 0 ? [tile('gone', 'plain')] : []),
  ];
}
