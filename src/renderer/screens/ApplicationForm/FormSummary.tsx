import { makeStyles, tokens } from '@fluentui/react-components';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { ErrorSummary } from '../../parts/form/ErrorSummary.tsx';
import type { PlacedFinding } from '../../parts/form/place.ts';

const mostNamed = 6;

const useStyles = makeStyles({
  needed: { marginBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground2 },
});

/** What is missing while nobody has looked at those fields yet, and what "Check" found (`turn` counts its uses). */
export function FormSummary(props: {
  all: readonly PlacedFinding[];
  shown: readonly PlacedFinding[];
  turn: number;
  goTo: (path: string) => void;
}) {
  const { t } = useTranslation();
  const styles = useStyles();
  const { all, shown, turn } = props;
  const open = all.filter((one) => one.severity === 'error' && !shown.includes(one));
  return (
    <>
      {open.length > 0 && <p className={styles.needed}>{neededWords(open, t)}</p>}
      {turn > 0 && (
        <ErrorSummary
          findings={shown}
          turn={turn}
          heading="h2"
          labelOf={summaryLabel}
          onGo={({ path }) => props.goTo(path)}
          words={{
            good: t('application.summary.good'),
            warnings: (count) => t('application.summary.warnings', { count }),
          }}
        />
      )}
    </>
  );
}

/** A question stands in its message already. */
function summaryLabel({ path, message }: PlacedFinding): string {
  const label = fieldText(path);
  return label.endsWith('?') && describe(message).includes(label) ? '' : label;
}

/** How many are missing, and which where these are few. */
function neededWords(open: readonly PlacedFinding[], t: TFunction): string {
  const labels = [...new Set(open.map(({ path }) => fieldText(path)))];
  const count = open.length;
  if (labels.length > mostNamed) return t('application.neededMany', { count });
  return t('application.needed', { count, fields: labels.join(', ') });
}
