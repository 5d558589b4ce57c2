import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { ImportFound } from '../../../shared/draft/importChoices.ts';
import { describe, t } from '../../../shared/i18n/i18n.ts';
import { smallSecondary } from '../../parts/commonStyles.ts';
import { formatNumber } from '../../state/format.ts';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    paddingInline: tokens.spacingHorizontalM,
    paddingBlockEnd: tokens.spacingVerticalS,
    maxHeight: '30vh',
    overflowY: 'auto',
  },
  list: {
    ...smallSecondary,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXL,
    overflowWrap: 'anywhere',
  },
});

/** The kinds of data for which the directory has no field, each with the number of records that have it. */
export function ImportLosses({ losses }: Pick<ImportFound, 'losses'>) {
  const styles = useStyles();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (losses.length === 0) return null;
  return (
    <div className={styles.root}>
      <Button
        size="small"
        appearance="subtle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Text size={200}>{t('import.losses', { count: losses.length, n: formatNumber(losses.length) })}</Text>
      </Button>
      {isOpen && (
        <ul id={id} className={styles.list}>
          {losses.map(({ part, records }) => (
            <li key={JSON.stringify(part)}>
              {t('import.loss', { part: describe(part), count: records, n: formatNumber(records) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
