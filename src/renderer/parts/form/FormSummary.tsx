import { makeStyles, tokens } from '@fluentui/react-components';
import { countWithMore } from '../../../shared/countFindings.ts';
import type { DraftRecord } from '../../../shared/draft/draft.ts';
import { describe } from '../../../shared/i18n/describe.ts';
import { fieldText } from '../../../shared/i18n/fieldText.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { PlacedFinding } from './place.ts';

/** The texts of a summary, which name the kind of record. */
export interface SummaryTexts {
  good: string;
  warnings: (count: number) => string;
  /** How many errors are not shown yet, and the labels of their fields. */
  needed: (count: number, labels: readonly string[]) => string;
  /** The label of a missing value, if it is not that of its field. */
  neededLabel?: (finding: PlacedFinding) => string | undefined;
}

const useStyles = makeStyles({
  needed: { marginBlock: tokens.spacingVerticalS, color: tokens.colorNeutralForeground2 },
});

/** The errors that are not shown at their fields yet, in one line, and what "Check" found (`turn` counts its uses). */
export function FormSummary(props: {
  all: readonly PlacedFinding[];
  shown: readonly PlacedFinding[];
  record: DraftRecord;
  turn: number;
  heading?: 'h2';
  texts: SummaryTexts;
  goTo: (path: string) => void;
}) {
  const styles = useStyles();
  const { all, shown, record, turn, texts } = props;
  const open = all.filter((one) => one.severity === 'error' && !shown.includes(one));
  const labels = open.map((one) => texts.neededLabel?.(one) ?? fieldText(one.path, record));
  return (
    <>
      {open.length > 0 && (
        <p className={styles.needed}>{texts.needed(countWithMore(open), [...new Set(labels)])}</p>
      )}
      {turn > 0 && (
        <ErrorSummary
          findings={shown}
          turn={turn}
          heading={props.heading}
          labelOf={(finding) => summaryLabel(finding, record)}
          onGo={({ path }) => props.goTo(path)}
          words={texts}
        />
      )}
    </>
  );
}

/** Empty where the message already contains the label, as it does for a question. */
function summaryLabel({ path, message }: PlacedFinding, record: DraftRecord): string {
  const label = fieldText(path, record);
  return label.endsWith('?') && describe(message).includes(label) ? '' : label;
}
