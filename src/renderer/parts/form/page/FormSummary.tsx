import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { countWithMore } from '../../../../shared/countFindings.ts';
import type { DraftRecord } from '../../../../shared/draft/draft.ts';
import { fieldText } from '../../../../shared/i18n/fieldText.ts';
import { describe, i18n, t } from '../../../../shared/i18n/i18n.ts';
import { TextButton } from '../../texts/TextButton.tsx';
import type { PlacedFinding } from '../place.ts';
import { useHeadings } from './useHeadings.ts';

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
  panel: {
    display: 'grid',
    rowGap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    marginBlock: tokens.spacingVerticalS,
    border: `2px solid ${tokens.colorStatusDangerBorder2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  calm: { border: `2px solid ${tokens.colorStatusSuccessBorder2}` },
  // Links need some spacing to be easy to hit; the marker is beside the first line of a long one.
  list: {
    display: 'grid',
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
    '& button': { verticalAlign: 'top' },
  },
});

/** The errors not yet shown at their fields, in one line, and what "Check" found (`turn` counts its uses). */
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

/** The findings of "Check", each as a link to its field in the same words as beside it. Takes the focus when it appears and whenever `turn` changes. */
function ErrorSummary(props: {
  findings: readonly PlacedFinding[];
  turn: number;
  /** For a form whose title is the heading of the page. */
  heading?: 'h2';
  /** Precedes the message; may be empty. */
  labelOf: (finding: PlacedFinding) => string;
  onGo: (finding: PlacedFinding) => void;
  words: { good: string; warnings: (count: number) => string };
}) {
  const styles = useStyles();
  const headings = useHeadings();
  const panel = useRef<HTMLElement>(null);
  const { turn, words, labelOf, onGo } = props;
  useEffect(() => {
    if (turn > 0) panel.current?.focus();
  }, [turn]);
  const errors = props.findings.filter((finding) => finding.severity === 'error');
  const warnings = props.findings.filter((finding) => finding.severity === 'warning');
  const isGood = errors.length === 0;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="error-summary"
      className={isGood ? `${styles.panel} ${styles.calm}` : styles.panel}
    >
      <Subtitle2 as={props.heading ?? headings.section} id="error-summary" style={{ margin: 0 }}>
        {isGood ? words.good : t('article.summary.title')}
      </Subtitle2>
      <FindingLinks findings={errors} labelOf={labelOf} onGo={onGo} />
      {warnings.length > 0 && (
        <>
          <Text>{words.warnings(countWithMore(warnings))}</Text>
          <FindingLinks findings={warnings} labelOf={labelOf} onGo={onGo} />
        </>
      )}
    </section>
  );
}

function FindingLinks(props: {
  findings: readonly PlacedFinding[];
  labelOf: (finding: PlacedFinding) => string;
  onGo: (finding: PlacedFinding) => void;
}) {
  const { findings } = props;
  const styles = useStyles();
  if (findings.length === 0) return null;
  return (
    <ul className={styles.list}>
      {findings.map((finding) => (
        <li key={`${finding.path} ${finding.code}`}>
          <TextButton onClick={() => props.onGo(finding)}>
            {withLabel(props.labelOf(finding), describe(finding.message))}
          </TextButton>
        </li>
      ))}
    </ul>
  );
}

function withLabel(label: string, message: string): string {
  return label === '' ? message : `${i18n.t('common.labelled', { label })} ${message}`;
}
