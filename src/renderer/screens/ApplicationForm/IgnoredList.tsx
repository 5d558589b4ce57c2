import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { LockClosed16Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { ApplicationPlan } from '../../../shared/applicationDraft.ts';
import { fieldLabel } from '../../../shared/fieldLabel.ts';
import { formatNumber } from '../../parts/format.ts';
import { valueWords } from './valueWords.ts';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    rowGap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    border: `2px solid ${tokens.colorStatusWarningBorder2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', rowGap: tokens.spacingVerticalXS },
  row: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0, height: '20px', display: 'inline-flex', alignItems: 'center' },
  button: { justifySelf: 'start' },
});

/** The one list of what the directory will not take, with both values. */
export function IgnoredList(props: {
  values: ApplicationPlan['ignored'];
  writeMessage: (paths: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { values } = props;
  return (
    <section className={styles.box} aria-labelledby="review-ignored">
      <h3 id="review-ignored" className={styles.heading}>
        {t('application.review.ignored', { count: values.length, n: formatNumber(values.length) })}
      </h3>
      <ul className={styles.list}>
        {values.map(({ path, kept, proposed }) => (
          <li key={path} className={styles.row}>
            <span className={styles.icon}>
              <LockClosed16Regular />
            </span>
            <span>
              {t(kept === null ? 'application.review.ignoredLineNone' : 'application.review.ignoredLine', {
                field: fieldLabel(path),
                kept: oneLine(path, kept),
                proposed: oneLine(path, proposed) ?? t('application.nothing'),
              })}
            </span>
          </li>
        ))}
      </ul>
      <div>{t('application.review.ignoredWhy')}</div>
      <Button
        size="small"
        className={styles.button}
        onClick={() => props.writeMessage(values.map(({ path }) => path))}
      >
        {t('application.review.writeMessage')}
      </Button>
    </section>
  );
}

function oneLine(path: string, value: ApplicationPlan['ignored'][number]['kept']): string | undefined {
  return valueWords(path, value)?.replaceAll('\n', ', ');
}
